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

/** @type {GalleryData} */
const data = JSON.parse(byId("data", HTMLScriptElement).textContent ?? "");
/** @type {AccountView | null} the account whose items are shown; null for all */
const account = accountNamed(new URLSearchParams(location.search).get("account"), data);
/**
 * The items of the gallery, or of the account.
 *
 * @type {GalleryView & { chunk: number }}
 */
const whole = { ...(account ?? data), chunk: data.chunk };
/** The items that the page shows: all, or those of a search. */
let part = whole;
const main = byId("months", HTMLElement), years = byId("years", HTMLElement);
const view = byId("view", HTMLDialogElement), stage = byId("stage", HTMLElement);
const ambient = byId("ambient", HTMLImageElement), missing = byId("missing", HTMLElement);
const previous = byId("previous", HTMLButtonElement), next = byId("next", HTMLButtonElement);
