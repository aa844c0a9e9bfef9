// The positions in the feed, which may be higher than a document, and the items of the grid.

let map = new ScrollMap(0, innerHeight);
let restTimer = 0, requestTimer = 0;

/**
 * An item of the feed; null until it is loaded.
 *
 * @param {number} index
 */
function itemAt(index) {
    return itemOf(state, index);
}

/** The position of the window's upper edge in the feed. */
function offset() {
    return map.offset;
}

/** The position of the grid's upper edge. */
function gridTop() {
    return map.base;
}

/** Computes the layout of the present months, in which the item at the top stays there. */
function measure() {
    const former = map;
    layOut(state.feed?.months ?? []);
    map = new ScrollMap(layout.height, innerHeight);
    if (layout.height === former.height) { map.scroll = former.scroll; map.offset = former.offset; }
    main.style.height = map.scrollHeight + "px";
    drawTicks();
}

function scrolled() {
    map.moved(scrollY - main.offsetTop);
    clearTimeout(restTimer);
    restTimer = setTimeout(rest, 150);
    // A slow scroll may not rest for seconds.
    if (!requestTimer) requestTimer = setTimeout(requestWhileScrolling, 150);
    renderInNextFrame();
}

function requestWhileScrolling() {
    requestTimer = 0;
    requestChunks();
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

function windowChanged() {
    fillTiles();
    drawThumb();
}

/** Requests the chunks of the tiles that exist, those in the window first. */
function requestChunks() {
    if (!state.feed || !layout.total) return;
    const size = state.feed.chunk;
    /** @type {Set<number>} */
    const chunks = new Set();
    const start = layout.topmost(offset()) ?? 0;
    chunks.add(Math.floor(start / size));
    for (const { tiles } of shown.values())
        for (const index of tiles.keys()) chunks.add(Math.floor(index / size));
    if (view.open) chunks.add(Math.floor(viewed / size));
    dispatch({ kind: "needed", chunks: [...chunks] });
}

main.addEventListener("focusin", requestChunks);

/** Draws other months; the photo at the top of the window stays there. */
function drawMonths() {
    removeSections();
    measure();
    render();
}
