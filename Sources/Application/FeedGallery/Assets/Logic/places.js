/**
 * The part of the map that is shown: its centre in degrees, and its zoom.
 *
 * @typedef {{ latitude: number, longitude: number, zoom: number }} MapView
 */

/**
 * The clusters that `/places` returns; `edge` is that of their cells, in degrees.
 *
 * @typedef {{ items: number, located: number, edge: number,
 *     clusters: [latitude: number, longitude: number, count: number][] }} Places
 */

const LAST_ZOOM = 13;

/** @type {MapView} */
const WHOLE_MAP = { latitude: 0, longitude: 0, zoom: 0 };

/**
 * The number of pixels of a degree. The whole map is as wide as the window at zoom 0.
 *
 * @param {MapView} map
 * @param {{ width: number }} size
 */
function degreeSize(map, size) {
    return size.width / 360 * 2 ** map.zoom;
}

/**
 * The position in the window of a place.
 *
 * @param {number} latitude
 * @param {number} longitude
 * @param {MapView} map
 * @param {{ width: number, height: number }} size
 */
function mapPosition(latitude, longitude, map, size) {
    const scale = degreeSize(map, size);
    return {
        left: size.width / 2 + (longitude - map.longitude) * scale,
        top: size.height / 2 - (latitude - map.latitude) * scale
    };
}

/**
 * The view with its zoom within the limits, and its centre on the map.
 *
 * @param {MapView} map
 * @returns {MapView}
 */
function boundedMap(map) {
    const zoom = Math.max(0, Math.min(LAST_ZOOM, map.zoom));
    return {
        latitude: Math.max(-90, Math.min(90, map.latitude)),
        longitude: Math.max(-180, Math.min(180, map.longitude)), zoom
    };
}

/**
 * The view after a movement of the window, in pixels.
 *
 * @param {MapView} map
 * @param {number} right
 * @param {number} down
 * @param {{ width: number }} size
 */
function movedMap(map, right, down, size) {
    const scale = degreeSize(map, size);
    return boundedMap({
        latitude: map.latitude - down / scale, longitude: map.longitude + right / scale,
        zoom: map.zoom
    });
}

/**
 * The view after a key; null if the key has no meaning on the map.
 *
 * @param {string} key
 * @param {MapView} map
 * @param {{ width: number, height: number }} size
 */
function mapAfterKey(key, map, size) {
    const across = size.width / 4, along = size.height / 4;
    switch (key) {
        case "ArrowLeft": return movedMap(map, -across, 0, size);
        case "ArrowRight": return movedMap(map, across, 0, size);
        case "ArrowUp": return movedMap(map, 0, -along, size);
        case "ArrowDown": return movedMap(map, 0, along, size);
        case "+": case "=": return boundedMap({ ...map, zoom: map.zoom + 1 });
        case "-": return boundedMap({ ...map, zoom: map.zoom - 1 });
        case "Home": case "0": return WHOLE_MAP;
        default: return null;
    }
}

/**
 * The search that finds the photos of a cluster.
 *
 * @param {number} latitude
 * @param {number} longitude
 * @param {number} edge the edge of the cluster's cell, in degrees
 */
function nearSearch(latitude, longitude, edge) {
    const kilometres = Math.max(1, Math.ceil(edge * 111 * 0.75));
    return `near:${latitude.toFixed(4)},${longitude.toFixed(4)},${kilometres}`;
}

/**
 * @param {number} latitude
 * @param {number} longitude
 */
function placeText(latitude, longitude) {
    const north = Math.abs(latitude).toFixed(2) + "° " + (latitude < 0 ? "S" : "N");
    return north + ", " + Math.abs(longitude).toFixed(2) + "° " + (longitude < 0 ? "W" : "E");
}

/** @param {Places} places */
function placesText(places) {
    if (!places.located) return "No photo has a place.";
    return `${numberFormat.format(places.located)} of ${countText(places.items, "item", "items")}`
        + (places.located === 1 ? " has a place." : " have a place.");
}

/**
 * The distance between two lines of the map's grid, in degrees.
 *
 * @param {number} zoom
 */
function gridStep(zoom) {
    return [30, 15, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.025, 0.01, 0.005, 0.0025][zoom];
}
