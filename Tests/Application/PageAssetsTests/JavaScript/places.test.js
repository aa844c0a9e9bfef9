const test = require("node:test");
const assert = require("node:assert/strict");
require("./logic.js");

const size = { width: 720, height: 360 };

test("the whole map is as wide as the window", () => {
    assert.deepEqual(mapPosition(0, 0, WHOLE_MAP, size), { left: 360, top: 180 });
    assert.deepEqual(mapPosition(90, -180, WHOLE_MAP, size), { left: 0, top: 0 });
    assert.deepEqual(mapPosition(-90, 180, WHOLE_MAP, size), { left: 720, top: 360 });
    const near = { latitude: 10, longitude: 20, zoom: 2 };
    assert.deepEqual(mapPosition(11, 22, near, size), { left: 376, top: 172 });
});

test("the keys of the map move it, change its scale, and stay on it", () => {
    const rows = [
        ["ArrowRight", WHOLE_MAP, { latitude: 0, longitude: 90, zoom: 0 }],
        ["ArrowLeft", WHOLE_MAP, { latitude: 0, longitude: -90, zoom: 0 }],
        ["ArrowUp", WHOLE_MAP, { latitude: 45, longitude: 0, zoom: 0 }],
        ["ArrowDown", { latitude: -80, longitude: 1, zoom: 0 },
            { latitude: -90, longitude: 1, zoom: 0 }],
        ["ArrowRight", { latitude: 5, longitude: 5, zoom: 1 },
            { latitude: 5, longitude: 50, zoom: 1 }],
        ["+", WHOLE_MAP, { latitude: 0, longitude: 0, zoom: 1 }],
        ["-", WHOLE_MAP, WHOLE_MAP],
        ["+", { latitude: 0, longitude: 0, zoom: LAST_ZOOM },
            { latitude: 0, longitude: 0, zoom: LAST_ZOOM }],
        ["Home", { latitude: 5, longitude: 5, zoom: 9 }, WHOLE_MAP],
        ["Escape", WHOLE_MAP, null],
    ];
    for (const [key, from, to] of rows)
        assert.deepEqual(mapAfterKey(key, from, size), to, `${key} ${JSON.stringify(from)}`);
});

test("the query has the window and half a window beside it", () => {
    assert.equal(
        mapQuery({ latitude: 10, longitude: 20, zoom: 2 }, size),
        "zoom=2&box=-70.0000,-35.0000,110.0000,55.0000");
});

test("a cluster is searched by its place, within its cell", () => {
    assert.equal(nearSearch(48.8566, 2.3522, 1), "near:48.8566,2.3522,84");
    assert.equal(nearSearch(-1.5, -2, 0.004), "near:-1.5000,-2.0000,1");
    assert.equal(placeText(48.8566, -2.3522), "48.86° N, 2.35° W");
    assert.equal(placeText(-1.5, 2), "1.50° S, 2.00° E");
});

test("each zoom has a grid", () => {
    for (let zoom = 0; zoom <= LAST_ZOOM; zoom += 1) assert.ok(gridStep(zoom) > 0);
});

test("the places and the copies are counted in words", () => {
    const text = (items, located) => placesText({ items, located, edge: 1, clusters: [] });
    assert.equal(text(3, 0), "No photo has a place.");
    assert.equal(text(3, 1), "1 of 3 items has a place.");
    assert.equal(text(2_000, 1_500), "1,500 of 2,000 items have a place.");
});

test("the groups are counted in words, and bursts are not called duplicates", () => {
    const copies = {
        groups: 2, copies: 1, bytes: 2_000, isTruncated: false, uncompared: 0, next: null, list: []
    };
    const text = (list, changes = {}) => copiesText(list, { ...copies, ...changes });
    assert.equal(text("duplicates"), "2 groups with 1 copy of 2.0 KB.");
    assert.match(text("near", { isTruncated: true }), /Not all are shown/);
    assert.match(text("duplicates", { groups: 0 }), /No possible duplicates/);
    assert.match(text("near", { uncompared: 1 }), / 1 picture was not compared: run photopark/);
    assert.equal(text("bursts", { copies: 5 }), "2 bursts with 7 photos.");
    assert.equal(text("bursts", { groups: 0 }), "No bursts are found.");
    const group = { kind: "exact", count: 2, bytes: 7, items: [] };
    assert.match(groupText(group), /equal content · 7 bytes/);
    assert.match(groupText({ ...group, kind: "alike", count: 3 }), /^3 files with the same/);
    assert.match(groupText({ ...group, kind: "near" }), /^2 pictures look the same/);
    const burst = [groupText({ ...group, kind: "burst" }), groupsTitle("bursts")].join(" ");
    assert.equal(burst, "2 photos within five seconds Bursts");
    assert.doesNotMatch(burst, /duplicate|cop/i);
});
