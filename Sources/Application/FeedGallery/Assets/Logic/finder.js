/**
 * A word of a search: a text, a kind, a place, or a country. A text can also be the beginning of a
 * date, or the name of a country.
 *
 * @typedef {{ text: string, kind: number | null, country: Country | null, isCountry: boolean,
 *     near: { latitude: number, longitude: number, kilometres: number } | null }} FinderWord
 */

/** The number of items that a search shows. */
const FOUND_LIMIT = 20_000;

/**
 * The words of a search. They are those of `photopark serve`.
 *
 * @param {string} text
 * @param {Country[]} [countries] those that are found
 * @returns {FinderWord[]}
 */
function finderWords(text, countries = []) {
    return searchForm(text).split(/\s+/).filter(word => word).map(word => {
        const kind = ["kind:photo", "kind:video"].indexOf(word);
        const country = countryWord(word, countries);
        return {
            text: word, kind: kind < 0 ? null : kind, near: nearWord(word), country,
            isCountry: country !== null && word.startsWith(COUNTRY)
        };
    });
}

/**
 * A text in lower case and in the composed form of Unicode: a Mac may write `é` as two characters.
 *
 * @param {string} text
 */
function searchForm(text) {
    return text.toLowerCase().normalize("NFC");
}

const COUNTRY = "country:";

/**
 * @param {string} word
 * @param {Country[]} countries
 */
function countryWord(word, countries) {
    if (!word.startsWith(COUNTRY)) return countryNamed(word, countries);
    const name = word.slice(COUNTRY.length);
    return countries.find(({ code }) => code && code === name) ?? countryNamed(name, countries);
}

/** @param {string} word */
function nearWord(word) {
    if (!word.startsWith("near:")) return null;
    const fields = word.slice(5).split(","), numbers = fields.map(Number);
    const areNumbers = fields.every(field => field) && numbers.every(Number.isFinite);
    if (!areNumbers || numbers.length < 2 || numbers.length > 3) return null;
    const [latitude, longitude, kilometres = 10] = numbers;
    return { latitude, longitude, kilometres };
}

/**
 * Whether an item has each of the words.
 *
 * @param {Item} item
 * @param {FinderWord[]} words
 * @param {Country[]} [countries] those that are found
 */
function hasWords(item, words, countries = []) {
    let path = "";
    return words.every(({ text, kind, near, country, isCountry }) => {
        if (kind !== null) return item[VIDEO] === kind;
        if (near) {
            const place = placeOf(item);
            return place !== null && kilometresBetween(near, place) <= near.kilometres;
        }
        if (country) {
            const place = placeOf(item);
            if (place && countryAt(place.latitude, place.longitude, countries) === country)
                return true;
            if (isCountry) return false;
        }
        if (/^\d{4}(-\d\d(-\d\d)?)?$/.test(text) && dateText(item).startsWith(text)) return true;
        path ||= searchForm(item[FOLDER] + "/" + item[NAME]);
        return path.includes(text);
    });
}

/**
 * The date on the camera's clock, such as `2024-05-31`.
 *
 * @param {Item} item
 */
function dateText(item) {
    const date = new Date(item[TIME] * 1000);
    return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/**
 * The place of an item; null if it is not known in degrees.
 *
 * @param {Item} item
 */
function placeOf(item) {
    const match = /^(-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)$/.exec(item[PLACE]);
    if (!match) return null;
    const latitude = Number(match[1]), longitude = Number(match[2]);
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
        ? { latitude, longitude } : null;
}

/**
 * The distance on a sphere (the haversine formula).
 *
 * @param {{ latitude: number, longitude: number }} start
 * @param {{ latitude: number, longitude: number }} end
 */
function kilometresBetween(start, end) {
    const radian = Math.PI / 180;
    /** @param {number} degrees */
    const square = degrees => Math.sin(degrees * radian / 2) ** 2;
    const chord = square(end.latitude - start.latitude)
        + Math.cos(start.latitude * radian) * Math.cos(end.latitude * radian)
        * square(end.longitude - start.longitude);
    return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The items that a search finds, which are added in the order of the gallery. */
class Findings {
    /**
     * @param {FinderWord[]} words
     * @param {Country[]} countries
     */
    constructor(words, countries) {
        this.words = words;
        this.countries = countries;
        /** @type {Item[]} */
        this.items = [];
        /** @type {Month[]} */
        this.months = [];
        this.videos = 0;
        /** Whether there are more than are shown. */
        this.isTruncated = false;
    }

    /**
     * @param {Item} item
     * @param {string} month the key of its month
     */
    add(item, month) {
        if (!hasWords(item, this.words, this.countries)) return;
        if (this.items.length === FOUND_LIMIT) { this.isTruncated = true; return; }
        this.items.push(item);
        if (item[VIDEO]) this.videos += 1;
        const last = this.months[this.months.length - 1];
        if (last?.[0] === month) last[1] += 1; else this.months.push([month, 1]);
    }
}

/**
 * The clusters of places in the window, as the server of `photopark serve` makes them: a cell has
 * 32 degrees at zoom 0. With more than 400 clusters, the cells are larger.
 *
 * @param {number[]} places latitudes and longitudes in turn
 * @param {number} items the number of items with and without a place
 * @param {MapView} map
 * @param {{ width: number, height: number }} size
 * @returns {Places}
 */
function clustersOf(places, items, map, size) {
    const scale = degreeSize(map, size);
    const across = size.width / scale, along = size.height / scale;
    for (let edge = 32 / 2 ** map.zoom; ; edge *= 2) {
        /** @type {Map<string, [number, number, number]>} */
        const cells = new Map();
        for (let index = 0; index < places.length; index += 2) {
            const latitude = places[index], longitude = places[index + 1];
            if (Math.abs(latitude - map.latitude) > along
                || Math.abs(longitude - map.longitude) > across) continue;
            const key = Math.floor(latitude / edge) + " " + Math.floor(longitude / edge);
            const cell = cells.get(key) ?? [0, 0, 0];
            cells.set(key, [cell[0] + latitude, cell[1] + longitude, cell[2] + 1]);
        }
        if (cells.size > 400 && edge < 32) continue;
        /** @type {[number, number, number][]} */
        const clusters = [...cells.values()].map(([latitude, longitude, count]) =>
            [latitude / count, longitude / count, count]);
        return {
            items, located: places.length / 2, edge,
            clusters: clusters.sort((left, right) => right[2] - left[2])
        };
    }
}
