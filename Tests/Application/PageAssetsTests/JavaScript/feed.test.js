const test = require("node:test");
const assert = require("node:assert/strict");
const { feed, play } = require("./logic.js");

const months = feed("1", [["2024-06", 25]]);
const ready = play([{ kind: "began", token: null }, { kind: "months", request: 1, feed: months }]);

test("the token is exchanged before the months are requested", () => {
    const begun = play([{ kind: "began", token: "t" }]);
    assert.deepEqual(begun.effects, [{ kind: "signIn", token: "t" }]);
    assert.equal(noticeOf(begun.state), "Loading…");
    const signedIn = play([{ kind: "signedIn" }], begun.state);
    assert.deepEqual(signedIn.effects.map(({ kind }) => kind), ["fetchMonths"]);
    const refused = play([{ kind: "refused" }], begun.state);
    assert.match(noticeOf(refused.state), /photopark serve/);
});

test("a chunk is requested once, and found by the index of its items", () => {
    const asked = play([{ kind: "needed", chunks: [0, 2] }, { kind: "needed", chunks: [2] }],
        ready.state);
    assert.deepEqual(asked.effects.map(({ number, version }) => [number, version]),
        [[0, "1"], [2, "1"]]);
    const item = ["a.jpg"];
    const { state } = play([{ kind: "chunk", request: 1, number: 2, items: [[], item] }],
        asked.state);
    assert.equal(itemOf(state, 21), item);
    assert.equal(itemOf(state, 1), null);
    assert.equal(itemOf(state, 29), null);
});

test("an answer to a former request is ignored", () => {
    const { state } = play([{ kind: "selected", selection: { account: 1, text: "" } }],
        ready.state);
    for (const late of [
        { kind: "months", request: 1, feed: feed("9", []) },
        { kind: "stale", request: 1, number: 0 }, { kind: "failed", request: 1, number: null },
    ]) assert.equal(reduce(state, late).state, state, late.kind);
    const next = play([{ kind: "months", request: 2, feed: feed("2", []) }], state).state;
    for (const late of [
        { kind: "chunk", request: 1, number: 0, items: [] },
        { kind: "failed", request: 1, number: 0 },
    ]) assert.equal(reduce(next, late).state, next, late.kind);
});

test("no chunk of the months that are shown is requested while others are on their way", () => {
    const { state } = play([{ kind: "changed", version: "2" }], ready.state);
    assert.deepEqual(reduce(state, { kind: "needed", chunks: [0] }).effects, []);
    assert.equal(state.feed, months);
});

test("a changed library is requested once", () => {
    const asked = play([
        { kind: "needed", chunks: [0, 1] }, { kind: "stale", request: 1, number: 0 },
        { kind: "stale", request: 1, number: 1 }, { kind: "changed", version: "2" },
    ], ready.state);
    assert.deepEqual(asked.effects.map(({ kind }) => kind),
        ["fetchChunk", "fetchChunk", "fetchMonths"]);
    assert.deepEqual(reduce(ready.state, { kind: "changed", version: "1" }).effects, []);
});

test("a change during a request is asked for after its answer, once", () => {
    const late = play([{ kind: "changed", version: "2" }, { kind: "changed", version: "3" }],
        ready.state);
    assert.deepEqual(late.effects.map(({ kind }) => kind), ["fetchMonths"]);
    // The answer is that of the first change.
    const old = play([{ kind: "months", request: 2, feed: feed("2", []) }], late.state);
    assert.equal(old.state.feed.version, "2");
    assert.deepEqual(old.effects.map(({ kind, request }) => [kind, request]), [["fetchMonths", 3]]);
    const next = play([{ kind: "months", request: 3, feed: feed("2", []) }], old.state);
    assert.deepEqual(next.effects, []);
    // A large index that was begun before the change is completed first.
    const one = play([{ kind: "changed", version: "2" }], ready.state).state;
    const begun = play([{ kind: "months", request: 2, feed: months }], one);
    assert.deepEqual(begun.effects.map(({ kind }) => kind), ["fetchMonths"]);
    // An answer of the version of the change needs no further one.
    const present = play([{ kind: "months", request: 2, feed: feed("3", []) }], late.state);
    assert.deepEqual(present.effects, []);
});

test("a lost server is asked again", () => {
    const lost = play([
        { kind: "needed", chunks: [0] }, { kind: "failed", request: 1, number: 0 },
    ], ready.state);
    assert.deepEqual(lost.effects.map(({ kind }) => kind), ["fetchChunk", "wait"]);
    assert.equal(warningOf(lost.state), "The server does not answer.");
    assert.equal(noticeOf(lost.state), "");
    const again = play([{ kind: "again" }, { kind: "months", request: 2, feed: months }],
        lost.state);
    assert.equal(again.state.phase, "ready");
    assert.equal(warningOf(again.state), "");
    assert.deepEqual(reduce(again.state, { kind: "again" }).effects, []);
});

test("the chunks used last are kept, and those that are loading", () => {
    const many = feed("1", [["2024-06", 10_000]]);
    let { state } = play([{ kind: "months", request: 1, feed: many }],
        play([{ kind: "began", token: null }]).state);
    state = play([{ kind: "needed", chunks: [999] }], state).state;
    for (let number = 0; number < 100; number += 1)
        state = play([{ kind: "chunk", request: 1, number, items: [[String(number)]] }],
            state).state;
    assert.equal(state.chunks.size, CHUNK_LIMIT);
    assert.equal(state.chunks.get(999), null);
    assert.ok(state.chunks.has(99) && !state.chunks.has(0));
});

test("the first chunk comes with the months", () => {
    const item = ["a.jpg"], first = { ...months, first: [item] };
    const { state } = play([{ kind: "began", token: null },
        { kind: "months", request: 1, feed: first }]);
    assert.equal(itemOf(state, 0), item);
    assert.deepEqual(reduce(state, { kind: "needed", chunks: [0] }).effects, []);
});

test("a selection is a query", () => {
    assert.equal(queryOf({ account: null, text: "  " }), "");
    assert.equal(queryOf({ account: 0, text: "" }), "account=0");
    assert.equal(queryOf({ account: 2, text: " a&b=ü " }), "account=2&q=a%26b%3D%C3%BC");
});

test("only a token is taken from the address", () => {
    const token = "0123456789abcdef0123456789abcdef";
    assert.equal(tokenIn("#" + token), token);
    for (const other of ["", "#", "#2024-06-k", "#" + token + "0", "#" + token.toUpperCase()])
        assert.equal(tokenIn(other), null, other);
});

test("an empty page says why it is empty", () => {
    const empty = play([{ kind: "months", request: 1, feed: feed("1", []) }],
        play([{ kind: "began", token: null }]).state).state;
    assert.match(noticeOf(empty), /photopark sync/);
    assert.equal(noticeOf({ ...empty, selection: { account: null, text: "x" } }),
        "Nothing is found.");
    const failing = { ...empty, feed: { ...empty.feed, failures: ["home: damaged"] } };
    assert.equal(warningOf(failing), "home: damaged");
});

test("a theme that is stored is used if it exists", () => {
    assert.equal(themeNamed("dark"), "dark");
    for (const other of [null, "", "x"]) assert.equal(themeNamed(other), "");
});
