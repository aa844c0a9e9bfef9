/**
 * A country: its code, the keys of its names, and the rings of its outlines with their bounds. A
 * ring has longitudes and latitudes in turn, in fiftieths of a degree.
 *
 * @typedef {{ code: string, names: string[], rings: number[][], box: Bounds }} Country
 * @typedef {{ west: number, south: number, east: number, north: number }} Bounds
 */

const OUTLINE_UNIT = 50;

/**
 * The countries, those with a small area first. `OutlineReader` of the target `Countries` describes
 * the format, and reads it, too.
 *
 * @param {string[]} lines
 * @returns {Country[]}
 */
function decodedCountries(lines) {
    /** @type {Country[]} */
    const found = [];
    let shape = "", x = 0, y = 0;
    const read = () => {
        if (!found.length) return;
        const rings = shape.split("!").slice(0, -1).map(text => {
            const ring = [];
            for (const difference of differencesIn(text))
                ring.push(ring.length % 2 ? y += difference : x += difference);
            return ring;
        });
        const country = found[found.length - 1];
        country.rings = rings;
        for (const ring of rings) extend(country.box, ring);
        shape = "";
    };
    for (const line of lines) {
        if (!line.startsWith(" ")) { shape += line; continue; }
        read();
        const [code, ...names] = line.slice(1).split("|");
        const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
        found.push({ code: code.toLowerCase(), names: names.map(nameKey), rings: [], box });
    }
    read();
    return found;
}

/** @param {string} text */
function differencesIn(text) {
    const differences = [];
    const digit = () => {
        const code = text.charCodeAt(position);
        position += 1;
        return code < 92 ? code - 35 : code - 36;
    };
    let position = 0;
    while (position < text.length) {
        const first = digit();
        differences.push(first < 90
            ? first - 44 : (digit() * 91 + digit()) * 91 + digit() - 376_785);
    }
    return differences;
}

/**
 * @param {Bounds} box
 * @param {number[]} ring
 */
function extend(box, ring) {
    for (let index = 0; index < ring.length; index += 2) {
        box.west = Math.min(box.west, ring[index]);
        box.east = Math.max(box.east, ring[index]);
        box.south = Math.min(box.south, ring[index + 1]);
        box.north = Math.max(box.north, ring[index + 1]);
    }
}

/**
 * The letters of a name, without accents and in lower case.
 *
 * @param {string} name
 */
function nameKey(name) {
    return name.normalize("NFD").toLowerCase().replace(/[^a-z]/g, "");
}
