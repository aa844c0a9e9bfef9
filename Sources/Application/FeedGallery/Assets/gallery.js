"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);
const make = (tag, className = "") => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    return element;
};
const NAME = 0, THUMBNAIL = 1, TIME = 2, VIDEO = 3, WIDTH = 4, HEIGHT = 5, SIZE = 6, PLACE = 7,
    TYPE = 8, FOLDER = 9, CAMERA = 10, KEY = 11;
const HEADING = 58, BELOW = 26;

// ---- Items: chunks are scripts, asked for when one of their items is to be seen. ----

const chunks = new Map();
const policy = (self.trustedTypes || { createPolicy: (name, rules) => rules })
    .createPolicy("photopark", {
        createScriptURL(address) {
            if (/^pages\/[0-9a-f]{16}\/[0-9]+\.js$/.test(address)) return address;
            throw new TypeError("no chunk: " + address);
        }
    });

self.photopark = {
    chunk(number, items) {
        chunks.set(number, items);
        const first = number * data.chunk;
        for (const section of shown.values())
            for (const [index, tile] of section.tiles)
                if (index >= first && index < first + data.chunk) fill(tile, items[index - first]);
        if (view.open && Math.floor(viewed / data.chunk) === number) present();
        seek();
    }
};

function item(index) {
    const number = Math.floor(index / data.chunk);
    const items = chunks.get(number);
    if (items) return items[index % data.chunk];
    if (items === undefined) {
        chunks.set(number, null);
        const script = make("script");
        script.src = policy.createScriptURL(`${data.pages}/${number}.js`);
        script.onload = () => script.remove();
        // A disk that was away may come back: the next look at the item asks again.
        script.onerror = () => { script.remove(); chunks.delete(number); lose(); };
        document.head.append(script);
    }
    return null;
}

// ---- Words. Everything from outside goes in as text, never as markup. ----

const monthName = new Intl.DateTimeFormat("en", {
    month: "long", year: "numeric", timeZone: "UTC"
});
const moment = new Intl.DateTimeFormat("en", {
    weekday: "short", day: "numeric", month: "long", year: "numeric", hour: "2-digit",
    minute: "2-digit", hour12: false, timeZone: "UTC"
});
const number = new Intl.NumberFormat("en");
const titles = data.months.map(([key]) => {
    const date = new Date(0);
    date.setUTCFullYear(Number(key.slice(0, 4)), Number(key.slice(5)) - 1, 1);
    return monthName.format(date);
});

function counted(count, one, many) {
    return number.format(count) + " " + (count === 1 ? one : many);
}

function fileSize(bytes) {
    const units = ["bytes", "KB", "MB", "GB", "TB"];
    let unit = 0;
    while (bytes >= 1000 && unit < units.length - 1) { bytes /= 1000; unit += 1; }
    return (unit > 0 && bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)) + " " + units[unit];
}

function summarize() {
    const parts = [];
    const photos = data.items - data.videos;
    if (photos) parts.push(counted(photos, "photo", "photos"));
    if (data.videos) parts.push(counted(data.videos, "video", "videos"));
    if (titles.length) {
        const newest = titles[0], oldest = titles[titles.length - 1];
        parts.push(newest === oldest ? newest : `${oldest} – ${newest}`);
    }
    byId("summary").textContent = parts.join(" · ");
}

// ---- Layout: every position can be computed, so only what is near the window exists. ----

const main = byId("months");
const starts = [];
let total = 0;
for (const [, count] of data.months) { starts.push(total); total += count; }
let columns = 1, tileSize = 0, pitch = 0, tops = [], height = 0;

function measure() {
    const width = main.clientWidth;
    const gap = width < 640 ? 3 : 8;
    columns = Math.max(3, Math.floor((width + gap) / ((width < 640 ? 108 : 164) + gap)));
    tileSize = (width - gap * (columns - 1)) / columns;
    pitch = tileSize + gap;
    tops = [];
    height = 0;
    for (const [, count] of data.months) {
        tops.push(height);
        height += HEADING + Math.ceil(count / columns) * pitch + BELOW;
    }
    main.style.height = height + "px";
}

