// The grid contains the months near the window, and their tiles there.

/** @typedef {Map<number, HTMLElement>} Tiles */
/** @typedef {{ element: HTMLElement, grid: HTMLElement, tiles: Tiles }} Section */

/** @type {string[]} the keys of the months */
let keys = [];
let layout = new GridLayout([], main.clientWidth);
let map = new ScrollMap(0, innerHeight);
/** @type {Map<number, Section>} */
const shown = new Map();
/** The item that has, or last had, the focus. */
let current = 0;
/** @type {HTMLElement | undefined} the one tile in the tab order */
let tabStop;
let isRenderPending = false;
let restTimer = 0;

/** Computes the layout of the present months, in which the item at the top stays there. */
function measure() {
    const { height, scroll, offset } = map;
    const months = state.feed?.months ?? [];
    keys = months.map(([key]) => key);
    layout = new GridLayout(months.map(([, count]) => count), main.clientWidth);
    map = new ScrollMap(layout.height, innerHeight);
    if (layout.height === height) { map.scroll = scroll; map.offset = offset; }
    main.style.height = map.scrollHeight + "px";
    drawTicks();
}

function scrolled() {
    map.moved(scrollY - main.offsetTop);
    clearTimeout(restTimer);
    restTimer = setTimeout(rest, 150);
    renderInNextFrame();
}

/** Scrolling rests: the scroll bar takes its place, and the chunks in the window are requested. */
function rest() {
    const scroll = map.settle();
    if (scroll !== null) scrollTo(0, scroll + main.offsetTop);
    render();
    requestChunks();
}

/** @param {number} offset a position in the feed */
function goTo(offset) {
    scrollTo(0, map.go(offset) + main.offsetTop);
    render();
}

function renderInNextFrame() {
    if (isRenderPending) return;
    isRenderPending = true;
    requestAnimationFrame(() => { isRenderPending = false; render(); });
}

function render() {
    if (!layout.total) {
        for (const { element } of shown.values()) element.remove();
        shown.clear();
        return;
    }
    const near = layout.near(map.offset, innerHeight);
    const first = near[0].section, last = near[near.length - 1].section;
    for (const [section, { element }] of shown)
        if (section < first || section > last) { element.remove(); shown.delete(section); }
    for (const { section, first, end } of near) renderSection(section, first, end);
    drawThumb();
    keepOneTileInTabOrder();
}

/**
 * @param {number} section
 * @param {number} first the first tile
 * @param {number} end the tile after the last one
 */
function renderSection(section, first, end) {
    const { element, grid, tiles } = shown.get(section) ?? addSection(section);
    element.style.top = layout.tops[section] - map.base + "px";
    element.style.height = layout.sectionHeight(section) + "px";
    for (const [index, tile] of tiles)
        if (index < first || index >= end) { tile.remove(); tiles.delete(index); }
    for (let index = first; index < end; index += 1) {
        let tile = tiles.get(index);
        if (!tile) {
            tile = makeTile(index);
            tiles.set(index, tile);
            grid.append(tile);
        }
        fill(tile, itemOf(state, index));
        const { left, top } = layout.position(index);
        tile.style.left = left + "px";
        tile.style.top = top + "px";
        tile.style.width = tile.style.height = layout.tileSize + "px";
    }
}

/** @param {number} section */
function addSection(section) {
    const element = make("section"), heading = make("h2"), count = make("span");
    heading.id = "month-" + section;
    heading.textContent = monthTitle(keys[section]);
    count.textContent = numberFormat.format(layout.counts[section]);
    heading.append(count);
    element.setAttribute("aria-labelledby", heading.id);
    const added = { element, grid: make("div", "grid"), tiles: new Map() };
    element.append(heading, added.grid);
    const after = [...shown.keys()].filter(key => key > section).sort((a, b) => a - b)[0];
    main.insertBefore(element, shown.get(after)?.element ?? null);
    shown.set(section, added);
    return added;
}

/** Requests the chunks of the tiles that exist, those in the window first. */
function requestChunks() {
    if (!state.feed || !layout.total) return;
    const size = state.feed.chunk;
    /** @type {Set<number>} */
    const chunks = new Set();
    const start = layout.topmost(map.offset) ?? 0;
    chunks.add(Math.floor(start / size));
    for (const { tiles } of shown.values())
        for (const index of tiles.keys()) chunks.add(Math.floor(index / size));
    if (view.open) chunks.add(Math.floor(viewed / size));
    dispatch({ kind: "needed", chunks: [...chunks] });
}

/** @param {number} index */
function tileOf(index) {
    return shown.get(layout.sectionOf(index))?.tiles.get(index);
}

function keepOneTileInTabOrder() {
    let stop = tileOf(current);
    if (!stop && tabStop?.isConnected) return;
    for (const { tiles } of shown.values()) {
        if (stop) break;
        for (const [index, tile] of tiles)
            if (layout.topOf(index) >= map.offset) { stop = tile; break; }
    }
    if (stop === tabStop) return;
    if (tabStop) tabStop.tabIndex = -1;
    if (stop) stop.tabIndex = 0;
    tabStop = stop;
}

/** @param {number} index */
function focusTile(index) {
    current = index;
    const target = layout.offsetShowing(index, map.offset, innerHeight);
    if (target !== null) goTo(index === 0 ? -main.offsetTop : target);
    render();
    tileOf(index)?.focus({ preventScroll: true });
    requestChunks();
}

/** Draws other months; the photo at the top of the window stays there. */
function drawMonths() {
    for (const { element } of shown.values()) element.remove();
    shown.clear();
    measure();
    render();
}

/** The photo at the top of the window stays there. */
function resize() {
    const anchor = layout.topmost(map.offset);
    measure();
    if (anchor !== null) goTo(layout.topOf(anchor) - HEADING);
    render();
    requestChunks();
    fit();
}
