// The large view shows one item.

/** The item in the large view; the focus of the grid is apart from it until the view closes. */
let viewed = 0;

/** @param {number} index */
function show(index) {
    viewed = index;
    if (!view.open) view.showModal();
    // Without it, the first button has the focus: Enter would press it, and its ring is drawn.
    view.focus();
    present();
}

/** @param {number} index */
function step(index) {
    viewed = index;
    const focused = document.activeElement;
    present();
    // A control that is no longer there, or that is disabled now, has no focus.
    if (!focused?.isConnected || focused.matches(":disabled, [hidden]")) view.focus();
}

function present() {
    const item = itemAt(viewed);
    byId("position", HTMLElement).textContent = positionText(viewed, layout.total);
    previous.disabled = viewed === 0;
    next.disabled = viewed === layout.total - 1;
    byId("name", HTMLElement).textContent = item ? item[NAME] : "";
    byId("facts", HTMLElement).textContent = item ? factsText(item) : "";
    byId("folder", HTMLElement).textContent = item ? item[FOLDER] : "";
    byId("owners", HTMLElement).textContent = item?.[OWNERS] ?? "";
    const original = byId("original", HTMLAnchorElement);
    const address = item && originalAddress(item);
    original.hidden = !address;
    if (address) original.href = address;
    else original.removeAttribute("href");
    stage.replaceChildren();
    ambient.removeAttribute("src");
    if (!item) return;
    keepAddress();
    if (item[THUMBNAIL]) {
        const image = picture(item);
        image.loading = "eager";
        image.addEventListener("load", fit);
        image.alt = item[NAME];
        ambient.src = image.src;
        stage.append(image);
    } else stage.append(drawn(item));
    for (const near of [viewed - 1, viewed + 1]) {
        const other = near >= 0 && near < layout.total && itemAt(near);
        if (other && other[THUMBNAIL]) new Image().src = "thumbnails/" + other[THUMBNAIL];
    }
}

function fit() {
    const image = stage.querySelector("img");
    if (!image || !image.naturalWidth) return;
    const size = fitted(image.naturalWidth, image.naturalHeight, stage);
    image.style.width = size.width + "px";
    image.style.height = size.height + "px";
}

// ---- The address: each photo has one, and the large view is an entry of the history. ----

const steps = new PhotoHistory(address => search(address, part, itemAt));

/** @param {number} index */
function addressOf(index) {
    return fragmentOf(keys[layout.sectionOf(index)], itemAt(index)?.[KEY]);
}

function keepAddress() {
    const address = addressOf(viewed);
    if (location.hash === address) return;
    // Safari allows a hundred changes in 30 seconds, and then throws.
    try { history.replaceState(history.state, "", address); } catch { }
}

function isMarked() {
    return Boolean(history.state?.photo);
}

/** @param {Action[]} actions */
function perform(actions) {
    for (const action of actions)
        switch (action.kind) {
            case "push":
                missing.textContent = "";
                // Back must not restore the former scroll position: the photo viewed last may be
                // elsewhere.
                history.scrollRestoration = "manual";
                history.pushState({ photo: true }, "", action.fragment);
                break;
            case "mark": history.replaceState({ photo: true }, "", location.hash); break;
            case "strip": history.replaceState(null, "", location.href.split("#")[0]); break;
            case "back": history.back(); break;
            case "show": show(action.index); break;
            case "close":
                history.scrollRestoration = "auto";
                view.close();
                break;
            case "missing":
                missing.textContent = "The photo with this address is not in this gallery.";
                break;
        }
}
