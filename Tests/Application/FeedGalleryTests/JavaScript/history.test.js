const test = require("node:test");
const assert = require("node:assert/strict");
const { item, randomNumbers } = require("./logic.js");

const months = [["2024-06", 5], ["2024-05", 6], ["2023-12", 2]];
const data = { pages: "", chunk: 4, items: 13, videos: 0, months };
const photo = { month: "2024-05", key: "p7" };

/** The items of the loaded chunks, and the chunks that were requested. */
function chunks(...loaded) {
    const requested = [];
    return {
        requested,
        itemAt(index) {
            const number = Math.floor(index / data.chunk);
            if (loaded.includes(number)) return item([[KEY, "p" + index]]);
            requested.push(number);
            return null;
        }
    };
}

test("an address is a month and a key", () => {
    assert.equal(fragmentOf("2024-06", "2febgrz"), "#2024-06-2febgrz");
    assert.deepEqual(parsedAddress("#2024-06-2febgrz"), { month: "2024-06", key: "2febgrz" });
});

test("no other fragment is an address", () => {
    for (const fragment of [
        "", "#", "#months", "#2024-06", fragmentOf("2024-06"), "#2024-06-", "#2024-6-a",
        "#2024-06-A", "#2024-06-a ", "#2024-06-a#b", "2024-06-a", "#%3Cscript%3E"
    ]) assert.equal(parsedAddress(fragment), null, fragment);
});

test("a photo is found in the chunks of its month", () => {
    const { itemAt, requested } = chunks(1, 2);
    assert.equal(search(photo, data, itemAt), 7);
    assert.deepEqual(requested, []);
});

test("a photo is found in every month", () => {
    const { itemAt } = chunks(0, 1, 2, 3);
    for (const [month, index] of [["2024-06", 0], ["2024-05", 5], ["2023-12", 12]])
        assert.equal(search({ month, key: "p" + index }, data, itemAt), index);
});

test("a search requests each missing chunk of the month once, and no other chunk", () => {
    const { itemAt, requested } = chunks();
    assert.equal(search(photo, data, itemAt), "loading");
    assert.deepEqual(requested, [1, 2]);
});

test("a photo in a later chunk is found before the earlier chunk is loaded", () => {
    const { itemAt } = chunks(2);
    assert.equal(search({ month: "2024-05", key: "p9" }, data, itemAt), 9);
});

test("a photo is missing when all chunks of its month are loaded without it", () => {
    const { itemAt } = chunks(0, 1, 2, 3);
    for (const key of ["zzz", "p4", "p11"])
        assert.equal(search({ month: "2024-05", key }, data, itemAt), "missing");
});

test("a photo of a month without photos is missing, and nothing is requested", () => {
    const { itemAt, requested } = chunks();
    assert.equal(search({ month: "1999-01", key: "p1" }, data, itemAt), "missing");
    assert.deepEqual(requested, []);
});

const kinds = actions => actions.map(({ kind }) => kind);

test("opening a photo adds a step and shows it", () => {
    const history = new PhotoHistory(() => "missing");
    assert.deepEqual(
        history.opened(3, "#2024-06-p3"),
        [{ kind: "push", fragment: "#2024-06-p3" }, { kind: "show", index: 3 }]);
});

test("closing goes back, unless Back has closed", () => {
    assert.deepEqual(kinds(new PhotoHistory(() => 3).closed(true)), ["back"]);
    assert.deepEqual(kinds(new PhotoHistory(() => 3).closed(false)), []);
});

test("nothing opens between the step back and its arrival", () => {
    const history = new PhotoHistory(() => 3);
    history.closed(true);
    assert.deepEqual(history.opened(4, "#2024-06-p4"), []);
    assert.deepEqual(kinds(history.arrived("", false)), ["close"]);
    assert.deepEqual(kinds(history.opened(4, "#2024-06-p4")), ["push", "show"]);
});

test("a page that begins at a photo lies below it", () => {
    const history = new PhotoHistory(() => 3);
    assert.deepEqual(kinds(history.began("#2024-06-p3", false)), ["strip", "push", "show"]);
});

test("a reload of a photo adds no step", () => {
    assert.deepEqual(kinds(new PhotoHistory(() => 3).began("#2024-06-p3", true)), ["show"]);
});

test("a page that begins without an address does nothing", () => {
    for (const fragment of ["", "#months", "#2024-06"])
        assert.deepEqual(new PhotoHistory(() => 3).began(fragment, false), []);
});

