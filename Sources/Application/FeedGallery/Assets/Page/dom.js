// The elements that the page of the gallery and that of `photopark serve` make.

/**
 * The element of the page with an id.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 */
function byId(id, type) {
    const element = document.getElementById(id);
    if (element instanceof type) return element;
    throw new TypeError("no element: " + id);
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 */
function make(tag, className = "") {
    const element = document.createElement(tag);
    if (className) element.className = className;
    return element;
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
    image.loading = "lazy";
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
