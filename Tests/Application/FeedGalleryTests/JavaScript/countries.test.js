const test = require("node:test");
const assert = require("node:assert/strict");
const { countries, item } = require("./logic.js");

/** The first name of the country of a place; null in the sea. */
const nameAt = (latitude, longitude) => countryAt(latitude, longitude, countries)?.names[0] ?? null;

test("the outlines are on the earth, and each country has names", () => {
    assert.equal(countries.length, 238);
    for (const { names, rings, box } of countries) {
        assert.ok(names.length && names.every(name => /^[a-z]+$/.test(name)), String(names));
        assert.ok(rings.length && rings.every(ring => ring.length >= 6 && ring.length % 2 === 0));
        assert.ok(box.west >= -9_000 && box.east <= 9_000, names[0]);
        assert.ok(box.south >= -4_500 && box.north <= 4_500, names[0]);
    }
});

test("a place is in its country, in the nearest one at a coast, or in none", () => {
    const rows = [
        [48.86, 2.35, "france"], [55.75, 37.62, "russia"], [40.71, -74.01, "unitedstatesofamerica"],
        [41.9, 12.48, "italy"], [41.91, 12.43, "vatican"], [43.765, 7.42, "monaco"],
        [1.29, 103.85, "singapore"], [-29.3, 27.5, "lesotho"], [66.5, -179, "russia"],
        [0, -30, null], [55, 4, null], [15, 65, null], [Infinity, 0, null], [NaN, 0, null],
    ];
    for (const [latitude, longitude, name] of rows)
        assert.equal(nameAt(latitude, longitude), name, `${latitude} ${longitude}`);
});

test("a country is found by its name, and by its code after a colon", () => {
    const photo = item([[NAME, "a.jpg"], [PLACE, "-41.29, 174.78"], [FOLDER, "/Trips"]]);
    const has = (one, text) => hasWords(one, finderWords(text, countries), countries);
    for (const text of ["country:new-zealand", "COUNTRY:NZ trips", "new-zealand", "country:nz"])
        assert.ok(has(photo, text), text);
    for (const text of ["country:fr", "france", "nz", "country:", "country:atlantis"])
        assert.ok(!has(photo, text), text);
    // A name in a path is found as well, unless a country is asked for.
    const drawn = item([[NAME, "France.jpg"]]);
    assert.ok(has(drawn, "france") && !has(drawn, "country:france"));
    assert.equal(countryNamed("Côte d’Ivoire", countries)?.code, "ci");
});
