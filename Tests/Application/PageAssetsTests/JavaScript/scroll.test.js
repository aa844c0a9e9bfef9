const test = require("node:test");
const assert = require("node:assert/strict");
require("./logic.js");

test("a short feed scrolls as every page", () => {
    const map = new ScrollMap(5_000, 800);
    for (const scroll of [-40, 0, 17, 4_200]) {
        map.moved(scroll);
        assert.equal(map.offset, scroll);
        assert.equal(map.base, 0);
        assert.equal(map.settle(), null);
    }
    assert.equal(map.go(300), 300);
});

test("a long feed has a shorter scroll bar, whose ends are those of the feed", () => {
    const map = new ScrollMap(37_000_000, 800);
    assert.equal(map.scrollHeight, HEIGHT_LIMIT);
    map.moved(map.lastScroll);
    assert.equal(map.offset, map.lastOffset);
    map.moved(0);
    assert.equal(map.offset, 0);
    map.moved(-30);
    assert.equal(map.offset, -30);
});

test("a small movement moves a long feed by the same distance", () => {
    const map = new ScrollMap(37_000_000, 800);
    map.moved(4_000_000);
    const offset = map.offset;
    map.moved(4_000_120);
    assert.equal(map.offset, offset + 120);
    map.moved(4_000_000);
    assert.equal(map.offset, offset);
});

test("a large movement moves a long feed in proportion", () => {
    const map = new ScrollMap(37_000_000, 800);
    map.moved(map.lastScroll / 2);
    assert.ok(Math.abs(map.offset - map.lastOffset / 2) < 10);
});

test("the scroll bar takes its proportional place at rest, and the feed stays", () => {
    const map = new ScrollMap(37_000_000, 800);
    for (let scroll = 0; scroll <= 400_000; scroll += 100) map.moved(scroll);
    const offset = map.offset;
    assert.equal(offset, 400_000);
    const scroll = map.settle();
    assert.ok(scroll !== null && scroll < 100_000);
    map.moved(scroll);
    assert.equal(map.offset, offset);
    assert.equal(map.settle(), null);
});

test("every position can be gone to, and is where the scroll bar says", () => {
    for (const height of [900, 40_000, 7_999_999, 8_000_001, 37_000_000])
        for (const part of [0, 0.1, 0.5, 0.99, 1]) {
            const map = new ScrollMap(height, 800);
            const scroll = map.go(part * map.lastOffset);
            assert.ok(scroll >= 0 && scroll <= map.lastScroll + 1, `${height} ${part}`);
            map.moved(scroll);
            assert.ok(Math.abs(map.offset - part * map.lastOffset) <= 5, `${height} ${part}`);
        }
});
