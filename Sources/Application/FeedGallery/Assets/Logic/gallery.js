/**
 * The content of the gallery; `GalleryPage` writes it.
 *
 * @typedef {GalleryView & { pages: string, chunk: number, accounts?: AccountView[] }} GalleryData
 */

/**
 * The items of an account; their chunks have the number of the view in their names.
 *
 * @typedef {GalleryView & { name: string, view: number }} AccountView
 */

/**
 * Whether the address is that of a chunk. The page loads no other script.
 *
 * @param {string} address
 */
function isChunkAddress(address) {
    return /^pages\/[0-9a-f]{16}\/([0-9]+-)?[0-9]+\.js$/.test(address);
}

/**
 * The account with a name; null for all accounts, and for a name that is unknown.
 *
 * @param {string | null} name
 * @param {GalleryData} data
 */
function accountNamed(name, data) {
    return data.accounts?.find(account => account.name === name) ?? null;
}

// The fields of the served page are before it.
const ORIGINAL = 14;

/**
 * The address of the original of an item; null if it is not on this machine.
 *
 * Only a path is accepted, which names no scheme and no host.
 *
 * @param {Item} item
 */
function originalAddress(item) {
    const address = item[ORIGINAL] ?? "";
    return /^(\.\.\/)*([\w~%-][\w.~%-]*\/)*[\w~%-][\w.~%-]*$/.test(address) ? address : null;
}
