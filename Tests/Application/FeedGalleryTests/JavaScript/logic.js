// Loads the logic of the gallery as a browser does: as scripts, which share one scope.

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const assets = path.join(__dirname, "../../../../Sources/Application/FeedGallery/Assets");
const logic = path.join(assets, "Logic");
for (const name of fs.readdirSync(logic)) {
    const filename = path.join(logic, name);
    vm.runInThisContext('"use strict";' + fs.readFileSync(filename, "utf8"), { filename });
}

/** The countries with their outlines. */
exports.countries = decodedCountries(JSON.parse(fs.readFileSync(path.join(
    __dirname, "../../../../Sources/Utilities/Countries/Assets/outlines.json"), "utf8")));

/** The text of a file of the page. */
exports.asset = name => fs.readFileSync(path.join(assets, name), "utf8");

/** An item with the given fields, as `GalleryChunk` writes it. */
exports.item = fields => {
    const item = ["a.jpg", "", 0, 0, 0, 0, 0, "", "JPG", "", 0, "k"];
    for (const [field, value] of fields) item[field] = value;
    return item;
};

/** Numbers from 0 up to a limit, the same in every run. */
exports.randomNumbers = seed => limit => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 2 ** 32 * limit);
};
