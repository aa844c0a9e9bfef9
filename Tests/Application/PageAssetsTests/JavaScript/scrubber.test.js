const test = require("node:test");
const assert = require("node:assert/strict");
require("./logic.js");

const months = ["2024-06", "2024-05", "2023-12", "2023-01", "2020-01"];

test("the places of the scrubber are the positions of the feed", () => {
    const map = new ScrollMap(37_000_000, 800);
    for (const part of [0, 0.25, 1]) {
        const offset = part * map.lastOffset;
        assert.ok(Math.abs(scrubbedOffset(scrubberPlace(offset, map), map) - offset) < 1);
    }
    assert.equal(scrubbedOffset(-50, map), 0);
    assert.equal(scrubbedOffset(5_000, map), map.lastOffset);
    assert.equal(scrubberPlace(-10, map), SCRUBBER_MARGIN);
    assert.equal(scrubberPlace(0, new ScrollMap(10, 800)), SCRUBBER_MARGIN);
});

test("the keys of the scrubber move by months and years, and stay within the feed", () => {
    const rows = [
        ["ArrowDown", 0, 1], ["ArrowUp", 1, 0], ["ArrowUp", 0, 0], ["ArrowDown", 4, 4],
        ["PageDown", 0, 2], ["PageDown", 3, 4], ["PageDown", 4, 4], ["PageUp", 3, 2],
        ["PageUp", 2, 0], ["PageUp", 0, 0], ["PageUp", 4, 2], ["Home", 3, 0], ["End", 0, 4],
        ["x", 1, null],
    ];
    for (const [key, section, target] of rows)
        assert.equal(scrubberTarget(key, section, months), target, `${key} ${section}`);
});

test("a place outlives photos that arrive above it", () => {
    const before = [["2024-05", 10], ["2024-04", 4]];
    const after = [["2024-06", 1_000], ["2024-05", 15], ["2024-04", 4]];
    assert.equal(anchoredIndex(anchorOf(3, before), after), 1_000 + 8);
    assert.equal(anchoredIndex(anchorOf(13, before), after), 1_018);
    assert.equal(anchorOf(14, before), null);
});

test("a place in a month that has gone is the nearest one", () => {
    const anchor = { month: "2024-05", fromEnd: 9 };
    assert.equal(anchoredIndex(anchor, [["2024-06", 3], ["2024-04", 4]]), 2);
    assert.equal(anchoredIndex(anchor, [["2024-05", 2]]), 0);
    assert.equal(anchoredIndex(anchor, [["2024-04", 2]]), 0);
    assert.equal(anchoredIndex(anchor, [["2024-06", 2]]), 1);
    assert.equal(anchoredIndex(anchor, []), 0);
});
