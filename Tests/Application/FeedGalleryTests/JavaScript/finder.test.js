const test = require("node:test");
const assert = require("node:assert/strict");
const { item, randomNumbers } = require("./logic.js");

const may = Date.UTC(2024, 4, 31, 12) / 1000;
const photo = item([
    [NAME, "Été.JPG"], [FOLDER, "/Trips/Paris"], [TIME, may], [PLACE, "48.8566, 2.3522"],
]);
const film = item([[NAME, "film.mp4"], [FOLDER, "/Trips"], [TIME, may - 86_400 * 40], [VIDEO, 1]]);
const has = (one, text) => hasWords(one, finderWords(text));

test("words are found in names and folders without regard to case, each of them", () => {
    for (const text of ["été", "ÉTÉ paris", "trips/p", "  jpg\ttrips "])
        assert.ok(has(photo, text), text);
    for (const text of ["film", "été rome", "kind:photos"]) assert.ok(!has(photo, text));
});

test("the form of Unicode makes no difference", () => {
    const decomposed = item([[NAME, "E\u0301te\u0301 \u304B\u3099.jpg"], [FOLDER, "/"]]);
    for (const text of ["\u00E9t\u00E9", "e\u0301te\u0301", "\u304C"])
        assert.ok(has(decomposed, text), text);
    assert.ok(has(photo, "e\u0301te\u0301"));
});

test("a year, a month and a day are found", () => {
    for (const text of ["2024", "2024-05", "2024-05-31 été"]) assert.ok(has(photo, text));
    for (const text of ["2023", "2024-04", "2024-05-30", "2024-5"]) assert.ok(!has(photo, text));
    assert.ok(has(item([[NAME, "2024-06.jpg"], [TIME, may]]), "2024-06"));
    assert.ok(!has(item([[TIME, Infinity]]), "2024"));
});

test("a kind and a place are found", () => {
    assert.ok(has(film, "kind:video") && !has(film, "kind:photo"));
    assert.ok(has(photo, "kind:photo") && !has(photo, "kind:video"));
    assert.ok(has(photo, "near:48.86,2.35") && has(photo, "near:48.8566,2.3522,0.01"));
    assert.ok(!has(photo, "near:48.86,3.35") && !has(film, "near:48.86,2.35"));
    for (const text of ["near:", "near:1", "near:1,2,3,4", "near:x,2", "near:1,,2"])
        assert.equal(finderWords(text)[0].near, null, text);
});

test("a place in words, or one that is not on the earth, is not on the map", () => {
    for (const text of ["", "Paris", "91, 0", "0, 181", "1,2", "1, 2, 3", "1e1, 2"])
        assert.equal(placeOf(item([[PLACE, text]])), null, text);
    assert.deepEqual(placeOf(item([[PLACE, "-33.9, 151.2"]])), {
        latitude: -33.9, longitude: 151.2
    });
});

test("the findings have the months of the gallery", () => {
    const findings = new Findings(finderWords("trips"));
    findings.add(photo, "2024-05");
    findings.add(item([]), "2024-05");
    findings.add(photo, "2024-05");
    findings.add(film, "2024-04");
    assert.deepEqual(findings.months, [["2024-05", 2], ["2024-04", 1]]);
    assert.equal(findings.items.length, 3);
    assert.equal(findings.videos, 1);
    for (let count = 3; count <= FOUND_LIMIT; count += 1) findings.add(film, "2024-03");
    assert.equal(findings.items.length, FOUND_LIMIT);
    assert.ok(findings.isTruncated);
});

test("places near each other are one cluster in the middle of them", () => {
    const size = { width: 720, height: 360 };
    const places = [48.8, 2.3, 48.9, 2.4, -33.9, 151.2];
    const all = clustersOf(places, 9, WHOLE_MAP, size);
    assert.deepEqual([all.items, all.located, all.edge], [9, 3, 32]);
    assert.deepEqual(all.clusters.map(([, , count]) => count), [2, 1]);
    assert.ok(Math.abs(all.clusters[0][0] - 48.85) < 1e-9);
    const sydney = { latitude: -33.8, longitude: 151, zoom: 9 };
    assert.deepEqual(clustersOf(places, 9, sydney, size).clusters, [[-33.9, 151.2, 1]]);
    // A high window has many cells.
    const random = randomNumbers(7);
    const many = Array.from({ length: 4_000 }, (_, index) =>
        index % 2 ? random(10_000) / 1_000 - 5 : random(100_000) / 1_000 - 50);
    const few = clustersOf(
        many, 2_000, { latitude: 0, longitude: 0, zoom: 5 }, { width: 200, height: 2_000 });
    assert.ok(few.clusters.length <= 400 && few.edge === 2);
    assert.equal(few.clusters.reduce((sum, [, , count]) => sum + count, 0), 2_000);
});
