// The movies of live photos, which play while a photo is pressed or hovered.

/**
 * The photo whose movie is wanted: in its element, the movie covers the picture.
 *
 * @type {{ element: HTMLElement, item: Item, phase: LivePhase } | null}
 */
let live = null;
let liveTimer = 0;
/** The time since which a photo is pressed; 0 while none is. */
let pressedSince = 0;
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {HTMLElement} element
 * @param {Item} item
 * @param {Parameters<typeof livePhase>[1]} event
 */
function moveLive(element, item, event) {
    if (live && (live.element !== element || live.item !== item)) endLive();
    const before = live?.phase ?? "idle";
    const phase = livePhase(before, event, stillness.matches);
    if (phase === before) return;
    clearTimeout(liveTimer);
    if (phase === "idle") return endLive();
    live = { element, item, phase };
    if (phase === "waiting") liveTimer = setTimeout(() => moveLive(element, item, "rested"), 250);
    else playLive(element, item);
}

function endLive() {
    clearTimeout(liveTimer);
    live?.element.querySelector(".live")?.remove();
    live = null;
    drawLiveButton();
}

/**
 * @param {HTMLElement} element
 * @param {Item} item
 */
async function playLive(element, item) {
    drawLiveButton();
    const movie = (await fetchDetails(item))?.movie;
    const isWanted = live?.element === element && live.item === item && live.phase === "playing";
    if (!isWanted || !movie?.type.startsWith("video/")) return;
    const video = make("video", "live");
    video.muted = video.loop = video.playsInline = true;
    // A movie that the browser cannot play leaves the photo as it is.
    video.onerror = () => video.remove();
    video.src = "originals/" + movie.path;
    element.append(video);
    video.play().catch(() => { });
}

/**
 * The tile of an event, if its item is a live photo.
 *
 * @param {Event} event
 */
function liveTile(event) {
    const tile = event.target instanceof Element ? event.target.closest(".tile") : null;
    if (!(tile instanceof HTMLElement)) return null;
    const item = itemAt(Number(tile.dataset.index));
    return item && isLive(item) ? { tile, item } : null;
}

for (const [name, meaning] of /** @type {const} */ ([
    ["pointerover", "entered"], ["pointerdown", "pressed"], ["pointerup", "released"],
    ["pointerout", "left"], ["pointercancel", "left"],
]))
    main.addEventListener(name, event => {
        const found = liveTile(event);
        if (!found) return;
        const isInside = event.relatedTarget instanceof Node
            && found.tile.contains(event.relatedTarget);
        if (isInside || (meaning === "entered" && event.pointerType !== "mouse")) return;
        if (meaning === "pressed") pressedSince = event.timeStamp;
        const isTouch = event.pointerType !== "mouse";
        moveLive(found.tile, found.item, meaning === "released" && isTouch ? "left" : meaning);
    });

/**
 * Whether a click ends a long press, which has played a movie and opens nothing.
 *
 * @param {MouseEvent} event
 */
function endsLongPress(event) {
    const isLong = pressedSince > 0 && event.timeStamp - pressedSince > 500;
    pressedSince = 0;
    return isLong && event.detail > 0 && liveTile(event) !== null;
}

main.addEventListener("click", event => {
    if (endsLongPress(event)) event.stopPropagation();
}, { capture: true });

// ---- The large view: the photo is pressed, or the button keeps the movie on. ----

const liveButton = byId("live", HTMLButtonElement);

function drawLiveButton() {
    liveButton.hidden = !view.open || !hasMovie;
    liveButton.setAttribute("aria-pressed", String(live?.element === stage));
}

liveButton.onclick = () => {
    const item = itemAt(viewed);
    if (item) moveLive(stage, item, live?.element === stage ? "left" : "pressed");
};
stage.addEventListener("pointerdown", event => {
    const item = itemAt(viewed);
    if (item && isLive(item) && event.target instanceof HTMLImageElement)
        moveLive(stage, item, "pressed");
});
for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
    stage.addEventListener(name, () => { if (live?.element === stage) endLive(); });
