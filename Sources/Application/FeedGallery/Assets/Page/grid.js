// The grid contains the months near the window, and their tiles there.

let counts = part.months.map(([, count]) => count);
let keys = part.months.map(([key]) => key);
let layout = new GridLayout(counts, main.clientWidth);

/** @typedef {Map<number, HTMLElement>} Tiles */
/** @typedef {{ element: HTMLElement, grid: HTMLElement, tiles: Tiles }} Section */

/** @type {Map<number, Section>} */
const shown = new Map();
/** The item that has, or last had, the focus. */
let current = 0;
/** @type {HTMLElement | undefined} the one tile in the tab order */
let tabStop;
let isRenderPending = false;

/**
 * Shows other items, from their beginning.
 *
 * @param {GalleryView} items
 */
function showPart(items) {
    part = { ...items, chunk: data.chunk };
    counts = part.months.map(([, count]) => count);
    keys = part.months.map(([key]) => key);
    for (const { element } of shown.values()) element.remove();
    shown.clear();
    current = viewed = 0;
    byId("summary", HTMLElement).textContent = summaryText(part);
    measure();
    scrollTo(0, 0);
    render();
}

/** The position of the window's upper edge in the grid. */
function offset() {
    return scrollY - main.offsetTop;
}

function measure() {
    layout = new GridLayout(counts, main.clientWidth);
    main.style.height = layout.height + "px";
    drawYears();
}

function renderInNextFrame() {
    if (isRenderPending) return;
    isRenderPending = true;
    requestAnimationFrame(() => { isRenderPending = false; render(); });
}

function render() {
    if (!layout.total) return;
    const near = layout.near(offset(), innerHeight);
    const first = near[0].section, last = near[near.length - 1].section;
    for (const [section, { element }] of shown)
        if (section < first || section > last) { element.remove(); shown.delete(section); }
    for (const { section, first, end } of near) renderSection(section, first, end);
    markYear(keys[layout.sectionShown(offset())].slice(0, 4));
    keepOneTileInTabOrder();
}

/**
 * @param {number} section
 * @param {number} first the first tile
 * @param {number} end the tile after the last one
 */
function renderSection(section, first, end) {
    const { element, grid, tiles } = shown.get(section) ?? addSection(section);
    element.style.top = layout.tops[section] + "px";
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
    count.textContent = numberFormat.format(counts[section]);
    heading.append(count);
    element.setAttribute("aria-labelledby", heading.id);
    const added = { element, grid: make("div", "grid"), tiles: new Map() };
    element.append(heading, added.grid);
    const after = [...shown.keys()].filter(key => key > section).sort((a, b) => a - b)[0];
    main.insertBefore(element, shown.get(after)?.element ?? null);
    shown.set(section, added);
    return added;
}

/** Fills the tiles whose chunk has been loaded since they were made. */
function fillTiles() {
    for (const { tiles } of shown.values())
        for (const [index, tile] of tiles) fill(tile, itemAt(index));
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
            if (layout.topOf(index) >= offset()) { stop = tile; break; }
    }
    if (stop === tabStop) return;
    if (tabStop) tabStop.tabIndex = -1;
    if (stop) stop.tabIndex = 0;
    tabStop = stop;
}

/** @param {number} index */
function focusTile(index) {
    current = index;
    const target = layout.offsetShowing(index, offset(), innerHeight);
    if (target !== null) scrollTo(0, index === 0 ? 0 : target + main.offsetTop);
    render();
    tileOf(index)?.focus({ preventScroll: true });
}

// The photo at the top of the window stays there.
function resize() {
    const anchor = layout.topmost(offset());
    measure();
    if (anchor !== null) scrollTo(0, layout.topOf(anchor) - HEADING + main.offsetTop);
    render();
    fit();
}
