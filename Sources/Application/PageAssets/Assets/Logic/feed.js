/**
 * The months of the feed, as `/months` describes them, and the items of the first chunk.
 *
 * @typedef {GalleryView & { version: string, chunk: number, accounts: string[],
 *     failures: string[], first: Item[] }} Feed
 */

/**
 * The part of the feed that the page shows: the account's position, or null for all accounts, and
 * the words of the search.
 *
 * @typedef {{ account: number | null, text: string }} Selection
 */

/**
 * The state of the page's data.
 *
 * - `signing-in`: the token is being exchanged.
 * - `refused`: the server has refused the token or the cookie.
 * - `loading`: no months have arrived yet for the selection.
 * - `ready`: the months are those of `feed`.
 * - `gone`: the server does not answer; the page asks again.
 *
 * @typedef {object} State
 * @property {"signing-in" | "refused" | "loading" | "ready" | "gone"} phase
 * @property {Selection} selection
 * @property {number} request the number of the latest request for months
 * @property {number} shown the number of the request whose months are shown
 * @property {string | null} late the version of a change, while the answer for it is on its way;
 *     an answer may be older
 * @property {Feed | null} feed
 * @property {Map<number, Item[] | null>} chunks the loaded ones, the one used last at the end;
 *     null while a chunk is loading
 */

/**
 * Something that has happened.
 *
 * @typedef {{ kind: "began", token: string | null } | { kind: "signedIn" } | { kind: "refused" }
 *     | { kind: "selected", selection: Selection }
 *     | { kind: "months", request: number, feed: Feed } | { kind: "needed", chunks: number[] }
 *     | { kind: "chunk", request: number, number: number, items: Item[] }
 *     | { kind: "stale", request: number, number: number }
 *     | { kind: "failed", request: number, number: number | null }
 *     | { kind: "changed", version: string } | { kind: "again" }} PageAction
 */

/**
 * Something that the page does next.
 *
 * @typedef {{ kind: "signIn", token: string }
 *     | { kind: "fetchMonths", request: number, selection: Selection }
 *     | { kind: "fetchChunk", request: number, number: number, version: string,
 *         selection: Selection }
 *     | { kind: "wait" }} Effect
 */

/** The number of chunks that are kept: about 30,000 items. */
const CHUNK_LIMIT = 60;

/** @returns {State} */
function firstState() {
    return {
        phase: "loading", selection: { account: null, text: "" }, request: 0, shown: 0, late: null,
        feed: null, chunks: new Map()
    };
}

/**
 * Returns the state after an action, and the effects to carry out. It changes nothing itself.
 *
 * @param {State} state
 * @param {PageAction} action
 * @returns {{ state: State, effects: Effect[] }}
 */
function reduce(state, action) {
    switch (action.kind) {
        case "began":
            if (action.token === null) return askForMonths(state);
            return {
                state: { ...state, phase: "signing-in" },
                effects: [{ kind: "signIn", token: action.token }]
            };
        case "signedIn": return askForMonths(state);
        case "refused": return { state: { ...state, phase: "refused" }, effects: [] };
        case "selected": return askForMonths({ ...state, selection: action.selection });
        case "months":
            if (action.request !== state.request) return { state, effects: [] };
            return withMonths(state, action.request, action.feed);
        case "needed": return askForChunks(state, action.chunks);
        case "chunk":
            if (action.request !== state.shown) return { state, effects: [] };
            return {
                state: { ...state, chunks: withChunk(state.chunks, action.number, action.items) },
                effects: []
            };
        case "stale":
            // One refused chunk asks for the new months; the others find them requested.
            if (action.request !== state.request) return { state, effects: [] };
            return askForMonths(withoutChunk(state, action.number));
        case "failed":
            if (action.number !== null) {
                if (action.request !== state.shown) return { state, effects: [] };
                const next = withoutChunk(state, action.number);
                return { state: { ...next, phase: "gone" }, effects: [{ kind: "wait" }] };
            }
            if (action.request !== state.request) return { state, effects: [] };
            return { state: { ...state, phase: "gone" }, effects: [{ kind: "wait" }] };
        case "changed":
            if (state.request !== state.shown)
                return { state: { ...state, late: action.version }, effects: [] };
            if (state.phase !== "ready" || state.feed?.version === action.version)
                return { state, effects: [] };
            return askForMonths({ ...state, late: action.version });
        case "again": return state.phase === "gone" ? askForMonths(state) : { state, effects: [] };
    }
}

