const test = require("node:test");
const assert = require("node:assert/strict");
const { asset, randomNumbers } = require("./logic.js");

/** Layouts of all sizes: one item, full rows, long months, phones and wide windows. */
function* layouts() {
    const random = randomNumbers(1);
    yield new GridLayout([1], 320);
    yield new GridLayout([600], 1200);
    for (let number = 0; number < 40; number += 1) {
        const counts = Array.from({ length: 1 + random(30) }, () => 1 + random(1 + random(200)));
        yield new GridLayout(counts, 280 + random(2000));
    }
}

test("a heading is as high as the style sheet makes it", () => {
    const height = /^h2 \{[^}]*?\bheight: (\d+)px;/m.exec(asset("gallery.css"));
    assert.equal(HEADING, Number(height?.[1]));
});

test("the tiles of a row fill the width", () => {
    for (const width of [280, 320, 639, 640, 1200, 2560]) {
        const layout = new GridLayout([1], width);
        const gap = layout.pitch - layout.tileSize;
        const row = layout.columns * layout.tileSize + (layout.columns - 1) * gap;
        assert.ok(Math.abs(row - width) < 1e-9, `${width}`);
        assert.ok(layout.columns === 3 || layout.tileSize >= (width < 640 ? 108 : 164));
        assert.ok(layout.columns >= 3 && layout.tileSize < (width < 640 ? 144 : 218));
        assert.equal(gap, width < 640 ? 3 : 8);
    }
});

test("an empty gallery has no height", () => {
    const layout = new GridLayout([], 1200);
    assert.equal(layout.height, 0);
    assert.equal(layout.total, 0);
    assert.equal(layout.topmost(100), null);
    assert.deepEqual(layout.years([], 800), []);
});

test("months follow one another, and each holds its rows", () => {
    const layout = new GridLayout([7, 1], 1200);
    assert.equal(layout.columns, 7);
    assert.deepEqual(layout.starts, [0, 7]);
    assert.deepEqual(layout.tops, [0, HEADING + layout.pitch + BELOW]);
    assert.equal(layout.height, 2 * (HEADING + layout.pitch + BELOW));
    assert.equal(layout.total, 8);
});

test("no two tiles overlap, and each lies within its month", () => {
    for (const layout of layouts()) {
        const places = new Set();
        for (let index = 0; index < layout.total; index += 1) {
            const section = layout.sectionOf(index), top = layout.topOf(index);
            const bottom = layout.tops[section] + layout.sectionHeight(section) - BELOW;
            assert.ok(top >= layout.tops[section] + HEADING);
            assert.ok(top + layout.pitch <= bottom + 1e-6);
            places.add(`${Math.round(layout.position(index).left)} ${Math.round(top)}`);
        }
        assert.equal(places.size, layout.total);
    }
});

test("the month of an item and of a position is the last one that begins there or before", () => {
    for (const layout of layouts())
        for (const section of layout.counts.keys()) {
            assert.equal(layout.sectionOf(layout.starts[section]), section);
            assert.equal(
                layout.sectionOf(layout.starts[section] + layout.counts[section] - 1), section);
            const top = layout.tops[section];
            assert.equal(layout.sectionAt(top), section);
            assert.equal(layout.sectionAt(top + layout.sectionHeight(section) - 1), section);
        }
});

test("a position outside the grid belongs to the nearest month", () => {
    const layout = new GridLayout([7, 1], 1200);
    assert.equal(layout.sectionAt(-1_000), 0);
    assert.equal(layout.sectionAt(layout.height + 1_000), 1);
});

test("near the window are exactly the tiles that reach into it or one window beyond", () => {
    const random = randomNumbers(2);
    for (const layout of layouts()) {
        const height = 200 + random(1200);
        const offset = random(layout.height + 400) - 200;
        const near = new Set(layout.near(offset, height).flatMap(({ first, end }) =>
            Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place)));
        for (let index = 0; index < layout.total; index += 1) {
            const top = layout.topOf(index), bottom = top + layout.pitch;
            const isNear = bottom > offset - height && top <= offset + 2 * height;
            assert.equal(near.has(index), isNear, `${index} at ${top}, window at ${offset}`);
        }
    }
});

test("the tiles near the window do not grow with the gallery", () => {
    const tiles = months => new GridLayout(Array(months).fill(500), 1200)
        .near(months * 3_000, 800).reduce((sum, { first, end }) => sum + end - first, 0);
    assert.ok(tiles(1_000) <= tiles(10) + 14);
});

test("Down and Up keep the column within a month", () => {
    const layout = new GridLayout([20], 1200);
    assert.equal(layout.columns, 7);
    assert.equal(layout.neighbour(2, 1), 9);
    assert.equal(layout.neighbour(9, -1), 2);
    assert.equal(layout.neighbour(13, 1), 19, "the last row is shorter");
});