function sectionAt(y) {
    let low = 0, high = tops.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (tops[middle] <= y) low = middle; else high = middle - 1;
    }
    return low;
}

function sectionOf(index) {
    let low = 0, high = starts.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= index) low = middle; else high = middle - 1;
    }
    return low;
}

function topOf(index) {
    const section = sectionOf(index);
    return tops[section] + HEADING + Math.floor((index - starts[section]) / columns) * pitch;
}

// ---- The months near the window, and their tiles. ----

const shown = new Map();
let current = 0;
let tabStop = null;
let pending = false;

function schedule() {
    if (pending) return;
    pending = true;
    requestAnimationFrame(() => { pending = false; render(); });
}

function render() {
    if (!total) return;
    const offset = scrollY - main.offsetTop;
    const from = offset - innerHeight, to = offset + 2 * innerHeight;
    const first = sectionAt(from), last = sectionAt(to);
    for (const [index, section] of shown)
        if (index < first || index > last) { section.element.remove(); shown.delete(index); }
    for (let index = first; index <= last; index += 1) renderSection(index, from, to);
    const here = Math.min(total - 1, starts[sectionAt(offset + HEADING)]);
    markYear(here);
    keepOneTileInTabOrder();
}

function renderSection(index, from, to) {
    let section = shown.get(index);
    if (!section) {
        section = { element: make("section"), grid: make("div", "grid"), tiles: new Map() };
        const heading = make("h2"), count = make("span");
        heading.id = "month-" + index;
        heading.textContent = titles[index];
        count.textContent = number.format(data.months[index][1]);
        heading.append(count);
        section.element.setAttribute("aria-labelledby", heading.id);
        section.element.append(heading, section.grid);
        shown.set(index, section);
        const after = [...shown.keys()].filter(key => key > index).sort((a, b) => a - b)[0];
        main.insertBefore(section.element, after === undefined ? null : shown.get(after).element);
    }
    const rows = Math.ceil(data.months[index][1] / columns);
    section.element.style.top = tops[index] + "px";
    section.element.style.height = HEADING + rows * pitch + BELOW + "px";
    const top = tops[index] + HEADING;
    const firstRow = Math.max(0, Math.floor((from - top) / pitch));
    const lastRow = Math.min(rows - 1, Math.floor((to - top) / pitch));
    const first = starts[index] + firstRow * columns;
    const end = Math.min(starts[index] + data.months[index][1],
        starts[index] + (lastRow + 1) * columns);
    for (const [number, tile] of section.tiles)
        if (number < first || number >= end) { tile.remove(); section.tiles.delete(number); }
    for (let number = first; number < end; number += 1) {
        let tile = section.tiles.get(number);
        if (!tile) {
            tile = makeTile(number);
            section.tiles.set(number, tile);
            section.grid.append(tile);
        }
        const place = number - starts[index];
        tile.style.left = (place % columns) * pitch + "px";
        tile.style.top = Math.floor(place / columns) * pitch + "px";
        tile.style.width = tile.style.height = tileSize + "px";
    }
}

function makeTile(index) {
    const tile = make("button", "tile");
    tile.type = "button";
    tile.tabIndex = -1;
    tile.dataset.index = index;
    const known = item(index);
    if (known) fill(tile, known);
    return tile;
}

function fill(tile, entry) {
    if (tile.firstChild) return;
    tile.title = entry[NAME];
    tile.setAttribute("aria-label", (entry[VIDEO] ? "Video " : "Photo ") + entry[NAME]);
    if (entry[THUMBNAIL]) tile.append(picture(entry, failed => failed.replaceWith(drawn(entry))));
    else tile.append(drawn(entry));
    if (entry[VIDEO]) tile.append(make("span", "badge"));
}

function picture(entry, whenFailed) {
    const image = make("img");
    image.alt = "";
    image.decoding = "async";
    image.loading = "lazy";
    image.draggable = false;
    image.onload = () => image.classList.add("ready");
    image.onerror = () => whenFailed(image);
    image.src = "thumbnails/" + entry[THUMBNAIL];
    return image;
}

