extension GalleryScript {
    /// The column of years, the large view, the keyboard, and the start of the script.
    static let view = #"""
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

        // Not `current`, which is the old tile again when closing returns the focus to it.
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
            // With the focus on the dialog, Enter closes it, and no button shows a focus ring.
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

        // Enlarges a small thumbnail to fill the stage, up to a factor that keeps it sharp.
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
            // If the page closed the view, and not Back, the history entry is removed.
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

        // ---- The address: each photo has one, and the large view is an entry of the history. ----

        // An address is the photo's month and key, since positions change with new photos.
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
            // Safari allows a hundred changes in 30 seconds, and then throws.
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

        // Shows the photo of the address: after Back and Forward, and at the start.
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

        // Searches for the photo in the chunks of its month while they load.
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
                // In the history, the page is below a photo that was opened by its address.
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
            // Without a focused tile, Left and Right enter the grid; other keys scroll.
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
            // Keeps the item at the top of the window in its place.
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

        """#
}
