// The scrubber at the edge of the window shows the years, and the month while it is held.

function drawTicks() {
    scrubber.hidden = map.lastOffset < innerHeight;
    scrubber.setAttribute("aria-valuemax", String(Math.max(0, keys.length - 1)));
    ticks.replaceChildren(...layout.years(keys, innerHeight).map(({ year, top }) => {
        const tick = make("span", "tick");
        tick.textContent = String(Number(year));
        tick.style.top = scrubberPlace(top, map) + "px";
        return tick;
    }));
}

function drawThumb() {
    const section = layout.sectionShown(map.offset), month = monthTitle(keys[section]);
    thumb.style.top = label.style.top = scrubberPlace(map.offset, map) + "px";
    label.textContent = month;
    scrubber.setAttribute("aria-valuenow", String(section));
    scrubber.setAttribute("aria-valuetext", month);
}

/** @param {PointerEvent} event */
function scrub(event) {
    goTo(scrubbedOffset(event.clientY, map));
    event.preventDefault();
}

scrubber.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    scrubber.setPointerCapture(event.pointerId);
    scrubber.classList.add("held");
    scrub(event);
});
scrubber.addEventListener("pointermove", event => {
    if (scrubber.classList.contains("held")) scrub(event);
});
for (const kind of /** @type {const} */ (["pointerup", "pointercancel"]))
    scrubber.addEventListener(kind, () => scrubber.classList.remove("held"));
scrubber.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || !layout.total) return;
    const target = scrubberTarget(event.key, layout.sectionShown(map.offset), keys);
    if (target === null) return;
    event.preventDefault();
    goTo(layout.tops[target]);
});
