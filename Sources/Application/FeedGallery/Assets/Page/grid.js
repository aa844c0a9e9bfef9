// The positions in the grid, whose height is that of the document, and the items of the grid.

/**
 * Shows other items, from their beginning.
 *
 * @param {GalleryView} items
 */
function showPart(items) {
    part = { ...items, chunk: data.chunk };
    removeSections();
    current = viewed = 0;
    byId("summary", HTMLElement).textContent = summaryText(part);
    measure();
    scrollTo(0, 0);
    render();
}

/** The position of the window's upper edge in the grid. */
function offset() {
    return scrollY - main.offsetTop;
}

/** The position of the grid's upper edge. */
function gridTop() {
    return 0;
}

/** @param {number} offset */
function goTo(offset) {
    scrollTo(0, offset + main.offsetTop);
}

function measure() {
    layOut(part.months);
    main.style.height = layout.height + "px";
    drawYears();
}

function windowChanged() {
    markYear(keys[layout.sectionShown(offset())].slice(0, 4));
}
