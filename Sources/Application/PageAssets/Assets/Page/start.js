// The events of the page, and its start.

/**
 * Draws what has changed.
 *
 * @param {State} before
 */
function stateChanged(before) {
    // It may also say that the photo of an address is not here.
    if (warning !== warningOf(state)) missing.textContent = warning = warningOf(state);
    follow();
    if (state.phase !== before.phase || state.feed !== before.feed) drawNotice();
    if (state.feed !== before.feed) {
        feedChanged(before);
        perform(steps.loaded());
    } else if (state.chunks !== before.chunks) {
        renderInNextFrame();
        const number = Math.floor(viewed / (state.feed?.chunk ?? 1));
        if (view.open && state.chunks.get(number) && !before.chunks.get(number)) present();
        perform(steps.loaded());
    }
}

/** The selection whose months are shown. */
let selected = firstState().selection;

/**
 * Draws other months. The photos in the window stay there, unless it is another selection.
 *
 * @param {State} before
 */
function feedChanged(before) {
    const months = state.feed?.months ?? [], former = before.feed?.months ?? [];
    const isSame = queryOf(selected) === queryOf(state.selection);
    selected = state.selection;
    /** @param {number | null} index */
    const moved = index => {
        const anchor = isSame && index !== null ? anchorOf(index, former) : null;
        return anchor && months.length ? anchoredIndex(anchor, months) : null;
    };
    const top = layout.topmost(offset()), at = moved(top);
    const distance = top === null ? 0 : offset() - layout.topOf(top);
    const hadFocus = document.activeElement?.classList.contains("tile");
    current = moved(current) ?? 0;
    viewed = moved(viewed) ?? 0;
    byId("summary", HTMLElement).textContent = state.feed ? summaryText(state.feed) : "";
    drawAccounts();
    drawMonths();
    if (at !== null) goTo(layout.topOf(at) + distance);
    else if (!isSame) scrollTo(0, 0);
    if (hadFocus && layout.total) tileOf(current)?.focus({ preventScroll: true });
    // Its chunk may be missing: the photo stays until the chunk is there.
    if (view.open && itemAt(viewed)) present();
    requestChunks();
}

function drawNotice() {
    const text = noticeOf(state), notice = document.querySelector(".notice") ?? make("p", "notice");
    notice.textContent = text;
    if (text) main.before(notice); else notice.remove();
}

function drawAccounts() {
    const names = state.feed?.accounts ?? [];
    accounts.hidden = names.length < 2;
    const entries = ["All accounts", ...names];
    if ([...accounts.options].map(option => option.textContent).join("\n") === entries.join("\n"))
        return;
    accounts.replaceChildren(...entries.map((name, number) => {
        const option = make("option");
        option.textContent = name;
        option.value = number ? String(number - 1) : "";
        return option;
    }));
    accounts.value = String(state.selection.account ?? "");
}

/** @param {string} name */
function useTheme(name) {
    if (name) document.documentElement.dataset.theme = name;
    else delete document.documentElement.dataset.theme;
    themes.value = name;
    // A browser may forbid storage; the theme then lasts as long as the page.
    try { localStorage.setItem("theme", name); } catch { }
}

/** @returns {string} */
function storedTheme() {
    try { return themeNamed(localStorage.getItem("theme")); } catch { return ""; }
}

function select() {
    const account = accounts.value === "" ? null : Number(accounts.value);
    const selection = { account, text: searchBox.value };
    if (queryOf(selection) !== queryOf(state.selection)) dispatch({ kind: "selected", selection });
}

let searchTimer = 0;
searchBox.addEventListener("input", () => {
    clearTimeout(searchTimer);
    searchTimer = setTimeout(select, 250);
});
byId("controls", HTMLFormElement).addEventListener("submit", event => {
    event.preventDefault();
    clearTimeout(searchTimer);
    select();
});
accounts.addEventListener("change", select);
themes.addEventListener("change", () => useTheme(themes.value));

addEventListener("scroll", scrolled, { passive: true });
addEventListener("resize", () => { resize(); requestChunks(); });
addEventListener("popstate", () => {
    // The printed address of another run may be opened in the same tab, which loads nothing.
    const token = tokenIn(location.hash);
    if (token) dispatch({ kind: "began", token });
    else perform(steps.arrived(location.hash, isMarked()));
});

for (const [name, title] of THEMES) {
    const option = make("option");
    option.value = name;
    option.textContent = title;
    themes.append(option);
}
document.addEventListener("visibilitychange", follow);

useTheme(storedTheme());
const token = tokenIn(location.hash);
drawNotice();
dispatch({ kind: "began", token });
if (!token) perform(steps.began(location.hash, isMarked()));
