// Chunks are scripts, since a page from the disk can load nothing else. A chunk is requested when
// one of its items is needed.

/** @type {Map<number, Item[] | null>} null while a chunk is loading */
const chunks = new Map();

// TypeScript's description of a window lacks trusted types, and the function for the chunks.
const scope = /** @type {any} */ (self);
const rules = {
    /** @param {string} address */
    createScriptURL(address) {
        if (isChunkAddress(address)) return address;
        throw new TypeError("not a chunk: " + address);
    }
};
const policy = scope.trustedTypes?.createPolicy("photopark", rules) ?? rules;

scope.photopark = {
    /**
     * @param {number} number
     * @param {Item[]} items
     */
    chunk(number, items) {
        chunks.set(number, items);
        fillTiles();
        if (view.open && !found && Math.floor(viewed / data.chunk) === number) present();
        perform(steps.loaded());
        chunkArrived(number);
    }
};

/**
 * An item that is shown; null if its chunk is not loaded, which the call requests.
 *
 * @param {number} index
 */
function itemAt(index) {
    return found ? found.items[index] : storedItem(index);
}

/**
 * An item of the gallery; null if its chunk is not loaded, which the call requests.
 *
 * @param {number} index
 */
function storedItem(index) {
    const number = Math.floor(index / data.chunk);
    const items = chunks.get(number);
    if (items) return items[index % data.chunk];
    if (items === undefined) {
        chunks.set(number, null);
        const script = make("script");
        const view = account ? account.view + "-" : "";
        script.src = policy.createScriptURL(`${data.pages}/${view}${number}.js`);
        script.onload = () => script.remove();
        script.onerror = () => {
            script.remove();
            // A disk that was away may come back: the next call requests the chunk again.
            chunks.delete(number);
            perform(steps.failed());
            chunkArrived(number);
        };
        document.head.append(script);
    }
    return null;
}
