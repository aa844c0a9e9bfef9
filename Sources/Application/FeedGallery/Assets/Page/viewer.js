// The grid of the months and the large view, which both pages have: that of the gallery and that of
// `photopark serve`. The functions here use these parts, which each page has of its own:
//
// - `itemAt` returns an item, `fill` draws it in its tile, and `steps` finds its address.
// - `measure` computes the layout, `offset` and `gridTop` are positions in it, and `goTo` scrolls.
// - `windowChanged` draws what depends on the position, and `present` the item in the large view.

/** @typedef {Map<number, HTMLElement>} Tiles */
/** @typedef {{ element: HTMLElement, grid: HTMLElement, tiles: Tiles }} Section */

/** @type {string[]} the keys of the months */
let keys = [];
let layout = new GridLayout([], main.clientWidth);
/** @type {Map<number, Section>} the months near the window */
const shown = new Map();
/** The item that has, or last had, the focus. */
let current = 0;
/** The item in the large view; the focus of the grid is apart from it until the view closes. */
let viewed = 0;
/** @type {HTMLElement | undefined} the one tile in the tab order */
let tabStop;
let isRenderPending = false;
/** The message above the grid while no photo is missing. */
let warning = "";

// ---- The grid contains the months near the window, and their tiles there. ----

/**
 * Computes the layout of months, which have keys and numbers of items.
 *
 * @param {[string, number][]} months
 */
function layOut(months) {
    keys = months.map(([key]) => key);
    layout = new GridLayout(months.map(([, count]) => count), main.clientWidth);
}

function renderInNextFrame() {
    if (isRenderPending) return;
    isRenderPending = true;
    requestAnimationFrame(() => { isRenderPending = false; render(); });
}

function render() {
    if (!layout.total) return removeSections();
    const near = layout.near(offset(), innerHeight);
    const first = near[0].section, last = near[near.length - 1].section;
    for (const [section, { element }] of shown)
        if (section < first || section > last) { element.remove(); shown.delete(section); }
    for (const { section, first, end } of near) renderSection(section, first, end);
    windowChanged();
    keepOneTileInTabOrder();
}

function removeSections() {
    for (const { element } of shown.values()) element.remove();
    shown.clear();
}

/**
 * @param {number} section
 * @param {number} first the first tile
 * @param {number} end the tile after the last one
 */
