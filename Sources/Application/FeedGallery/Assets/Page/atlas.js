// The map of places, which needs nothing from other servers.

const atlas = byId("places", HTMLDialogElement), chart = byId("chart", HTMLElement);
const land = byId("land", HTMLCanvasElement), clusters = byId("clusters", HTMLElement);
const placesNote = byId("places-note", HTMLElement);

let mapView = WHOLE_MAP;
let placesRequest = 0;
let placesTimer = 0;
/** @type {Places | null} */
let places = null;
/** @type {Country[]} */
let countries = [];

function openAtlas() {
    atlas.showModal();
    chart.focus();
    showMap(mapView);
    if (!countries.length) findCountries().then(found => {
        countries = found;
        drawMap();
    });
}

/** @param {MapView} target */
function showMap(target) {
    mapView = target;
    byId("zoom-in", HTMLButtonElement).disabled = mapView.zoom === LAST_ZOOM;
    byId("zoom-out", HTMLButtonElement).disabled = mapView.zoom === 0;
    drawMap();
    clearTimeout(placesTimer);
    placesTimer = setTimeout(fetchPlaces, 80);
}

async function fetchPlaces() {
    // A closed map has no size.
    if (!atlas.open) return;
    const request = placesRequest += 1;
    const answer = await findPlaces();
    if (request !== placesRequest || !atlas.open) return;
    places = answer;
    placesNote.textContent = places ? placesText(places) : NO_PLACES;
    drawMap();
}

function mapSize() {
    return { width: chart.clientWidth, height: chart.clientHeight };
}

function drawMap() {
    const size = mapSize(), context = land.getContext("2d");
    land.width = size.width * devicePixelRatio;
    land.height = size.height * devicePixelRatio;
    if (context) {
        context.scale(devicePixelRatio, devicePixelRatio);
        drawLand(context, size);
    }
    drawClusters(size);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{ width: number, height: number }} size
 */
function drawLand(context, size) {
    const style = getComputedStyle(chart);
    context.fillStyle = style.getPropertyValue("--tile");
    context.strokeStyle = style.getPropertyValue("--soft");
    context.lineWidth = 1;
    context.beginPath();
    for (const { rings } of countries) for (const ring of rings) {
        for (let index = 0; index < ring.length; index += 2) {
            const { left, top } = mapPosition(
                ring[index + 1] / OUTLINE_UNIT, ring[index] / OUTLINE_UNIT, mapView, size);
            if (index) context.lineTo(left, top); else context.moveTo(left, top);
        }
        context.closePath();
    }
    context.fill();
    context.stroke();
    drawGrid(context, size);
}

/**
 * The lines of equal latitude and longitude.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {{ width: number, height: number }} size
 */
function drawGrid(context, size) {
    const step = gridStep(mapView.zoom), scale = degreeSize(mapView, size);
    context.globalAlpha = 0.35;
    context.beginPath();
    const west = mapView.longitude - size.width / 2 / scale;
    for (let line = Math.ceil(west / step); line * step < west + size.width / scale; line += 1) {
        const { left } = mapPosition(0, line * step, mapView, size);
        context.moveTo(left, 0);
        context.lineTo(left, size.height);
    }
    const south = mapView.latitude - size.height / 2 / scale;
    for (let line = Math.ceil(south / step); line * step < south + size.height / scale; line += 1) {
        const { top } = mapPosition(line * step, 0, mapView, size);
        context.moveTo(0, top);
        context.lineTo(size.width, top);
    }
    context.stroke();
    context.globalAlpha = 1;
}

/** @param {{ width: number, height: number }} size */
function drawClusters(size) {
    const focused = [...clusters.children].find(button => button === document.activeElement);
    const focus = focused?.getBoundingClientRect();
    const present = places;
    const buttons = (present?.clusters ?? []).flatMap(([latitude, longitude, count]) => {
        const { left, top } = mapPosition(latitude, longitude, mapView, size);
        if (left < 0 || top < 0 || left > size.width || top > size.height) return [];
        const button = make("button", "cluster");
        button.type = "button";
        button.style.left = left + "px";
        button.style.top = top + "px";
        button.textContent = numberFormat.format(count);
        button.setAttribute("aria-label", countText(count, "item", "items") + " near "
            + placeText(latitude, longitude));
        button.onclick = () => searchNear(nearSearch(latitude, longitude, present?.edge ?? 1));
        return [button];
    });
    clusters.replaceChildren(...buttons);
    if (focus) (nearestButton(focus, buttons) ?? chart).focus();
}

/**
 * The button nearest to the place of another one; `null` without buttons.
 *
 * @param {DOMRect} place
 * @param {HTMLButtonElement[]} buttons
 */
function nearestButton(place, buttons) {
    /** @type {HTMLButtonElement | null} */
    let nearest = null;
    let least = Infinity;
    for (const button of buttons) {
        const { x, y } = button.getBoundingClientRect();
        const distance = Math.hypot(x - place.x, y - place.y);
        if (distance < least) [nearest, least] = [button, distance];
    }
    return nearest;
}

/** @param {number} step */
function zoomBy(step) {
    showMap(boundedMap({ ...mapView, zoom: mapView.zoom + step }));
    // A button that is disabled now has no focus.
    if (!document.activeElement?.matches("button:enabled")) chart.focus();
}

/** @param {string} text */
function searchNear(text) {
    searchBox.value = text;
    atlas.close();
    select();
    searchBox.focus();
}

atlas.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = mapAfterKey(event.key, mapView, mapSize());
    if (!target) return;
    event.preventDefault();
    showMap(target);
});
byId("zoom-in", HTMLElement).onclick = () => zoomBy(1);
byId("zoom-out", HTMLElement).onclick = () => zoomBy(-1);
byId("close-places", HTMLElement).onclick = () => atlas.close();
byId("open-places", HTMLElement).onclick = openAtlas;
addEventListener("resize", () => { if (atlas.open) showMap(mapView); });

/** @type {{ x: number, y: number } | null} the last place of a pointer that moves the map */
let grip = null;
chart.addEventListener("pointerdown", event => {
    if (event.button !== 0 || event.target instanceof HTMLButtonElement) return;
    grip = { x: event.clientX, y: event.clientY };
    chart.setPointerCapture(event.pointerId);
});
chart.addEventListener("pointermove", event => {
    if (!grip) return;
    showMap(movedMap(mapView, grip.x - event.clientX, grip.y - event.clientY, mapSize()));
    grip = { x: event.clientX, y: event.clientY };
});
for (const kind of /** @type {const} */ (["pointerup", "pointercancel"]))
    chart.addEventListener(kind, () => { grip = null; });
