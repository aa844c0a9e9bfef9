/**
 * An original that is on the machine of the server.
 *
 * @typedef {{ path: string, type: string, size: number }} Original
 */

/** The positions of the source of an item without a thumbnail, and of the mark of a live photo. */
const SOURCE = 13, LIVE = 14;

/**
 * The library and the identifier of an item, as they are in paths; empty if the item has none.
 *
 * @param {Item} item
 */
function sourceOf(item) {
    return item[SOURCE] || item[THUMBNAIL].split("/").slice(0, 2).join("/");
}

/**
 * Whether two items are the same photo with the same thumbnail.
 *
 * @param {Item} first
 * @param {Item} second
 */
function isSamePicture(first, second) {
    return first[KEY] === second[KEY] && first[THUMBNAIL] === second[THUMBNAIL];
}

/**
 * Whether an item is a photo with a movie, which plays while the photo is pressed or hovered.
 *
 * @param {Item} item
 */
function isLive(item) {
    /** @type {readonly unknown[]} */
    const fields = item;
    return fields[LIVE] === 1;
}

/**
 * The next step of the movie of a live photo.
 *
 * - `idle`: no movie is wanted.
 * - `waiting`: the pointer rests on a photo, whose movie is requested after a moment.
 * - `playing`: the movie is requested, or plays.
 *
 * A pointer that only passes requests nothing. Without motion, only a press plays.
 *
 * @typedef {"idle" | "waiting" | "playing"} LivePhase
 */

/**
 * @param {LivePhase} phase
 * @param {"entered" | "rested" | "pressed" | "released" | "left"} event
 * @param {boolean} isStill whether nothing moves by itself
 * @returns {LivePhase}
 */
function livePhase(phase, event, isStill) {
    switch (event) {
        case "entered": return isStill || phase === "playing" ? phase : "waiting";
        case "rested": return phase === "waiting" ? "playing" : phase;
        case "pressed": return "playing";
        case "released": return isStill ? "idle" : phase;
        case "left": return "idle";
    }
}

/**
 * The line about the original of an item, and about the movie of a live photo.
 *
 * @param {Item} item
 * @param {Original | null} original null if it is not here
 * @param {boolean} hasMovie whether its movie is here
 */
function originalText(item, original, hasMovie) {
    const kind = item[VIDEO] ? "video" : "photo";
    if (!original) return `The original ${kind} is not on this machine.`;
    const sentences = [];
    if (!original.type) sentences.push(`Browsers do not show the format of this ${kind}.`);
    if (isLive(item) && !hasMovie) sentences.push("Its movie is not on this machine.");
    return sentences.join(" ");
}
