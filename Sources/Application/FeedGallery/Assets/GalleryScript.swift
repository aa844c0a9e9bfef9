/// `gallery.js`, embedded in the program, so that the program can be copied as one file.
///
/// The script is divided into two source files: the grid is here, and the views above it are in
/// `GalleryScript+View`.
enum GalleryScript {
    static let text = grid + view

    private static let grid = #"""
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

        // ---- Items: chunks are scripts, loaded when one of their items is near the window. ----

        const chunks = new Map();
        const policy = (self.trustedTypes || { createPolicy: (name, rules) => rules })
            .createPolicy("photopark", {
                createScriptURL(address) {
                    if (/^pages\/[0-9a-f]{16}\/[0-9]+\.js$/.test(address)) return address;
                    throw new TypeError("not a chunk: " + address);
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
                // The disk may be absent for a while: the next use of the item tries again.
                script.onerror = () => { script.remove(); chunks.delete(number); lose(); };
                document.head.append(script);
            }
            return null;
        }

        // ---- Texts. External text is inserted as text, never as markup. ----

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

        // ---- Layout: positions are computed, so only elements near the window exist. ----

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

        """#
}