function drawn(entry) {
    const tile = make("span", "drawn"), type = make("b"), name = make("bdi");
    const label = entry[TYPE] || (entry[VIDEO] ? "VIDEO" : "PHOTO");
    let hue = 17;
    for (const letter of label) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
    tile.style.setProperty("--hue", hue);
    type.textContent = label;
    name.dir = "auto";
    name.textContent = entry[NAME];
    tile.append(type, name);
    return tile;
}

function tileOf(index) {
    const section = shown.get(sectionOf(index));
    return section && section.tiles.get(index);
}

function keepOneTileInTabOrder() {
    let stop = tileOf(current);
    if (!stop && tabStop && tabStop.isConnected) return;
    for (const section of shown.values()) {
        if (stop) break;
        for (const [index, tile] of section.tiles)
            if (topOf(index) >= scrollY - main.offsetTop) { stop = tile; break; }
    }
    if (stop === tabStop) return;
    if (tabStop) tabStop.tabIndex = -1;
    if (stop) stop.tabIndex = 0;
    tabStop = stop;
}

function reveal(index) {
    const top = topOf(index) + main.offsetTop;
    if (top - HEADING < scrollY) scrollTo(0, index === 0 ? 0 : top - HEADING);
    else if (top + pitch > scrollY + innerHeight) scrollTo(0, top + pitch - innerHeight + 12);
    render();
}

function focusTile(index) {
    current = Math.max(0, Math.min(total - 1, index));
    reveal(current);
    const tile = tileOf(current);
    if (tile) tile.focus({ preventScroll: true });
}

function below(index, direction) {
    const section = sectionOf(index);
    const place = index - starts[section], count = data.months[section][1];
    const column = place % columns, row = Math.floor(place / columns) + direction;
    const rows = Math.ceil(count / columns);
    if (row >= 0 && row < rows)
        return starts[section] + Math.min(count - 1, row * columns + column);
    const next = section + direction;
    if (next < 0 || next >= starts.length) return index;
    const others = data.months[next][1];
    const from = direction > 0 ? 0 : (Math.ceil(others / columns) - 1) * columns;
    return starts[next] + Math.min(others - 1, from + column);
}
// ---- The years at the edge of the window. ----

const years = byId("years");
let yearsTimer = 0;

function drawYears() {
    years.replaceChildren();
    const room = innerHeight - 48, reach = Math.max(1, height);
    let free = 0, latest = "";
    if (height < 3 * innerHeight) return;
    data.months.forEach(([key], index) => {
        const year = key.slice(0, 4);
        const y = 24 + room * tops[index] / reach;
        if (year === latest || y < free) return;
        latest = year;
        free = y + 20;
        const button = make("button");
        button.type = "button";
        button.textContent = Number(year);
        button.style.top = y + "px";
        button.dataset.year = year;
        button.onclick = () => scrollTo(0, tops[index] + main.offsetTop);
        years.append(button);
    });
}

function markYear(index) {
    const year = data.months[sectionOf(index)][0].slice(0, 4);
    for (const button of years.children)
        button.classList.toggle("here", button.dataset.year === year);
}

function showYears() {
    years.classList.add("shown");
    clearTimeout(yearsTimer);
    yearsTimer = setTimeout(() => years.classList.remove("shown"), 1600);
}

// ---- The large view. ----

// Apart from the grid's item: closing hands the focus, and with it the grid, back to the old tile.
let viewed = 0;
const view = byId("view"), stage = byId("stage"), ambient = byId("ambient");

function openView(index) {
    if (isLeaving) return;
    byId("missing").textContent = "";
    enter(addressOf(index));
    show(index);
}

function show(index) {
    viewed = index;
    if (!view.open) view.showModal();
    // The dialog, not its first button: Enter closes, and no ring is drawn before it is asked for.
    view.focus();
    present();
}

function step(index) {
    viewed = Math.max(0, Math.min(total - 1, index));
    present();
}

