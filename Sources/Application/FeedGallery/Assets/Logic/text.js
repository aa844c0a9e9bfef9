// The page inserts these texts as text, never as markup.

const numberFormat = new Intl.NumberFormat("en");
const monthFormat = new Intl.DateTimeFormat("en", {
    month: "long", year: "numeric", timeZone: "UTC"
});
const timeFormat = new Intl.DateTimeFormat("en", {
    weekday: "short", day: "numeric", month: "long", year: "numeric", hour: "2-digit",
    minute: "2-digit", hourCycle: "h23", timeZone: "UTC"
});

/** @param {string} key the key of a month */
function monthTitle(key) {
    const date = new Date(0);
    date.setUTCFullYear(Number(key.slice(0, 4)), Number(key.slice(5)) - 1, 1);
    return monthFormat.format(date);
}

/**
 * @param {number} count
 * @param {string} one the noun for one
 * @param {string} many the noun for any other count
 */
function countText(count, one, many) {
    return numberFormat.format(count) + " " + (count === 1 ? one : many);
}

/** @param {number} bytes */
function sizeText(bytes) {
    if (bytes < 1000) return countText(bytes, "byte", "bytes");
    const units = ["", "KB", "MB", "GB", "TB"];
    let unit = 0;
    while (bytes >= 1000 && unit < units.length - 1) { bytes /= 1000; unit += 1; }
    return (bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)) + " " + units[unit];
}

/** @param {GalleryView} data */
function summaryText(data) {
    const parts = [];
    const photos = data.items - data.videos;
    if (photos) parts.push(countText(photos, "photo", "photos"));
    if (data.videos) parts.push(countText(data.videos, "video", "videos"));
    if (data.months.length) {
        const newest = monthTitle(data.months[0][0]);
        const oldest = monthTitle(data.months[data.months.length - 1][0]);
        parts.push(newest === oldest ? newest : `${oldest} – ${newest}`);
    }
    return parts.join(" · ");
}

/**
 * @param {number} index
 * @param {number} total
 */
function positionText(index, total) {
    return `${numberFormat.format(index + 1)} of ${numberFormat.format(total)}`;
}

/**
 * The line below the name: time, place, dimensions and size, as far as they are known.
 *
 * @param {Item} item
 */
function factsText(item) {
    const clock = [" UTC (date of the file)", " (camera’s clock)", " UTC"][item[CLOCK]];
    const facts = [timeFormat.format(new Date(item[TIME] * 1000)) + clock];
    // Isolated, so that a place in a right-to-left script leaves the order of the line alone.
    if (item[PLACE]) facts.push("\u2068" + item[PLACE] + "\u2069");
    if (item[WIDTH] && item[HEIGHT]) facts.push(`${item[WIDTH]} × ${item[HEIGHT]}`);
    if (item[SIZE]) facts.push(sizeText(item[SIZE]));
    return facts.join(" · ");
}

/** @param {Item} item */
function spokenText(item) {
    return (item[VIDEO] ? "Video " : "Photo ") + item[NAME];
}

/**
 * The type that a tile without a picture shows.
 *
 * @param {Item} item
 */
function typeText(item) {
    return item[TYPE] || (item[VIDEO] ? "VIDEO" : "PHOTO");
}

/**
 * The hue of a tile without a picture, in degrees: the same for all items of a type.
 *
 * @param {string} type
 */
function hueOf(type) {
    let hue = 17;
    for (const letter of type) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
    return hue;
}