test("Down and Up continue in the next month", () => {
    const layout = new GridLayout([10, 3, 10], 1200);
    assert.equal(layout.neighbour(8, 1), 11);
    assert.equal(layout.neighbour(11, 1), 14);
    assert.equal(layout.neighbour(13, -1), 10);
    assert.equal(layout.neighbour(12, -1), 9, "the last row is shorter");
    assert.equal(layout.neighbour(11, -1), 8);
    assert.equal(new GridLayout([13, 3], 1200).neighbour(12, 1), 15, "the next row is shorter");
});

test("Down and Up end at the ends of the grid", () => {
    const layout = new GridLayout([10, 3], 1200);
    for (const index of [0, 6]) assert.equal(layout.neighbour(index, -1), index);
    for (const index of [10, 12]) assert.equal(layout.neighbour(index, 1), index);
});

test("Down reaches the last month from every item, and Up the first one", () => {
    for (const layout of layouts())
        for (const [direction, end] of [[1, layout.counts.length - 1], [-1, 0]])
            for (let start = 0; start < layout.total; start += 97) {
                let index = start;
                for (let next; (next = layout.neighbour(index, direction)) !== index; index = next)
                    assert.equal(Math.sign(next - index), direction);
                assert.equal(layout.sectionOf(index), end);
            }
});

test("the page scrolls no further than needed to show a tile", () => {
    const layout = new GridLayout([70], 1200), height = 800;
    assert.equal(layout.offsetShowing(0, 0, height), null);
    const up = layout.offsetShowing(7, 600, height);
    assert.equal(up, layout.topOf(7) - HEADING, "the heading does not cover it");
    assert.equal(layout.offsetShowing(7, up, height), null);
    assert.equal(layout.offsetShowing(7, up + 1, height), up);
    const bottom = layout.topOf(69) + layout.pitch;
    assert.equal(layout.offsetShowing(69, bottom - height, height), null);
    assert.ok(layout.offsetShowing(69, bottom - height - 1, height) > bottom - height);
    const down = layout.offsetShowing(69, 0, height);
    assert.ok(layout.topOf(69) + layout.pitch <= down + height);
    assert.equal(layout.offsetShowing(69, down, height), null);
});

test("the item at the top of the window stays there when the width changes", () => {
    const wide = new GridLayout([20, 30, 400], 1200), narrow = new GridLayout(wide.counts, 700);
    assert.equal(wide.topmost(0), null);
    assert.equal(wide.topmost(-20), null);
    for (let offset = 1; offset < wide.height; offset += 37) {
        const index = wide.topmost(offset);
        assert.equal(wide.sectionOf(index), wide.sectionAt(offset));
        assert.ok(Number.isInteger(index) && wide.position(index).left === 0);
        const below = offset - (wide.topOf(index) - HEADING);
        assert.ok(below >= 0 && below < wide.pitch + HEADING + BELOW);
        assert.equal(narrow.sectionAt(narrow.topOf(index) - HEADING), wide.sectionAt(offset));
    }
});

test("a heading's month is shown as long as it sticks to the top of the window", () => {
    const layout = new GridLayout([7, 7], 1200);
    assert.equal(layout.sectionShown(0), 0);
    assert.equal(layout.sectionShown(layout.tops[1] - HEADING - 1), 0);
    assert.equal(layout.sectionShown(layout.tops[1] - HEADING), 1);
});

test("a short page shows no years", () => {
    const layout = new GridLayout([7, 7], 1200);
    assert.deepEqual(layout.years(["2024-01", "2023-12"], 800), []);
});

test("each year is shown once, at the place of its newest month", () => {
    const layout = new GridLayout([100, 100, 100, 100], 1200);
    const years = layout.years(["2024-02", "2024-01", "2023-12", "0007-01"], 800);
    assert.deepEqual(years.map(({ year }) => year), ["2024", "2023", "0007"]);
    assert.deepEqual(years.map(({ top }) => top), [0, layout.tops[2], layout.tops[3]]);
    assert.equal(years[0].y, 24);
    assert.ok(years[2].y < 800 - 24);
});

test("years leave space for each other", () => {
    const keys = Array.from({ length: 200 }, (_, place) => `${2024 - place}-01`);
    const years = new GridLayout(keys.map(() => 40), 1200).years(keys, 800);
    assert.ok(years.length > 20 && years.length <= 38);
    years.slice(1).forEach(({ y }, place) => assert.ok(y >= years[place].y + 20));
});

test("a thumbnail fills the stage, keeps its shape, and grows 3.2 times at most", () => {
    const stage = { clientWidth: 1000, clientHeight: 500 };
    assert.deepEqual(fitted(2000, 500, stage), { width: 1000, height: 250 });
    assert.deepEqual(fitted(500, 500, stage), { width: 500, height: 500 });
    assert.deepEqual(fitted(100, 50, stage), { width: 320, height: 160 });
});
