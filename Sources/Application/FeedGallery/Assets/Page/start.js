// The events of the page, and its start.

document.addEventListener("keydown", event => {
    const element = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || !layout.total) return;
    if (!(element instanceof HTMLElement)) return;
    if (view.open) {
        if (event.key === "Enter" && !["A", "BUTTON"].includes(element.tagName)) {
            // The focus goes back to a tile, which the same key would open again.
            event.preventDefault();
            view.close();
        }
        const target = viewTarget(event.key, viewed, layout.total);
        if (target !== null) { event.preventDefault(); step(target); }
        return;
    }
    const isOnTile = element.classList.contains("tile");
    if (!isOnTile && (element !== document.body || !entersGrid(event.key))) return;
    const target = gridTarget(event.key, current, layout);
    if (target === null) return;
    event.preventDefault();
    if (isOnTile) focusTile(target);
    else focusTile(tileOf(current) ? current : layout.starts[layout.sectionShown(offset())]);
});

/** @param {Event} event */
function tileIndex(event) {
    const tile = event.target instanceof Element ? event.target.closest(".tile") : null;
    return tile instanceof HTMLElement ? Number(tile.dataset.index) : null;
}

main.addEventListener("focusin", event => { current = tileIndex(event) ?? current; });
main.addEventListener("click", event => {
    const index = tileIndex(event);
    if (index !== null) perform(steps.opened(index, addressOf(index)));
});

byId("close", HTMLElement).onclick = () => view.close();
previous.onclick = () => step(viewed - 1);
next.onclick = () => step(viewed + 1);
view.addEventListener("close", () => {
    stage.replaceChildren();
    focusTile(viewed);
    perform(steps.closed(isMarked()));
});
view.addEventListener("click", event => {
    if (event.target === stage || event.target === stage.parentElement) view.close();
});

/** @type {{ clientX: number, clientY: number } | null} the start of a touch with one finger */
let touch = null;
view.addEventListener("touchstart", event => {
    const { clientX, clientY } = event.changedTouches[0];
    touch = event.touches.length === 1 ? { clientX, clientY } : null;
}, { passive: true });
view.addEventListener("touchend", event => {
    if (!touch) return;
    const end = event.changedTouches[0];
    const distance = swipeStep(end.clientX - touch.clientX, end.clientY - touch.clientY);
    touch = null;
    if (distance) step(clamped(viewed + distance, layout.total));
}, { passive: true });

byId("summary", HTMLElement).textContent = summaryText(part);
if (data.accounts) drawAccounts(data.accounts);
if (layout.total) {
    measure();
    render();
    addEventListener("scroll", () => { renderInNextFrame(); showYears(); }, { passive: true });
    let width = innerWidth, height = innerHeight;
    addEventListener("resize", () => {
        if (innerWidth === width && innerHeight === height) return;
        width = innerWidth;
        height = innerHeight;
        resize();
    });
    addEventListener("popstate", () => perform(steps.arrived(location.hash, isMarked())));
    perform(steps.began(location.hash, isMarked()));
} else {
    const notice = make("p", "notice");
    notice.textContent = "The library contains no photos or videos. "
        + "Run photopark sync, then photopark gallery again.";
    main.append(notice);
}
