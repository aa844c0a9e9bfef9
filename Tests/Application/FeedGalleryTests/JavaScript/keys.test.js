const test = require("node:test");
const assert = require("node:assert/strict");
require("./logic.js");

const layout = new GridLayout([20, 5], 1200);

test("the keys of the grid move by one item, one row, and to the ends", () => {
    const targets = new Map([
        ["ArrowLeft", 9], ["ArrowRight", 11], ["ArrowUp", 3], ["ArrowDown", 17], ["Home", 0],
        ["End", 24]
    ]);
    for (const [key, target] of targets) assert.equal(gridTarget(key, 10, layout), target, key);
});

test("the keys of the grid stay within it", () => {
    for (const key of ["ArrowLeft", "ArrowUp"]) assert.equal(gridTarget(key, 0, layout), 0);
    for (const key of ["ArrowRight", "ArrowDown"]) assert.equal(gridTarget(key, 24, layout), 24);
});

test("the keys of the large view move by one item, and to the ends", () => {
    const targets = new Map([
        ["ArrowLeft", 4], ["ArrowUp", 4], ["PageUp", 4], ["ArrowRight", 6], ["ArrowDown", 6],
        ["PageDown", 6], ["Home", 0], ["End", 9]
    ]);
    for (const [key, target] of targets) assert.equal(viewTarget(key, 5, 10), target, key);
});

test("the keys of the large view stay within the gallery", () => {
    assert.equal(viewTarget("ArrowLeft", 0, 10), 0);
    assert.equal(viewTarget("ArrowRight", 9, 10), 9);
    assert.equal(viewTarget("ArrowRight", 0, 1), 0);
});

test("every other key keeps its meaning", () => {
    for (const key of ["a", "Tab", "Escape", "Enter", " ", "toString", "constructor"]) {
        assert.equal(gridTarget(key, 10, layout), null);
        assert.equal(viewTarget(key, 5, 10), null);
    }
    for (const key of ["PageUp", "PageDown"]) assert.equal(gridTarget(key, 10, layout), null);
});

test("the sideways keys enter the grid, and the others scroll", () => {
    for (const key of ["ArrowLeft", "ArrowRight"]) assert.ok(entersGrid(key));
    for (const key of ["ArrowUp", "ArrowDown", "Home", "End", "Tab"]) assert.ok(!entersGrid(key));
});

test("a swipe to the left shows the next item, one to the right the previous one", () => {
    assert.equal(swipeStep(-80, 10), 1);
    assert.equal(swipeStep(80, -10), -1);
});

test("a short, upright or slanted movement is not a swipe", () => {
    for (const [across, down] of [[0, 0], [48, 0], [-48, 0], [0, 200], [100, 50], [-100, -60]])
        assert.equal(swipeStep(across, down), 0);
});
