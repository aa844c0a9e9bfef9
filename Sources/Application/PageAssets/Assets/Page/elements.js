/**
 * The element of the page with an id.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 */
function byId(id, type) {
    const element = document.getElementById(id);
    if (element instanceof type) return element;
    throw new TypeError("no element: " + id);
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 */
function make(tag, className = "") {
    const element = document.createElement(tag);
    if (className) element.className = className;
    return element;
}

const main = byId("months", HTMLElement), missing = byId("missing", HTMLElement);
const view = byId("view", HTMLDialogElement), stage = byId("stage", HTMLElement);
const ambient = byId("ambient", HTMLImageElement), searchBox = byId("search", HTMLInputElement);
const previous = byId("previous", HTMLButtonElement), next = byId("next", HTMLButtonElement);
const scrubber = byId("scrubber", HTMLElement), ticks = byId("ticks", HTMLElement);
const originalLine = byId("original", HTMLElement);
const thumb = byId("thumb", HTMLElement), label = byId("label", HTMLElement);
const accounts = byId("accounts", HTMLSelectElement), themes = byId("themes", HTMLSelectElement);
