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
    return tile;
}

/**
 * @param {HTMLElement} tile
 * @param {Item | null} item
 */
function fill(tile, item) {
    if (!item || tile.firstChild) return;
    tile.title = item[NAME];
    tile.setAttribute("aria-label", spokenText(item) + (isLive(item) ? ", live" : ""));
    tile.append(item[THUMBNAIL] ? picture(item) : drawn(item));
    if (item[VIDEO]) tile.append(make("span", "badge"));
    if (isLive(item)) tile.append(make("span", "live-mark"));
}
