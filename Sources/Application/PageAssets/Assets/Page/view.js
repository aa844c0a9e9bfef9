// The large view shows one item.

/** The item in the large view; the focus of the grid is apart from it until the view closes. */
let viewed = 0;

/**
 * The photo in the stage; null while there is none.
 *
 * @type {Item | null}
 */
let presented = null;
/** Whether its movie is on the machine of the server. */
let hasMovie = false;

/** @param {number} index */
function show(index) {
    viewed = index;
    if (!view.open) view.showModal();
    // Without it, the first button has the focus: Enter would press it, and its ring is drawn.
    view.focus();
    present();
}

/** @param {number} index */
function step(index) {
    viewed = index;
    const focused = document.activeElement;
    present();
    // A control that is no longer there, or that is disabled now, has no focus.
    if (!focused?.isConnected || focused.matches(":disabled, [hidden]")) view.focus();
}

function present() {
    const size = state.feed?.chunk ?? 1, last = layout.total - 1;
    dispatch({
        kind: "needed",
        chunks: [viewed, clamped(viewed - 1, last + 1), clamped(viewed + 1, last + 1)]
            .map(index => Math.floor(index / size))
    });
    const item = itemOf(state, viewed);
    byId("position", HTMLElement).textContent = positionText(viewed, layout.total);
    previous.disabled = viewed === 0;
    next.disabled = viewed === last;
    // A change elsewhere in the library interrupts no video, and draws no photo again.
    if (item && presented && isSamePicture(item, presented)) return;
    presented = item;
    hasMovie = false;
    byId("name", HTMLElement).textContent = item ? item[NAME] : "";
    byId("facts", HTMLElement).textContent = item ? factsText(item) : "";
    byId("folder", HTMLElement).textContent = item ? item[FOLDER] : "";
    byId("owners", HTMLElement).textContent = item?.[OWNERS] ?? "";
    endLive();
    stage.replaceChildren();
    clearTimeout(detailsTimer);
    originalLine.replaceChildren();
    ambient.removeAttribute("src");
    if (!item) return;
    keepAddress();
    if (item[THUMBNAIL]) {
        const image = picture(item);
        image.loading = "eager";
        image.addEventListener("load", fit);
        image.alt = item[NAME];
        ambient.src = image.src;
        stage.append(image);
    } else stage.append(drawn(item));
    // A person who steps through photos requests no originals on the way.
    detailsTimer = setTimeout(() => showOriginal(item), 200);
    for (const near of [viewed - 1, viewed + 1]) {
        const other = near >= 0 && near <= last && itemOf(state, near);
        if (other && other[THUMBNAIL]) new Image().src = "thumbnails/" + other[THUMBNAIL];
    }
}

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
    if (!details || !view.open || itemOf(state, viewed)?.[KEY] !== item[KEY]) return;
    const original = details.original ?? null;
    hasMovie = details.movie?.type.startsWith("video/") ?? false;
    drawLiveButton();
    originalLine.textContent = originalText(item, original, hasMovie);
    fit();
    if (!original) return;
    const address = "originals/" + original.path, link = make("a");
    link.href = address + "?download";
    link.download = "";
    link.textContent = `Download the original (${sizeText(original.size)})`;
    originalLine.append(link);
    fit();
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
        if (!view.open || itemOf(state, viewed)?.[KEY] !== item[KEY]) return;
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

function fit() {
    const image = stage.querySelector("img");
    if (!image || !image.naturalWidth) return;
    const size = fitted(image.naturalWidth, image.naturalHeight, stage);
    image.style.width = size.width + "px";
    image.style.height = size.height + "px";
}

// ---- The address: each photo has one, and the large view is an entry of the history. ----

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
        const item = itemOf(state, index);
        if (!item) chunks.add(Math.floor(index / feed.chunk));
        return item;
    });
    if (found === "loading") dispatch({ kind: "needed", chunks: [...chunks].slice(0, 4) });
    return found;
}

/** @param {number} index */
function addressOf(index) {
    return fragmentOf(keys[layout.sectionOf(index)], itemOf(state, index)?.[KEY]);
}

function keepAddress() {
    const address = addressOf(viewed);
    if (location.hash === address) return;
    // Safari allows a hundred changes in 30 seconds, and then throws.
    try { history.replaceState(history.state, "", address); } catch { }
}

function isMarked() {
    return Boolean(history.state?.photo);
}

/** @param {Action[]} actions */
function perform(actions) {
    for (const action of actions)
        switch (action.kind) {
            case "push":
                history.scrollRestoration = "manual";
                history.pushState({ photo: true }, "", action.fragment);
                break;
            case "mark": history.replaceState({ photo: true }, "", location.hash); break;
            case "strip": history.replaceState(null, "", location.href.split("#")[0]); break;
            case "back": history.back(); break;
            case "show":
                missing.textContent = warningOf(state);
                show(action.index);
                break;
            case "close":
                history.scrollRestoration = "auto";
                view.close();
                break;
            case "missing": missing.textContent = "The photo with this address is not here."; break;
        }
}
