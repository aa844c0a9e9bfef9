/**
 * Draws an item in its tile, once.
 *
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
