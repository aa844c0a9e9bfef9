// The stream of changes. The visible pages of a browser share one, since a browser opens only a few
// connections to a server. A page that is not visible has none.

/** A proxy may show several servers, each below a path of its own. */
const SHARED_STREAM = "photopark-changes " + location.pathname;

/** The messages between pages: the version of the feed, or null to ask for it. */
const pages = new BroadcastChannel(SHARED_STREAM);

/** @type {AbortController | null} null while this page needs no stream */
let following = null;

/** The last version of the stream, if it is that of this page. */
let streamed = "";

function follow() {
    const isNeeded = !document.hidden && state.feed !== null && state.phase !== "refused";
    if (isNeeded === (following !== null)) return;
    following?.abort();
    following = isNeeded ? new AbortController() : null;
    if (!following) return;
    pages.postMessage(null);
    lead(following.signal);
}

/**
 * Opens the stream as soon as no other page has it.
 *
 * @param {AbortSignal} signal
 */
function lead(signal) {
    // Without locks, each page has a stream of its own.
    if (navigator.locks)
        navigator.locks.request(SHARED_STREAM, { signal }, () => stream(signal)).catch(() => { });
    else stream(signal);
}

/**
 * Opens the stream, and closes it at the signal.
 *
 * @param {AbortSignal} signal
 */
function stream(signal) {
    return new Promise(resolve => {
        const changes = new EventSource("changes");
        changes.onmessage = event => {
            streamed = String(event.data);
            pages.postMessage(streamed);
            dispatch({ kind: "changed", version: streamed });
        };
        changes.onerror = () => {
            // A server of another run has refused it; the next change of the state tries again.
            if (changes.readyState !== EventSource.CLOSED || following?.signal !== signal) return;
            following.abort();
            following = null;
        };
        signal.addEventListener("abort", () => {
            changes.close();
            streamed = "";
            resolve(null);
        });
    });
}

pages.onmessage = ({ data }) => {
    if (data !== null) {
        if (following) dispatch({ kind: "changed", version: String(data) });
    } else if (streamed) pages.postMessage(streamed);
};
