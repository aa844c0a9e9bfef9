/** The largest distance of a coast from its place: a quarter of a degree. */
const COAST = 12.5;

/**
 * @param {string} name
 * @param {Country[]} countries
 */
function countryNamed(name, countries) {
    const key = nameKey(name);
    return key && countries.find(({ names }) => names.includes(key)) || null;
}

/**
 * The smallest country whose outline contains a place, or else the nearest one; null in the sea.
 *
 * @param {number} latitude
 * @param {number} longitude
 * @param {Country[]} countries
 */
function countryAt(latitude, longitude, countries) {
    const x = Math.floor(longitude * 100 + 0.5) / 2, y = Math.floor(latitude * 100 + 0.5) / 2;
    const shrink = Math.max(0.01, Math.cos(y / OUTLINE_UNIT * Math.PI / 180));
    /** @type {Country | null} */
    let nearest = null;
    let least = COAST * COAST;
    for (const country of countries)
        if (isWithin(country.box, x, y, 0, 0) && isInside(country.rings, x, y)) return country;
    for (const country of countries) {
        if (!isWithin(country.box, x, y, COAST / shrink, COAST)) continue;
        for (const ring of country.rings) {
            const distance = distanceTo(ring, x, y, shrink);
            if (distance < least || distance === least && !nearest)
                [nearest, least] = [country, distance];
        }
    }
    return nearest;
}

/**
 * @param {Bounds} box
 * @param {number} x
 * @param {number} y
 * @param {number} across
 * @param {number} along
 */
function isWithin(box, x, y, across, along) {
    return x >= box.west - across && x <= box.east + across
        && y >= box.south - along && y <= box.north + along;
}

/**
 * Whether a place is within an odd number of rings.
 *
 * @param {number[][]} rings
 * @param {number} x
 * @param {number} y
 */
function isInside(rings, x, y) {
    let inside = false;
    for (const ring of rings)
        for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
            const [a, b, c, d] = [ring[j], ring[j + 1], ring[i], ring[i + 1]];
            if (b > y !== d > y && x < (c - a) * (y - b) / (d - b) + a) inside = !inside;
        }
    return inside;
}

/**
 * The square of the distance of a place from a ring.
 *
 * @param {number[]} ring
 * @param {number} x
 * @param {number} y
 * @param {number} shrink the length of a degree of longitude, in those of latitude
 */
function distanceTo(ring, x, y, shrink) {
    let least = Infinity;
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        const a = (ring[j] - x) * shrink, b = ring[j + 1] - y;
        const across = (ring[i] - ring[j]) * shrink, along = ring[i + 1] - ring[j + 1];
        const length = across * across + along * along;
        const part = length ? Math.min(1, Math.max(0, -(a * across + b * along) / length)) : 0;
        least = Math.min(least, (a + part * across) ** 2 + (b + part * along) ** 2);
    }
    return least;
}
