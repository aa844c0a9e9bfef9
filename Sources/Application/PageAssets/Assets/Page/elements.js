const main = byId("months", HTMLElement), missing = byId("missing", HTMLElement);
const view = byId("view", HTMLDialogElement), stage = byId("stage", HTMLElement);
const ambient = byId("ambient", HTMLImageElement), searchBox = byId("search", HTMLInputElement);
const previous = byId("previous", HTMLButtonElement), next = byId("next", HTMLButtonElement);
const scrubber = byId("scrubber", HTMLElement), ticks = byId("ticks", HTMLElement);
const originalLine = byId("original", HTMLElement);
const thumb = byId("thumb", HTMLElement), label = byId("label", HTMLElement);
const accounts = byId("accounts", HTMLSelectElement), themes = byId("themes", HTMLSelectElement);
