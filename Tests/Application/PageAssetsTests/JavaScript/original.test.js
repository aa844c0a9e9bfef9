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
    assert.equal(sourceOf(item("0/aWQ/ab", 0, "", "0/aWQ", 1)), "0/aWQ");
});

test("a line says why the original is not shown", () => {
    const original = { path: "0/aWQ/ab", type: "image/jpeg", size: 7 };
    assert.match(originalText(item("", 0), null, false), /photo is not on this machine/);
    assert.match(originalText(item("", 1), null, false), /video is not on this machine/);
    assert.match(originalText(item("", 1), { ...original, type: "" }, false),
        /do not show the format/);
    assert.equal(originalText(item("", 0), original, false), "");
});

test("a line says that the movie of a live photo is not here", () => {
    const original = { path: "0/aWQ/ab", type: "image/jpeg", size: 7 };
    const live = item("0/aWQ/ab", 0, "", "0/aWQ", 1);
    assert.equal(originalText(live, original, false), "Its movie is not on this machine.");
    assert.equal(originalText(live, original, true), "");
    assert.equal(originalText(live, null, false), "The original photo is not on this machine.");
});

test("a photo with a movie is marked", () => {
    assert.ok(isLive(item("0/aWQ/ab", 0, "", "0/aWQ", 1)));
    assert.ok(!isLive(item("0/aWQ/ab", 0)) && !isLive(item("", 1, "", "0/aWQ")));
});

test("a movie plays while its photo is pressed, and while a pointer rests on it", () => {
    const phase = (events, isStill = false) =>
        events.reduce((before, event) => livePhase(before, event, isStill), "idle");
    assert.equal(phase(["entered"]), "waiting");
    assert.equal(phase(["entered", "rested"]), "playing");
    assert.equal(phase(["entered", "left", "rested"]), "idle");
    assert.equal(phase(["entered", "rested", "left"]), "idle");
    assert.equal(phase(["pressed"]), "playing");
    assert.equal(phase(["entered", "rested", "pressed", "released"]), "playing");
    // Nothing moves by itself if the system asks for reduced motion.
    assert.equal(phase(["entered"], true), "idle");
    assert.equal(phase(["entered", "pressed"], true), "playing");
    assert.equal(phase(["entered", "pressed", "released"], true), "idle");
});