function present() {
    const entry = item(viewed);
    byId("position").textContent = `${number.format(viewed + 1)} of ${number.format(total)}`;
    byId("previous").disabled = viewed === 0;
    byId("next").disabled = viewed === total - 1;
    stage.replaceChildren();
    ambient.removeAttribute("src");
    byId("name").textContent = entry ? entry[NAME] : "";
    byId("facts").textContent = byId("folder").textContent = "";
    if (!entry) return;
    keepAddress();
    const clock = entry[CAMERA] ? " (camera’s clock)" : " UTC (date of the file)";
    const facts = [moment.format(new Date(entry[TIME] * 1000)) + clock];
    if (entry[PLACE]) facts.push("\u2068" + entry[PLACE] + "\u2069");
    if (entry[WIDTH] && entry[HEIGHT]) facts.push(`${entry[WIDTH]} × ${entry[HEIGHT]}`);
    if (entry[SIZE]) facts.push(fileSize(entry[SIZE]));
    byId("facts").textContent = facts.join(" · ");
    byId("folder").textContent = entry[FOLDER];
    if (entry[THUMBNAIL]) {
        const image = picture(entry, failed => failed.replaceWith(drawn(entry)));
        image.loading = "eager";
        image.addEventListener("load", fit);
        image.alt = entry[NAME];
        ambient.src = image.src;
        stage.append(image);
    } else stage.append(drawn(entry));
    for (const near of [viewed - 1, viewed + 1]) {
        const other = near >= 0 && near < total && item(near);
        if (other && other[THUMBNAIL]) new Image().src = "thumbnails/" + other[THUMBNAIL];
    }
}

// A thumbnail may be small: it grows to fill the stage, but not into a blur.
function fit() {
    const image = stage.querySelector("img");
    if (!image || !image.naturalWidth) return;
    const scale = Math.min(stage.clientWidth / image.naturalWidth,
        stage.clientHeight / image.naturalHeight, 3.2);
    image.style.width = image.naturalWidth * scale + "px";
    image.style.height = image.naturalHeight * scale + "px";
}

byId("close").onclick = () => view.close();
byId("previous").onclick = () => step(viewed - 1);
byId("next").onclick = () => step(viewed + 1);
view.addEventListener("close", () => {
    stage.replaceChildren();
    focusTile(viewed);
    // Closed by the page and not by Back: the history follows.
    if (history.state?.photo) leave();
});
view.addEventListener("click", event => {
    if (event.target === stage || event.target.tagName === "FIGURE") view.close();
});
let touch = null;
view.addEventListener("touchstart", event => {
    const { clientX: x, clientY: y } = event.changedTouches[0];
    touch = event.touches.length === 1 ? { x, y } : null;
}, { passive: true });
view.addEventListener("touchend", event => {
    if (!touch) return;
    const { clientX, clientY } = event.changedTouches[0];
    const across = clientX - touch.x, down = clientY - touch.y;
    touch = null;
    if (Math.abs(across) > 48 && Math.abs(across) > 2 * Math.abs(down))
        step(viewed - Math.sign(across));
}, { passive: true });

// ---- The address: each photo has one, and the large view is a step in the history. ----

// An address is the photo's month and key: its position changes with each photo that is added.
let sought = null;
let isLeaving = false;

function addressOf(index) {
    const entry = item(index);
    return "#" + data.months[sectionOf(index)][0] + (entry ? "-" + entry[KEY] : "");
}

function parsedAddress() {
    const parts = /^#(\d{4}-\d\d)-([0-9a-z]+)$/.exec(location.hash);
    return parts && { section: data.months.findIndex(([key]) => key === parts[1]), key: parts[2] };
}

function keepAddress() {
    const address = addressOf(viewed);
    if (location.hash === address) return;
    // Safari allows a hundred changes in half a minute, and throws after that.
    try { history.replaceState(history.state, "", address); } catch { }
}

// Back must not scroll the page to where it was: the photo viewed last may be elsewhere.
function enter(address) {
    history.scrollRestoration = "manual";
    history.pushState({ photo: true }, "", address);
}

function leave() {
    isLeaving = true;
    history.back();
}

