const test = require("node:test");
const assert = require("node:assert/strict");
const { item } = require("./logic.js");

test("a month's title is its name and year", () => {
    assert.equal(monthTitle("2024-06"), "June 2024");
    assert.equal(monthTitle("1969-12"), "December 1969");
    assert.equal(monthTitle("9999-01"), "January 9999");
});

test("a year below 100 is not taken for one of the twentieth century", () => {
    assert.equal(monthTitle("0099-01"), "January 99");
});

test("sizes have the largest unit that is at least one", () => {
    const texts = new Map([
        [1, "1 byte"], [5, "5 bytes"], [999, "999 bytes"],
        [1000, "1.0 KB"], [9949, "9.9 KB"], [1e4, "10 KB"],
        [1_234_567, "1.2 MB"], [5e9, "5.0 GB"], [2e12, "2.0 TB"], [3e15, "3000 TB"]
    ]);
    for (const [bytes, text] of texts) assert.equal(sizeText(bytes), text);
});

test("the summary counts photos and videos apart, and names the range of months", () => {
    const summary = (items, videos, ...months) =>
        summaryText({ pages: "", chunk: 512, items, videos, months: months.map(key => [key, 1]) });
    assert.equal(summary(0, 0), "");
    assert.equal(summary(1, 0, "2024-06"), "1 photo · June 2024");
    assert.equal(summary(1, 1, "2024-06"), "1 video · June 2024");
    assert.equal(
        summary(12_345, 2, "2024-06", "2024-01", "2023-12"),
        "12,343 photos · 2 videos · December 2023 – June 2024");
});

test("the position counts from one", () => {
    assert.equal(positionText(0, 1), "1 of 1");
    assert.equal(positionText(1_233, 56_789), "1,234 of 56,789");
});

test("facts without a value are left out", () => {
    const noon = 1_718_452_800;
    assert.equal(
        factsText(item([[TIME, noon]])), "Sat, June 15, 2024 at 12:00 UTC (date of the file)");
    assert.equal(
        factsText(item([
            [TIME, noon], [CLOCK, 1], [PLACE, "Lisbon"], [WIDTH, 4032], [HEIGHT, 3024],
            [SIZE, 1_234_567]
        ])),
        "Sat, June 15, 2024 at 12:00 (camera’s clock) · \u2068Lisbon\u2069 · 4032 × 3024 · 1.2 MB");
    assert.equal(
        factsText(item([[TIME, noon], [CLOCK, 2]])), "Sat, June 15, 2024 at 12:00 UTC");
    assert.ok(!factsText(item([[WIDTH, 4032]])).includes("×"));
});

test("the hours of a day are 00 to 23", () => {
    const hour = hour => factsText(item([[TIME, hour * 3_600 + 60]])).match(/at (\d\d:\d\d) /)[1];
    assert.deepEqual([0, 1, 12, 23].map(hour), ["00:01", "01:01", "12:01", "23:01"]);
});

test("a tile is named by kind and name", () => {
    assert.equal(spokenText(item([[NAME, "a.jpg"]])), "Photo a.jpg");
    assert.equal(spokenText(item([[NAME, "b.mp4"], [VIDEO, 1]])), "Video b.mp4");
});

test("a tile without a type shows the kind", () => {
    assert.equal(typeText(item([[TYPE, "HEIC"]])), "HEIC");
    assert.equal(typeText(item([[TYPE, ""]])), "PHOTO");
    assert.equal(typeText(item([[TYPE, ""], [VIDEO, 1]])), "VIDEO");
});

test("a type has one hue, in degrees", () => {
    const hues = ["HEIC", "MP4", "DNG", "", "PHOTO"].map(hueOf);
    for (const hue of hues) assert.ok(Number.isInteger(hue) && hue >= 0 && hue < 360);
    assert.equal(new Set(hues).size, hues.length);
    assert.equal(hueOf("HEIC"), hues[0]);
});