test("a photo is shown when its chunk arrives", () => {
    let found = "loading";
    const history = new PhotoHistory(() => found);
    assert.deepEqual(kinds(history.arrived("#2024-05-p7", true)), []);
    assert.deepEqual(history.loaded(), []);
    found = 7;
    assert.deepEqual(history.loaded(), [{ kind: "show", index: 7 }]);
    assert.deepEqual(history.loaded(), [], "once");
});

test("a photo that is missing or cannot be loaded is reported, and the step is left", () => {
    const empty = new PhotoHistory(() => "missing");
    assert.deepEqual(kinds(empty.arrived("#2024-05-zzz", true)), ["missing", "back"]);
    const history = new PhotoHistory(() => "loading");
    history.arrived("#2024-05-p7", true);
    assert.deepEqual(kinds(history.failed()), ["missing", "back"]);
    assert.deepEqual(history.failed(), [], "once");
});

test("a chunk that arrives or fails without a search changes nothing", () => {
    const history = new PhotoHistory(() => 3);
    assert.deepEqual([...history.loaded(), ...history.failed()], []);
});

test("Back during a search ends it", () => {
    const history = new PhotoHistory(() => "loading");
    history.arrived("#2024-05-p7", true);
    assert.deepEqual(kinds(history.arrived("", false)), ["close"]);
    assert.deepEqual(history.failed(), []);
});

test("an address that the user enters is marked as a step of a photo", () => {
    const history = new PhotoHistory(() => 3);
    assert.deepEqual(kinds(history.arrived("#2024-06-p3", false)), ["mark", "show"]);
});

/** A browser with a history: it carries out the actions, and delivers events in order. */
class BrowserModel {
    constructor(fragment) {
        this.steps = [{ fragment, isMarked: false }];
        this.place = 0;
        this.viewed = null;
        this.events = [];
        this.history = new PhotoHistory(address =>
            search(address, data, index => item([[KEY, "p" + index]])));
        this.run(this.history.began(fragment, false));
    }

    get step() { return this.steps[this.place]; }

    addressOf(index) {
        let first = 0;
        for (const [month, count] of months)
            if (index < (first += count)) return fragmentOf(month, "p" + index);
    }

    run(actions) {
        for (const action of actions) this[action.kind](action);
        while (this.events.length) this.events.shift()();
    }

    push({ fragment }) {
        this.steps.splice(this.place + 1, Infinity, { fragment, isMarked: true });
        this.place += 1;
    }
    mark() { this.step.isMarked = true; }
    strip() { this.steps[this.place] = { fragment: "", isMarked: false }; }
    show({ index }) { this.viewed = index; this.step.fragment = this.addressOf(index); }
    missing() {}
    back() { this.events.push(() => this.go(-1)); }
    close() {
        if (this.viewed === null) return;
        this.viewed = null;
        this.events.push(() => this.run(this.history.closed(this.step.isMarked)));
    }

    go(distance) {
        if (!this.steps[this.place + distance]) return;
        this.place += distance;
        this.run(this.history.arrived(this.step.fragment, this.step.isMarked));
    }
    open(index) {
        if (this.viewed === null) this.run(this.history.opened(index, this.addressOf(index)));
    }
    leave() { this.close(); this.run([]); }
    enter(fragment) {
        this.steps.splice(this.place + 1, Infinity, { fragment, isMarked: false });
        this.place += 1;
        this.run(this.history.arrived(fragment, false));
    }
}

test("the large view shows the photo of the address, whatever the user does", () => {
    for (let seed = 1; seed <= 300; seed += 1) {
        const random = randomNumbers(seed);
        const browser = new BrowserModel(["", "#2024-05-p7", "#2024-05-zzz", "#months"][random(4)]);
        for (let number = 0; number < 60; number += 1) {
            [
                () => browser.open(random(13)), () => browser.leave(), () => browser.go(-1),
                () => browser.go(1),
                () => browser.viewed !== null && browser.show({ index: random(13) }),
                () => browser.enter(["#2023-12-p12", "#1999-01-p1", "#months"][random(3)])
            ][random(6)]();
            const { fragment, isMarked } = browser.step;
            assert.equal(browser.viewed !== null, isMarked, `seed ${seed}, action ${number}`);
            if (browser.viewed !== null) assert.equal(fragment, browser.addressOf(browser.viewed));
            assert.ok(!browser.steps[0].isMarked, "the page lies below every photo");
        }
    }
});