// Shows what the address says: after Back and Forward, and at the start.
function restore() {
    isLeaving = false;
    sought = parsedAddress();
    if (!sought) {
        history.scrollRestoration = "auto";
        if (view.open) view.close();
        return;
    }
    if (!history.state?.photo)
        history.replaceState({ photo: true }, "", location.hash);
    seek();
}

// Looks for the photo in the chunks of its month, as they come.
function seek() {
    if (!sought) return;
    const { section, key } = sought;
    const first = section < 0 ? 0 : starts[section];
    const end = section < 0 ? 0 : first + data.months[section][1];
    let isComplete = true;
    for (let index = first; index < end; index += 1) {
        const entry = item(index);
        if (entry && entry[KEY] === key) { sought = null; return show(index); }
        if (!entry) {
            isComplete = false;
            index += data.chunk - 1 - index % data.chunk;
        }
    }
    if (isComplete) lose();
}

function lose() {
    if (!sought) return;
    sought = null;
    byId("missing").textContent = "The photo with this address is not in this gallery.";
    leave();
}

function beginHistory() {
    addEventListener("popstate", restore);
    if (!parsedAddress()) return;
    if (!history.state?.photo) {
        // Below a photo that was opened by its address lies the page.
        const address = location.hash;
        history.replaceState(null, "", location.href.split("#")[0]);
        enter(address);
    }
    restore();
}

// ---- Keyboard, pointer, window. ----

const gridKeys = {
    ArrowLeft: () => current - 1, ArrowRight: () => current + 1,
    ArrowUp: () => below(current, -1), ArrowDown: () => below(current, 1),
    Home: () => 0, End: () => total - 1
};
const viewKeys = {
    ArrowLeft: () => viewed - 1, ArrowRight: () => viewed + 1,
    ArrowUp: () => viewed - 1, ArrowDown: () => viewed + 1,
    PageUp: () => viewed - 1, PageDown: () => viewed + 1,
    Home: () => 0, End: () => total - 1
};

document.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || !total) return;
    if (view.open) {
        if (event.key === "Enter" && event.target.tagName !== "BUTTON") {
            // The focus goes back to a tile, which the same key would open again.
            event.preventDefault();
            view.close();
        }
        const target = viewKeys[event.key];
        if (target) { event.preventDefault(); step(target()); }
        return;
    }
    const onTile = event.target.classList.contains("tile");
    // From nowhere, the sideways keys enter the grid; the others scroll, as they do everywhere.
    if (!onTile && (event.target !== document.body || !/Arrow(Left|Right)/.test(event.key))) return;
    const target = gridKeys[event.key];
    if (!target) return;
    event.preventDefault();
    if (onTile || tileOf(current)) focusTile(onTile ? target() : current);
    else focusTile(starts[sectionAt(scrollY - main.offsetTop + HEADING)]);
});
main.addEventListener("focusin", event => {
    if (event.target.dataset.index) current = Number(event.target.dataset.index);
});
main.addEventListener("click", event => {
    const tile = event.target.closest(".tile");
    if (tile) openView(Number(tile.dataset.index));
});

function resize() {
    // What is at the top of the window stays there.
    const offset = scrollY - main.offsetTop;
    let anchor = -1;
    if (tops.length && offset > 0) {
        const section = sectionAt(offset);
        const row = Math.max(0, Math.floor((offset - tops[section]) / pitch));
        anchor = Math.min(starts[section] + row * columns,
            starts[section] + data.months[section][1] - 1);
    }
    measure();
    drawYears();
    if (anchor >= 0) scrollTo(0, topOf(anchor) + main.offsetTop - HEADING);
    render();
    fit();
}

summarize();
if (total) {
    measure();
    drawYears();
    render();
    addEventListener("scroll", () => { schedule(); showYears(); }, { passive: true });
    let width = innerWidth, tall = innerHeight;
    addEventListener("resize", () => {
        if (innerWidth === width && innerHeight === tall) return;
        width = innerWidth;
        tall = innerHeight;
        resize();
    });
    beginHistory();
} else {
    const notice = make("p", "notice");
    notice.textContent = "There are no photos or videos in the library. "
        + "Run photopark sync, then photopark gallery again.";
    main.append(notice);
}
})();