/**
 * Shows months, and asks for newer ones if the libraries have changed since they were requested.
 *
 * @param {State} state
 * @param {number} request
 * @param {Feed} feed
 * @returns {{ state: State, effects: Effect[] }}
 */
function withMonths(state, request, feed) {
    /** @type {State} */
    const next = {
        ...state, phase: "ready", shown: request, late: null, feed,
        chunks: new Map(feed.first.length ? [[0, feed.first]] : [])
    };
    const isOld = state.late !== null && state.late !== feed.version;
    return isOld ? askForMonths(next) : { state: next, effects: [] };
}

/**
 * The months that are shown stay until the new ones arrive.
 *
 * @param {State} state
 * @returns {{ state: State, effects: Effect[] }}
 */
function askForMonths(state) {
    const request = state.request + 1;
    return {
        state: { ...state, phase: state.feed ? state.phase : "loading", request },
        effects: [{ kind: "fetchMonths", request, selection: state.selection }]
    };
}

/**
 * @param {State} state
 * @param {number[]} numbers
 * @returns {{ state: State, effects: Effect[] }}
 */
function askForChunks(state, numbers) {
    const { feed } = state;
    // While other months are requested, the chunks of the present ones may be refused.
    if (!feed || state.request !== state.shown) return { state, effects: [] };
    const missing = numbers.filter(number => !state.chunks.has(number));
    if (!missing.length) return { state, effects: [] };
    const chunks = new Map(state.chunks);
    for (const number of missing) chunks.set(number, null);
    return {
        state: { ...state, chunks },
        effects: missing.map(number => ({
            kind: "fetchChunk", request: state.shown, number, version: feed.version,
            selection: state.selection
        }))
    };
}

/**
 * @param {Map<number, Item[] | null>} chunks
 * @param {number} number
 * @param {Item[]} items
 */
function withChunk(chunks, number, items) {
    const kept = new Map(chunks);
    kept.delete(number);
    kept.set(number, items);
    for (const [oldest, content] of kept) {
        if (kept.size <= CHUNK_LIMIT) break;
        if (content) kept.delete(oldest);
    }
    return kept;
}

/**
 * @param {State} state
 * @param {number} number
 * @returns {State}
 */
function withoutChunk(state, number) {
    const chunks = new Map(state.chunks);
    chunks.delete(number);
    return { ...state, chunks };
}

/**
 * An item; null if its chunk is not loaded.
 *
 * @param {State} state
 * @param {number} index
 */
function itemOf(state, index) {
    if (!state.feed) return null;
    const items = state.chunks.get(Math.floor(index / state.feed.chunk));
    return items?.[index % state.feed.chunk] ?? null;
}

/**
 * The query of a selection, without a question mark.
 *
 * @param {Selection} selection
 */
function queryOf({ account, text }) {
    const fields = new Map();
    if (account !== null) fields.set("account", String(account));
    if (text.trim()) fields.set("q", text.trim());
    return [...fields].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

/**
 * The token in the fragment of the address; null if it has none.
 *
 * @param {string} fragment
 */
function tokenIn(fragment) {
    return /^#([0-9a-f]{32})$/.exec(fragment)?.[1] ?? null;
}

/**
 * The text that the page shows instead of photos; empty if it shows photos.
 *
 * @param {State} state
 */
function noticeOf(state) {
    switch (state.phase) {
        case "refused": return "Open the address that photopark serve has printed.";
        case "signing-in": case "loading": return "Loading…";
        case "gone": return state.feed ? "" : "The server does not answer.";
        case "ready":
            if (state.feed?.items) return "";
            return queryOf(state.selection) ? "Nothing is found."
                : "The library contains no photos or videos. Run photopark sync.";
    }
}

/**
 * The text above the photos: libraries that cannot be read, and a lost server.
 *
 * @param {State} state
 */
function warningOf(state) {
    const lost = state.phase === "gone" && state.feed ? ["The server does not answer."] : [];
    return [...lost, ...state.feed?.failures ?? []].join(" · ");
}
