/**
 * The item that a key moves the focus to; null if the key has no meaning in the grid.
 *
 * @param {string} key
 * @param {number} current the item with the focus
 * @param {GridLayout} layout
 */
function gridTarget(key, current, layout) {
    switch (key) {
        case "ArrowLeft": return clamped(current - 1, layout.total);
        case "ArrowRight": return clamped(current + 1, layout.total);
        case "ArrowUp": return layout.neighbour(current, -1);
        case "ArrowDown": return layout.neighbour(current, 1);
        case "Home": return 0;
        case "End": return layout.total - 1;
        default: return null;
    }
}

/**
 * Whether a key enters the grid from the page. The other keys scroll, as on every page.
 *
 * @param {string} key
 */
function entersGrid(key) {
    return key === "ArrowLeft" || key === "ArrowRight";
}

/**
 * The item that a key shows in the large view; null if the key has no meaning there.
 *
 * @param {string} key
 * @param {number} viewed the item in the large view
 * @param {number} total
 */
function viewTarget(key, viewed, total) {
    switch (key) {
        case "ArrowLeft": case "ArrowUp": case "PageUp": return clamped(viewed - 1, total);
        case "ArrowRight": case "ArrowDown": case "PageDown": return clamped(viewed + 1, total);
        case "Home": return 0;
        case "End": return total - 1;
        default: return null;
    }
}

/**
 * The step of a swipe: 1 for the next item, -1 for the previous one, 0 if it was not a swipe.
 *
 * @param {number} across the movement to the right
 * @param {number} down
 */
function swipeStep(across, down) {
    return Math.abs(across) > 48 && Math.abs(across) > 2 * Math.abs(down) ? -Math.sign(across) : 0;
}
