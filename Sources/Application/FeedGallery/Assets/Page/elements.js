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
