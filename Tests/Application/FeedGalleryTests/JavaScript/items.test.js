const test = require("node:test");
const assert = require("node:assert/strict");
const { item } = require("./logic.js");

test("the name and the thumbnail are the first fields of an item", () => {
    assert.equal(item([[THUMBNAIL, "61.jpg"]])[NAME], "a.jpg");
    assert.equal(item([[NAME, "b.jpg"]])[THUMBNAIL], "");
});

test("only the address of a chunk is loaded as a script", () => {
    assert.ok(isChunkAddress("pages/0123456789abcdef/0.js"));
    assert.ok(isChunkAddress("pages/0123456789abcdef/1234.js"));
    assert.ok(isChunkAddress("pages/0123456789abcdef/2-0.js"));
    for (const address of [
        "", "pages/0123456789abcdef/gallery.js", "pages/0123456789abcde/0.js",
        "pages/0123456789abcdeg/0.js", "pages/0123456789abcdef/-0.js",
        "pages/0123456789abcdef/1-1-0.js", "pages/0123456789abcdef/0.js?a",
        "/pages/0123456789abcdef/0.js",
        "https://example.org/pages/0123456789abcdef/0.js", "pages/../0123456789abcdef/0.js",
        "pages/0123456789abcdef/0.js\n"
    ]) assert.ok(!isChunkAddress(address), address);
});

test("only a path is the address of an original", () => {
    for (const address of ["a.mov", "../photos/2024/a%20b.mov", "../../x/.hidden/%C3%A9~1.heic"]) {
        const original = address.includes(".hidden") ? null : address;
        assert.equal(originalAddress(item([[ORIGINAL, address]])), original);
    }
    for (const address of [
        "", "/a.mov", "//host/a.mov", "javascript:alert(1)", "file:///a.mov", "https://a/b",
        "a b", "a.mov?x", "a.mov#x", "../", "a/../b", "a\nb"
    ]) assert.equal(originalAddress(item([[ORIGINAL, address]])), null, address);
    assert.equal(originalAddress(item([])), null);
});

test("an index outside the gallery becomes the nearest one", () => {
    assert.deepEqual([-1, 0, 4, 9, 10].map(index => clamped(index, 10)), [0, 0, 4, 9, 9]);
});

test("an account is selected by its name, and all are shown by default", () => {
    const home = { name: "home", view: 1, items: 0, videos: 0, months: [] };
    const data = { accounts: [home] };
    assert.equal(accountNamed("home", data), home);
    for (const name of [null, "", "work"]) assert.equal(accountNamed(name, data), null);
    assert.equal(accountNamed("home", {}), null);
});
