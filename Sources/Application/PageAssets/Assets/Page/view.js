// The large view shows one item.

/**
 * The photo in the stage; null while there is none.
 *
 * @type {Item | null}
 */
let presented = null;
/** Whether its movie is on the machine of the server. */
let hasMovie = false;

function present() {
    const size = state.feed?.chunk ?? 1, last = layout.total - 1;
    dispatch({
        kind: "needed",
        chunks: [viewed, clamped(viewed - 1, last + 1), clamped(viewed + 1, last + 1)]
            .map(index => Math.floor(index / size))
    });
    const item = itemAt(viewed);
    drawPosition();
    // A change elsewhere in the library interrupts no video, and draws no photo again.
    if (item && presented && isSamePicture(item, presented)) return;
    presented = item;
    hasMovie = false;
    endLive();
    clearTimeout(detailsTimer);
    originalLine.replaceChildren();
    drawItem(item);
    // A person who steps through photos requests no originals on the way.
    if (item) detailsTimer = setTimeout(() => showOriginal(item), 200);
}

view.addEventListener("close", () => {
    endLive();
    presented = null;
});

let detailsTimer = 0;

/**
 * The originals of an item that are on the machine of the server; null if it does not answer.
 *
 * @param {Item} item
 * @returns {Promise<{ original?: Original, movie?: Original } | null>}
 */
async function fetchDetails(item) {
    const response = await fetch("details/" + sourceOf(item)).catch(() => null);
    return response?.ok ? response.json().catch(() => null) : null;
}

/**
 * Replaces the thumbnail by the original, if it is here and the browser can show it.
 *
 * @param {Item} item
 */
async function showOriginal(item) {
    if (!sourceOf(item)) return;
    const details = await fetchDetails(item);
    if (!details || !view.open || itemAt(viewed)?.[KEY] !== item[KEY]) return;
    const original = details.original ?? null;
    hasMovie = details.movie?.type.startsWith("video/") ?? false;
    drawLiveButton();
    originalLine.textContent = originalText(item, original, hasMovie);
    if (!original) return;
    const address = "originals/" + original.path, link = make("a");
    link.href = address + "?download";
    link.download = "";
    link.textContent = `Download the original (${sizeText(original.size)})`;
    originalLine.append(link);
    if (original.type.startsWith("video/")) playVideo(address, item);
    else if (original.type) showPicture(address, item);
}

/**
 * @param {string} address
 * @param {Item} item
 */
function showPicture(address, item) {
    const image = make("img");
    image.alt = item[NAME];
    image.draggable = false;
    image.onload = () => {
        if (!view.open || itemAt(viewed)?.[KEY] !== item[KEY]) return;
        const movie = stage.querySelector(".live");
        stage.replaceChildren(image, ...movie ? [movie] : []);
        fit();
    };
    image.src = address;
}

/**
 * The video with the controls of the browser; the thumbnail stays if it cannot be played.
 *
 * @param {string} address
 * @param {Item} item
 */
function playVideo(address, item) {
    const video = make("video"), former = [...stage.childNodes];
    video.controls = true;
    video.preload = "metadata";
    video.setAttribute("aria-label", item[NAME]);
    if (item[THUMBNAIL]) video.poster = "thumbnails/" + item[THUMBNAIL];
    video.onerror = () => { if (video.isConnected) stage.replaceChildren(...former); };
    video.src = address;
    stage.replaceChildren(video);
}

// ---- The address of a photo. ----

const MISSING_PHOTO = "The photo with this address is not here.";

const steps = new PhotoHistory(address => {
    const feed = state.feed;
    if (!feed) return "loading";
    return find(address, feed);
});

/**
 * @param {Address} address
 * @param {Feed} feed
 */
function find(address, feed) {
    /** @type {Set<number>} */
    const chunks = new Set();
    const found = search(address, feed, index => {
        const item = itemAt(index);
        if (!item) chunks.add(Math.floor(index / feed.chunk));
        return item;
    });
    if (found === "loading") dispatch({ kind: "needed", chunks: [...chunks].slice(0, 4) });
    return found;
}
