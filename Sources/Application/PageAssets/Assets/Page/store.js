// The one state of the data. An action changes it, and the page is drawn from it.

let state = firstState();

/** @param {PageAction} action */
function dispatch(action) {
    const before = state;
    const result = reduce(state, action);
    state = result.state;
    for (const effect of result.effects) carryOut(effect);
    if (state !== before) stateChanged(before);
}

/** @param {Effect} effect */
function carryOut(effect) {
    switch (effect.kind) {
        case "signIn": signIn(effect.token); break;
        case "fetchMonths": fetchMonths(effect.request, effect.selection); break;
        case "fetchChunk": fetchChunk(effect); break;
        case "wait": setTimeout(() => dispatch({ kind: "again" }), 2_000); break;
    }
}

/** @type {Map<string, AbortController>} the latest request of each kind */
const latest = new Map();

/**
 * The response to a request, which ends the former one of its kind: the server would continue to
 * compute its answer. Null if there is none.
 *
 * @param {"months" | "places" | "groups"} kind
 * @param {string} address
 */
function fetchLatest(kind, address) {
    latest.get(kind)?.abort();
    const controller = new AbortController();
    latest.set(kind, controller);
    return fetch(address, { signal: controller.signal }).catch(() => null);
}

/** @returns {Promise<Country[]>} the countries, whose outlines the map has */
async function findCountries() {
    const response = await fetch("outlines.json").catch(() => null);
    const lines = response?.ok ? await response.json().catch(() => null) : null;
    return decodedCountries(lines ?? []);
}

/** The text of the map if the places cannot be read. */
const NO_PLACES = "The server does not answer.";

/** @returns {Promise<Places | null>} the clusters in the window of the map */
async function findPlaces() {
    const query = [mapQuery(mapView, mapSize()), queryOf(state.selection)].join("&");
    const response = await fetchLatest("places", "places?" + query);
    return response?.ok ? response.json().catch(() => null) : null;
}

/** @param {string} token */
async function signIn(token) {
    // The token must not stay in the history of the browser.
    history.replaceState(null, "", location.pathname);
    const response = await fetch("session", {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token })
    }).catch(() => null);
    dispatch({ kind: response?.ok ? "signedIn" : "refused" });
}

/**
 * @param {number} request
 * @param {Selection} selection
 */
async function fetchMonths(request, selection) {
    const response = await fetchLatest("months", "months?" + queryOf(selection));
    if (response?.status === 401) return dispatch({ kind: "refused" });
    const feed = response?.ok ? await response.json().catch(() => null) : null;
    if (feed) dispatch({ kind: "months", request, feed });
    else dispatch({ kind: "failed", request, number: null });
}

/** @param {{ request: number, number: number, version: string, selection: Selection }} chunk */
async function fetchChunk({ request, number, version, selection }) {
    const query = ["version=" + encodeURIComponent(version), queryOf(selection)].join("&");
    const response = await fetch(`items/${number}?${query}`).catch(() => null);
    if (response?.status === 401) return dispatch({ kind: "refused" });
    if (response?.status === 409 || response?.status === 404)
        return dispatch({ kind: "stale", request, number });
    const items = response?.ok ? await response.json().catch(() => null) : null;
    if (items) dispatch({ kind: "chunk", request, number, items });
    else dispatch({ kind: "failed", request, number });
}
