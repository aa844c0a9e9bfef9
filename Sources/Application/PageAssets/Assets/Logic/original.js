/**
 * An original that is on the machine of the server.
 *
 * @typedef {{ path: string, type: string, size: number }} Original
 */

/** The position of the source in an item without a thumbnail. */
const SOURCE = 13;

/**
 * The library and the identifier of an item, as they are in paths; empty if the item has none.
 *
 * @param {Item} item
 */
function sourceOf(item) {
    return item[SOURCE] ?? item[THUMBNAIL].split("/").slice(0, 2).join("/");
}

/**
 * The line about the original of an item.
 *
 * @param {Item} item
 * @param {Original | null} original null if it is not here
 */
function originalText(item, original) {
    const kind = item[VIDEO] ? "video" : "photo";
    if (!original) return `The original ${kind} is not on this machine.`;
    if (!original.type) return `Browsers do not show the format of this ${kind}.`;
    return "";
}
