const test = require("node:test");
const assert = require("node:assert/strict");
const vm = require("node:vm");
const { asset, item } = require("./logic.js");

/** An element of a page, as far as the scripts use it. */
class FakeElement extends EventTarget {
    constructor(tag) {
        super();
        Object.assign(this, {
            tagName: tag.toUpperCase(), style: { setProperty() { } }, dataset: {}, attributes: {},
            childNodes: [], parentElement: null, clientWidth: 1200, clientHeight: 800,
            offsetTop: 100, open: false,
        });
        this.classList = { contains: name => this.className === name, add() { } };
    }

    get isConnected() { return this === main || (this.parentElement?.isConnected ?? false); }
    get firstChild() { return this.childNodes[0] ?? null; }
    append(...nodes) { for (const node of nodes) this.insertBefore(node, null); }
    insertBefore(node, next) {
        const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
        this.childNodes.splice(at, 0, node);
        node.parentElement = this;
    }
    remove() {
        const { childNodes } = this.parentElement;
        childNodes.splice(childNodes.indexOf(this), 1);
        this.parentElement = null;
    }
    replaceChildren(...nodes) { this.childNodes = []; this.append(...nodes); }
    setAttribute(name, value) { this.attributes[name] = value; }
    removeAttribute(name) { delete this[name]; }
    closest(selector) { return selector === "." + this.className ? this : null; }
    querySelector(tag) {
        return this.childNodes.find(node => node.tagName === tag.toUpperCase()) ?? null;
    }
    matches() { return Boolean(this.disabled); }
    focus() { document.activeElement = this; current = tileIndex({ target: this }) ?? current; }
    showModal() { this.open = true; }
    close() {
        if (!this.open) return;
        this.open = false;
        this.dispatchEvent(new Event("close"));
    }
}

const elements = new Map();
const calls = [];
Object.assign(globalThis, {
    HTMLElement: FakeElement, Element: FakeElement, Image: class { }, innerHeight: 800,
    requestAnimationFrame: run => run(), ResizeObserver: class { observe() { } },
    location: { hash: "", href: "file:///index.html" },
    history: {
        state: null,
        pushState(state, _, fragment) { this.state = state; location.hash = fragment; },
        replaceState(state, _, address) {
            this.state = state;
            location.hash = address.startsWith("#") ? address : "";
        },
        back() { calls.push("back"); },
    },
});
globalThis.document = new FakeElement("document");
document.body = new FakeElement("body");
document.createElement = tag => new FakeElement(tag);
document.getElementById = id => {
    if (!elements.has(id)) elements.set(id, new FakeElement("div"));
    return elements.get(id);
};
for (const [name, id] of [["main", "months"], ...[
    "view", "stage", "ambient", "missing", "previous", "next"].map(id => [id, id])])
    globalThis[name] = document.getElementById(id);

// The parts of a page: 300 photos of two months, and a window at `top`.
const months = [["2024-06", 100], ["2024-05", 200]];
let top = 0;
Object.assign(globalThis, {
    MISSING_PHOTO: "It is not here.",
    itemAt: index => item([[NAME, `p${index}.jpg`], [KEY, String(index)]]),
    fill: (tile, { [NAME]: name }) => { tile.title = name; },
    offset: () => top, gridTop: () => 0, goTo: target => { top = target; },
    measure: () => layOut(months), windowChanged() { },
    present: () => { drawPosition(); drawItem(itemAt(viewed)); },
});
for (const name of ["Page/dom.js", "Page/viewer.js"])
    vm.runInThisContext('"use strict";' + asset(name), { filename: name });
globalThis.steps = new PhotoHistory(address =>
    search(address, { months, chunk: 1_000 }, itemAt));

const tiles = () => [...shown.values()].flatMap(section => [...section.tiles.values()]);

/** Presses a key while an element has the focus; whether the page uses it. */
function press(key, target) {
    const event = new Event("keydown", { cancelable: true });
    Object.defineProperties(event, { target: { value: target }, key: { value: key } });
    document.dispatchEvent(event);
    return event.defaultPrevented;
}

