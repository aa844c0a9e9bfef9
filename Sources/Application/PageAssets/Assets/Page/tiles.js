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

/**
 * The thumbnail; a drawn tile replaces it if it cannot be loaded.
 *
 * @param {Item} item
 */
function picture(item) {
    const image = make("img");
    image.alt = "";
    image.decoding = "async";
    image.draggable = false;
    image.onload = () => image.classList.add("ready");
    image.onerror = () => image.replaceWith(drawn(item));
    image.src = "thumbnails/" + item[THUMBNAIL];
    return image;
}

/**
 * A coloured tile with the type and the name, for an item without a thumbnail.
 *
 * @param {Item} item
 */
function drawn(item) {
    const tile = make("span", "drawn"), type = make("b"), name = make("bdi");
    type.textContent = typeText(item);
    tile.style.setProperty("--hue", String(hueOf(typeText(item))));
    name.dir = "auto";
    name.textContent = item[NAME];
    tile.append(type, name);
    return tile;
}
