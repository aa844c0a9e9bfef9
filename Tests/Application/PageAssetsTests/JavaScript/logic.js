// Loads the logic of the page as a browser does: as scripts, which share one scope.

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const application = path.join(__dirname, "../../../../Sources/Application");
const shared = ["items.js", "text.js", "layout.js", "keys.js", "history.js",
    "places.js", "countries.js"];
const own = path.join(application, "PageAssets/Assets/Logic");
const files = [
    ...shared.map(name => path.join(application, "FeedGallery/Assets/Logic", name)),
    ...fs.readdirSync(own).map(name => path.join(own, name)),
];
for (const filename of files)
    vm.runInThisContext('"use strict";' + fs.readFileSync(filename, "utf8"), { filename });

/** A feed with these months, whose chunks have ten items. */
exports.feed = (version, months) => ({
    version, chunk: 10, months, videos: 0, accounts: ["home"], failures: [], first: [],
    items: months.reduce((sum, [, count]) => sum + count, 0),
});

/** Carries out actions, and returns the state and all effects. */
exports.play = (actions, from = firstState()) => {
    let state = from;
    const effects = [];
    for (const action of actions) {
        const result = reduce(state, action);
        state = result.state;
        effects.push(...result.effects);
    }
    return { state, effects };
};
