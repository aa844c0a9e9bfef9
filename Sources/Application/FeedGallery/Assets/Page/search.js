// The search and the places of a gallery, for which all chunks are read once.

const searchBox = byId("search", HTMLInputElement);
const searchNote = byId("search-note", HTMLElement);

let searchNumber = 0;
/** @type {Findings | null} the items of the search that is shown */
let found = null;

/** The number of chunks that a visit of all items keeps for the next one: 100,000 items. */
const VISITED_CHUNKS = 200;

/** @type {Map<number, (() => void)[]>} what waits for a chunk */
const arrivals = new Map();

/**
 * Called when a chunk is loaded, or cannot be loaded.
 *
 * @param {number} number
 */
function chunkArrived(number) {
    const waiting = arrivals.get(number) ?? [];
    arrivals.delete(number);
    for (const resume of waiting) resume();
}

/**
 * The items of a chunk; null if it cannot be loaded.
 *
 * @param {number} number
 * @returns {Promise<Item[] | null>}
 */
async function itemsOfChunk(number) {
    if (!storedItem(number * data.chunk))
        await new Promise(resolve => {
            arrivals.set(number, [...arrivals.get(number) ?? [], () => resolve(null)]);
        });
    return chunks.get(number) ?? null;
}

/**
 * Visits all items of the gallery, or of its account.
 *
 * @param {(item: Item, month: string) => void} visit
 * @param {(share: number) => boolean} isWanted whether to continue, at a share of all items
 * @returns {Promise<boolean>} whether all were visited
 */
async function visitItems(visit, isWanted) {
    const kept = new Set(chunks.keys());
    let month = -1, left = 0;
    for (let number = 0; number * data.chunk < whole.items; number += 1) {
        // The next ones are loaded meanwhile.
        for (let ahead = number + 1; ahead < number + 4; ahead += 1)
            if (ahead * data.chunk < whole.items) storedItem(ahead * data.chunk);
        const items = await itemsOfChunk(number);
        if (!items || !isWanted(number * data.chunk / whole.items)) return false;
        for (const item of items) {
            while (left === 0) { month += 1; left = whole.months[month][1]; }
            left -= 1;
            visit(item, whole.months[month][0]);
        }
        // A gallery of a million photos is not kept in the memory; the grid requests its own.
        if (!kept.has(number) && chunks.size > VISITED_CHUNKS) chunks.delete(number);
    }
    return true;
}

async function select() {
    const number = searchNumber += 1, words = finderWords(searchBox.value, allCountries());
    if (!words.length) return showFindings(null, "");
    const findings = new Findings(words, allCountries());
    const isComplete = await visitItems((item, month) => findings.add(item, month), share => {
        searchNote.textContent = `Searching… ${Math.round(share * 100)} %`;
        return number === searchNumber;
    });
    if (number !== searchNumber) return;
    showFindings(findings, !isComplete ? "A part of the gallery cannot be read."
        : findings.isTruncated ? "Only the newest are shown."
            : findings.items.length ? "" : "Nothing is found.");
}

/**
 * Shows the items of a search; all for null.
 *
 * @param {Findings | null} findings
 * @param {string} note
 */
function showFindings(findings, note) {
    searchNote.textContent = note;
    if (!findings && !found) return;
    found = findings;
    showPart(findings ? {
        items: findings.items.length, videos: findings.videos, months: findings.months
    } : whole);
}

let searchTimer = 0;
searchBox.addEventListener("input", () => {
    clearTimeout(searchTimer);
    searchTimer = setTimeout(select, 300);
});
byId("controls", HTMLFormElement).addEventListener("submit", event => {
    event.preventDefault();
    clearTimeout(searchTimer);
    select();
});

/** @type {Country[] | null} */
let knownCountries = null;

function allCountries() {
    return knownCountries ??= decodedCountries(OUTLINES);
}

/** @returns {Promise<Country[]>} the countries, whose outlines the map has */
async function findCountries() {
    return allCountries();
}

/** The text of the map if the places cannot be read. */
const NO_PLACES = "A part of the gallery cannot be read.";

/**
 * The latitudes and longitudes of the whole gallery, in turn, which are read once.
 *
 * @type {Promise<number[] | null> | null}
 */
let allPlaces = null;

/** @returns {Promise<number[] | null>} null if a part cannot be read, or the map is closed */
async function readPlaces() {
    /** @type {number[]} */
    const places = [];
    const isComplete = await visitItems(item => {
        const place = placeOf(item);
        if (place) places.push(place.latitude, place.longitude);
    }, () => atlas.open);
    return isComplete ? places : null;
}

/** @param {Iterable<Item>} items */
function placesOf(items) {
    /** @type {number[]} */
    const places = [];
    for (const item of items) {
        const place = placeOf(item);
        if (place) places.push(place.latitude, place.longitude);
    }
    return places;
}

/** @returns {Promise<Places | null>} the clusters in the window of the map */
async function findPlaces() {
    if (found)
        return clustersOf(placesOf(found.items), found.items.length, mapView, mapSize());
    allPlaces ??= readPlaces();
    const places = await allPlaces;
    if (!places) allPlaces = null;
    return places && clustersOf(places, whole.items, mapView, mapSize());
}