function renderSection(section, first, end) {
    const { element, grid, tiles } = shown.get(section) ?? addSection(section);
    element.style.top = layout.tops[section] - gridTop() + "px";
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

/**
 * A tile of the grid, which is empty until the item's chunk is loaded.
 *
 * @param {number} index
 */
function makeTile(index) {
    const tile = make("button", "tile");
    tile.type = "button";
    tile.tabIndex = -1;
    tile.dataset.index = String(index);
    fill(tile, itemAt(index));
    return tile;
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
    if (target !== null) goTo(index === 0 ? -main.offsetTop : target);
    render();
    tileOf(index)?.focus({ preventScroll: true });
}

/** Adapts the page to the size of the window; the photo at the top of the window stays there. */
function resize() {
    const anchor = layout.topmost(offset());
    measure();
    if (anchor !== null) goTo(layout.topOf(anchor) - HEADING);
    render();
}

// ---- The large view shows one item. ----

/** @param {number} index */
function show(index) {
    viewed = index;
    if (!view.open) view.showModal();
    // Without it, the first button has the focus: Enter would press it, and its ring is drawn.
    view.focus();
    present();
}

/** @param {number} index */
function step(index) {
    viewed = index;
    const focused = document.activeElement;
    present();
    // A control that is no longer there, or that is disabled now, has no focus.
    if (!focused?.isConnected || focused.matches(":disabled, [hidden]")) view.focus();
}

/** Shows which of all items is in the large view. */
function drawPosition() {
    byId("position", HTMLElement).textContent = positionText(viewed, layout.total);
    previous.disabled = viewed === 0;
    next.disabled = viewed === layout.total - 1;
}

/**
 * Shows the texts and the thumbnail of the item in the large view; nothing until it is loaded.
 *
 * @param {Item | null} item
 */
function drawItem(item) {
    byId("name", HTMLElement).textContent = item ? item[NAME] : "";
    byId("facts", HTMLElement).textContent = item ? factsText(item) : "";
    byId("folder", HTMLElement).textContent = item ? item[FOLDER] : "";
    byId("owners", HTMLElement).textContent = item?.[OWNERS] ?? "";
    stage.replaceChildren();
    ambient.removeAttribute("src");
    if (!item) return;
    keepAddress();
    if (item[THUMBNAIL]) {
        const image = picture(item);
        image.loading = "eager";
        image.addEventListener("load", fit);
        image.alt = item[NAME];
        ambient.src = image.src;
        stage.append(image);
    } else stage.append(drawn(item));
    for (const near of [viewed - 1, viewed + 1]) {
        const other = near >= 0 && near < layout.total && itemAt(near);
        if (other && other[THUMBNAIL]) new Image().src = "thumbnails/" + other[THUMBNAIL];
    }
}

/** Gives the picture the size in which it fits into the stage. */
function fit() {
    const image = stage.querySelector("img");
    if (!image || !image.naturalWidth) return;
    const size = fitted(image.naturalWidth, image.naturalHeight, stage);
    image.style.width = size.width + "px";
    image.style.height = size.height + "px";
}

// The stage changes with the window, and with the lines of the caption.
new ResizeObserver(fit).observe(stage);

// ---- The address: each photo has one, and the large view is an entry of the history. ----

/** @param {number} index */
function addressOf(index) {
    return fragmentOf(keys[layout.sectionOf(index)], itemAt(index)?.[KEY]);
}

function keepAddress() {
    const address = addressOf(viewed);
    if (location.hash === address) return;
    // Safari allows a hundred changes in 30 seconds, and then throws.
    try { history.replaceState(history.state, "", address); } catch { }
}

function isMarked() {
    return Boolean(history.state?.photo);
}

/** @param {Action[]} actions */
function perform(actions) {
    for (const action of actions)
        switch (action.kind) {
            case "push":
                // Back must not restore the former scroll position: the photo viewed last may be
                // elsewhere.
                history.scrollRestoration = "manual";
                history.pushState({ photo: true }, "", action.fragment);
                break;
            case "mark": history.replaceState({ photo: true }, "", location.hash); break;
            case "strip": history.replaceState(null, "", location.href.split("#")[0]); break;
            case "back": history.back(); break;
            case "show":
                missing.textContent = warning;
                show(action.index);
                break;
            case "close":
                history.scrollRestoration = "auto";
                view.close();
                break;
            case "missing": missing.textContent = MISSING_PHOTO; break;
        }
}

// ---- The keys, the pointer and the touches. ----

document.addEventListener("keydown", event => {
    const element = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || !layout.total) return;
    if (!(element instanceof HTMLElement)) return;
    if (view.open) {
        // The keys of a video seek in it; Escape closes the view.
        if (element.tagName === "VIDEO") return;
        const isButton = element.tagName === "BUTTON" || element.tagName === "A";
        if (event.key === "Enter" && !isButton) {
            // The focus goes back to a tile, which the same key would open again.
            event.preventDefault();
            view.close();
        }
        const key = event.key === " " && !isButton ? "ArrowRight" : event.key;
        const target = viewTarget(key, viewed, layout.total);
        if (target !== null) { event.preventDefault(); step(target); }
        return;
    }
    const isOnTile = element.classList.contains("tile");
    if (!isOnTile && (element !== document.body || !entersGrid(event.key))) return;
    const target = gridTarget(event.key, current, layout);
    if (target === null) return;
    event.preventDefault();
    if (isOnTile) focusTile(target);
    else focusTile(tileOf(current) ? current : layout.starts[layout.sectionShown(offset())]);
});

/** @param {Event} event */
function tileIndex(event) {
    const tile = event.target instanceof Element ? event.target.closest(".tile") : null;
    return tile instanceof HTMLElement ? Number(tile.dataset.index) : null;
}

main.addEventListener("focusin", event => { current = tileIndex(event) ?? current; });
main.addEventListener("click", event => {
    const index = tileIndex(event);
    if (index !== null) perform(steps.opened(index, addressOf(index)));
});

byId("close", HTMLElement).onclick = () => view.close();
previous.onclick = () => step(viewed - 1);
next.onclick = () => step(viewed + 1);
view.addEventListener("close", () => {
    stage.replaceChildren();
    focusTile(viewed);
    perform(steps.closed(isMarked()));
});
view.addEventListener("click", event => {
    if (event.target === stage || event.target === stage.parentElement) view.close();
});

/** @type {{ clientX: number, clientY: number } | null} the start of a touch with one finger */
let touch = null;
view.addEventListener("touchstart", event => {
    const { clientX, clientY } = event.changedTouches[0];
    touch = event.touches.length === 1 ? { clientX, clientY } : null;
}, { passive: true });
view.addEventListener("touchend", event => {
    if (!touch) return;
    const end = event.changedTouches[0];
    const distance = swipeStep(end.clientX - touch.clientX, end.clientY - touch.clientY);
    touch = null;
    if (distance) step(clamped(viewed + distance, layout.total));
}, { passive: true });
