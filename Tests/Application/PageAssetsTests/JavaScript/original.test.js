const test = require("node:test");
const assert = require("node:assert/strict");
require("./logic.js");

/** An item with a thumbnail, or with a source. */
const item = (thumbnail, video, ...rest) =>
    ["n", thumbnail, 0, video, 0, 0, 0, "", "", "", 0, "k", ...rest];

test("an item is found by the path of its thumbnail, or by its source", () => {
    assert.equal(sourceOf(item("0/aWQ/ab", 0)), "0/aWQ");
    assert.equal(sourceOf(item("12/aWQ/ab", 0, "home, work")), "12/aWQ");
    assert.equal(sourceOf(item("", 1, "", "3/aWQ")), "3/aWQ");
    assert.equal(sourceOf(item("", 1, "", "")), "");
    assert.equal(sourceOf(item("", 1)), "");
});

test("a line says why the original is not shown", () => {
    const original = { path: "0/aWQ/ab", type: "image/jpeg", size: 7 };
    assert.match(originalText(item("", 0), null), /photo is not on this machine/);
    assert.match(originalText(item("", 1), null), /video is not on this machine/);
    assert.match(originalText(item("", 1), { ...original, type: "" }), /do not show the format/);
    assert.equal(originalText(item("", 0), original), "");
});
