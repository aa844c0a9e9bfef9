// The groups of the selection: possible duplicates, and bursts.

const duplicates = byId("duplicates", HTMLDialogElement);
const duplicatesNote = byId("duplicates-note", HTMLElement);
const groups = byId("groups", HTMLElement);
const moreGroups = byId("more-groups", HTMLButtonElement);
const groupKinds = byId("group-kinds", HTMLElement);

/** @type {GroupList} */
let groupList = "duplicates";
let duplicatesRequest = 0;
/** @type {number | null} the position of the next group */
let nextGroup = null;

/** @param {GroupList} list */
function openGroups(list) {
    groupList = list;
    if (!duplicates.open) duplicates.showModal();
    byId("duplicates-title", HTMLElement).textContent = groupsTitle(list);
    groupKinds.hidden = list === "bursts";
    for (const button of groupKinds.querySelectorAll("button"))
        button.setAttribute("aria-pressed", String(button.dataset.list === list));
    groups.replaceChildren();
    byId("group-list", HTMLElement).scrollTop = 0;
    duplicatesNote.textContent = "Comparing…";
    fetchGroups(0);
}

/** @param {number} start */
async function fetchGroups(start) {
    const request = duplicatesRequest += 1, list = groupList;
    moreGroups.hidden = true;
    const query = ["from=" + start, queryOf(state.selection)].join("&");
    const response = await fetchLatest("groups", `${list}?${query}`);
    /** @type {Copies | null} */
    const copies = response?.ok ? await response.json().catch(() => null) : null;
    if (request !== duplicatesRequest || !duplicates.open) return;
    duplicatesNote.textContent = copies ? copiesText(list, copies) : "The server does not answer.";
    if (!copies) {
        // The same button tries it again.
        moreGroups.hidden = !start;
        if (start) moreGroups.focus();
        return;
    }
    const added = copies.list.map(makeGroup);
    groups.append(...added);
    nextGroup = copies.next;
    moreGroups.hidden = nextGroup === null;
    // The button that had the focus may have gone.
    if (start) added[0]?.focus();
}

/** @param {CopyGroup} group */
function makeGroup(group) {
    const element = make("li", "group"), heading = make("h3"), list = make("ul");
    element.tabIndex = -1;
    heading.textContent = groupText(group);
    list.append(...group.items.map(makeCopy));
    element.append(heading, list);
    return element;
}

/** @param {Item} item */
function makeCopy(item) {
    const element = make("li", "copy"), image = make("div", "copy-picture");
    const name = make("bdi"), facts = make("span");
    name.textContent = item[NAME];
    name.dir = "auto";
    facts.textContent = [item[FOLDER], item[OWNERS], sizeText(item[SIZE])]
        .filter(text => text).join(" · ");
    image.append(item[THUMBNAIL] ? picture(item) : drawn(item));
    element.append(image, name, facts);
    return element;
}

moreGroups.onclick = () => { if (nextGroup !== null) fetchGroups(nextGroup); };
byId("close-duplicates", HTMLElement).onclick = () => duplicates.close();
byId("open-duplicates", HTMLElement).onclick = () => openGroups("duplicates");
byId("open-bursts", HTMLElement).onclick = () => openGroups("bursts");
byId("show-equal", HTMLElement).onclick = () => openGroups("duplicates");
byId("show-near", HTMLElement).onclick = () => openGroups("near");