function begin() {
    view.close();
    calls.length = top = 0;
    [location.hash, history.state, steps.isLeaving] = ["", null, false];
    current = viewed = 0;
    removeSections();
    measure();
    render();
}

test("the grid has the tiles near the window, one of them in the tab order", () => {
    begin();
    assert.deepEqual(main.childNodes.map(section => section.attributes["aria-labelledby"]),
        ["month-0"]);
    assert.ok(tiles().length > 20 && tiles().length < 100);
    assert.equal(tiles()[0].title, "p0.jpg");
    focusTile(299);
    assert.deepEqual([...shown.keys()], [1]);
    assert.equal(document.activeElement.title, "p299.jpg");
    assert.deepEqual(tiles().filter(tile => tile.tabIndex === 0), [document.activeElement]);
});

test("months in the window are in the order of the feed, however it was scrolled", () => {
    begin();
    focusTile(299);
    goTo(layout.tops[1] - 400);
    render();
    assert.deepEqual(main.childNodes.map(section => section.attributes["aria-labelledby"]),
        ["month-0", "month-1"]);
});

test("without months, the grid is empty", () => {
    begin();
    layOut([]);
    render();
    assert.deepEqual([main.childNodes, shown.size], [[], 0]);
});

test("the photo at the top of the window stays there at another size", () => {
    begin();
    focusTile(150);
    const anchor = layout.topmost(top);
    main.clientWidth = 600;
    resize();
    main.clientWidth = 1200;
    assert.equal(top, layout.topOf(anchor) - HEADING);
});

test("a click opens a photo with its address, and closing it goes back", () => {
    begin();
    const event = new Event("click");
    Object.defineProperty(event, "target", { value: tiles()[3] });
    main.dispatchEvent(event);
    assert.deepEqual([view.open, viewed, location.hash], [true, 3, "#2024-06-3"]);
    assert.equal(document.getElementById("position").textContent, positionText(3, 300));
    assert.equal(document.getElementById("name").textContent, "p3.jpg");
    next.onclick();
    assert.deepEqual([viewed, location.hash], [4, "#2024-06-4"]);
    document.getElementById("close").onclick();
    assert.deepEqual([calls, stage.childNodes, current], [["back"], [], 4]);
});

test("the keys of the large view", () => {
    begin();
    show(298);
    assert.ok(press(" ", view) && viewed === 299 && next.disabled);
    assert.ok(press("Home", view) && viewed === 0 && previous.disabled);
    // A button has keys of its own, and so has a video.
    assert.ok(!press(" ", new FakeElement("button")) && !press("Enter", new FakeElement("a")));
    assert.ok(!press("ArrowRight", new FakeElement("video")) && viewed === 0);
    assert.ok(press("Enter", view) && !view.open);
});

test("the focus leaves a control that is disabled", () => {
    begin();
    show(298);
    next.focus();
    step(299);
    assert.equal(document.activeElement, view);
});

test("the keys of the grid", () => {
    begin();
    assert.ok(!press("End", document.body), "it scrolls");
    assert.ok(press("ArrowRight", document.body));
    assert.equal(document.activeElement, tileOf(0));
    assert.ok(press("ArrowRight", document.activeElement) && current === 1);
    assert.ok(press("End", document.activeElement) && current === 299);
});

test("a swipe shows the next photo", () => {
    begin();
    show(5);
    for (const [name, clientX] of [["touchstart", 200], ["touchend", 100]]) {
        const event = new Event(name), finger = { clientX, clientY: 0 };
        view.dispatchEvent(Object.assign(event, { changedTouches: [finger], touches: [finger] }));
    }
    assert.equal(viewed, 6);
});

test("a photo that is not here is named until another one is shown", () => {
    begin();
    warning = "The server does not answer.";
    perform(steps.arrived("#2024-06-zzz", false));
    assert.deepEqual([missing.textContent, calls], ["It is not here.", ["back"]]);
    perform(steps.arrived("#2024-05-250", false));
    assert.deepEqual([missing.textContent, viewed, view.open],
        ["The server does not answer.", 250, true]);
    perform(steps.arrived("", false));
    assert.ok(!view.open);
});
