// The large view: an item of the gallery, with a link to its original.

function present() {
    const item = itemAt(viewed);
    drawPosition();
    drawItem(item);
    const original = byId("original", HTMLAnchorElement);
    const address = item && originalAddress(item);
    original.hidden = !address;
    if (address) original.href = address;
    else original.removeAttribute("href");
}

const MISSING_PHOTO = "The photo with this address is not in this gallery.";

const steps = new PhotoHistory(address => search(address, part, itemAt));
