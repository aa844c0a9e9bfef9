/**
 * The address of a photo: its month and its key. Its index changes with each photo that is added.
 *
 * @typedef {{ month: string, key: string }} Address
 */

/**
 * The address of a photo as a fragment; without the key, the fragment names only the month.
 *
 * @param {string} month
 * @param {string} [key]
 */
function fragmentOf(month, key) {
    return "#" + month + (key ? "-" + key : "");
}

/**
 * @param {string} fragment the fragment of a URL
 * @returns {Address | null} null for every other fragment
 */
function parsedAddress(fragment) {
    const parts = /^#(\d{4}-\d\d)-([0-9a-z]+)$/.exec(fragment);
    return parts && { month: parts[1], key: parts[2] };
}

/**
 * Searches a photo in the chunks of its month, as far as they are loaded.
 *
 * @param {Address} address
 * @param {GalleryView & { chunk: number }} data
 * @param {(index: number) => Item | null} itemAt returns null if the chunk of the item is not
 *     loaded, and requests it
 * @returns {number | "loading" | "missing"} the index of the photo
 */
function search(address, data, itemAt) {
    const section = data.months.findIndex(([month]) => month === address.month);
    if (section < 0) return "missing";
    let index = data.months.slice(0, section).reduce((sum, [, count]) => sum + count, 0);
    const end = index + data.months[section][1];
    let isComplete = true;
    while (index < end) {
        const item = itemAt(index);
        if (item && item[KEY] === address.key) return index;
        if (!item) isComplete = false;
        index = item ? index + 1 : (Math.floor(index / data.chunk) + 1) * data.chunk;
    }
    return isComplete ? "missing" : "loading";
}

/**
 * A change that the page carries out.
 *
 * - `push`: adds a step with the address of a photo to the browser's history.
 * - `mark`: marks the current step as that of a photo.
 * - `strip`: makes the current step that of the page, without a photo.
 * - `back`: goes back in the browser's history, which ends in `arrived`.
 * - `show`: shows a photo in the large view.
 * - `close`: closes the large view.
 * - `missing`: reports that the gallery does not contain the photo.
 *
 * @typedef {{ kind: "push", fragment: string } | { kind: "show", index: number }
 *     | { kind: "mark" | "strip" | "back" | "close" | "missing" }} Action
 */

/**
 * The state machine of addresses and Back. Each input returns the actions to carry out, in order.
 *
 * The large view is one step in the browser's history, above the step of the page. A step of a
 * photo is marked, since its fragment alone can also come from a link.
 */
class PhotoHistory {
    /** @param {(address: Address) => number | "loading" | "missing"} find */
    constructor(find) {
        this.find = find;
        /** @type {Address | null} the photo that is being searched */
        this.sought = null;
        /** Whether the page has gone back and has not yet arrived. */
        this.isLeaving = false;
    }

    /**
     * The user opens a photo. Nothing opens until a step back has arrived.
     *
     * @param {number} index
     * @param {string} fragment
     * @returns {Action[]}
     */
    opened(index, fragment) {
        return this.isLeaving ? [] : [{ kind: "push", fragment }, { kind: "show", index }];
    }

    /**
     * The large view has closed. If the page closed it, and not Back, the history follows.
     *
     * @param {boolean} isMarked whether the current step is marked
     * @returns {Action[]}
     */
    closed(isMarked) {
        return isMarked ? this.leave() : [];
    }

    /**
     * The page begins. Below a photo that was opened by its address lies the page.
     *
     * @param {string} fragment
     * @param {boolean} isMarked
     * @returns {Action[]}
     */
    began(fragment, isMarked) {
        if (!parsedAddress(fragment)) return [];
        /** @type {Action[]} */
        const below = isMarked ? [] : [{ kind: "strip" }, { kind: "push", fragment }];
        return [...below, ...this.arrived(fragment, true)];
    }

    /**
     * The browser has gone to another step, or the user has changed the fragment.
     *
     * @param {string} fragment
     * @param {boolean} isMarked
     * @returns {Action[]}
     */
    arrived(fragment, isMarked) {
        this.isLeaving = false;
        this.sought = parsedAddress(fragment);
        if (!this.sought) return [{ kind: "close" }];
        return isMarked ? this.loaded() : [{ kind: "mark" }, ...this.loaded()];
    }

    /**
     * A chunk has been loaded.
     *
     * @returns {Action[]}
     */
    loaded() {
        if (!this.sought) return [];
        const index = this.find(this.sought);
        if (index === "loading") return [];
        if (index === "missing") return this.failed();
        this.sought = null;
        return [{ kind: "show", index }];
    }

    /**
     * A chunk could not be loaded.
     *
     * @returns {Action[]}
     */
    failed() {
        if (!this.sought) return [];
        this.sought = null;
        return [{ kind: "missing" }, ...this.leave()];
    }

    /** @returns {Action[]} */
    leave() {
        this.isLeaving = true;
        return [{ kind: "back" }];
    }
}
