/**
 * A list of groups: `duplicates` are equal files, `near` pictures that look the same, and `bursts`
 * different photos of one moment.
 *
 * @typedef {"duplicates" | "near" | "bursts"} GroupList
 */

/**
 * A group of items, whose best one is first.
 *
 * @typedef {{ kind: "exact" | "alike" | "near" | "burst", count: number, bytes: number,
 *     items: Item[] }} CopyGroup
 */

/**
 * The groups from a position on, as the server returns them.
 *
 * @typedef {{ groups: number, copies: number, bytes: number, isTruncated: boolean,
 *     uncompared: number, next: number | null, list: CopyGroup[] }} Copies
 */

/** @param {GroupList} list */
function groupsTitle(list) {
    return list === "bursts" ? "Bursts" : "Possible duplicates";
}

/**
 * The sentences above a list.
 *
 * @param {GroupList} list
 * @param {Copies} copies
 */
function copiesText(list, copies) {
    const sentences = [foundText(list, copies)];
    if (copies.isTruncated) sentences.push("Not all are shown.");
    if (copies.uncompared) {
        const pictures = countText(copies.uncompared, "picture was", "pictures were");
        sentences.push(`${pictures} not compared: run photopark duplicates --near.`);
    }
    return sentences.join(" ");
}

/**
 * @param {GroupList} list
 * @param {Copies} copies
 */
function foundText(list, copies) {
    if (list === "bursts") {
        if (!copies.groups) return "No bursts are found.";
        return countText(copies.groups, "burst", "bursts") + " with "
            + countText(copies.groups + copies.copies, "photo", "photos") + ".";
    }
    if (!copies.groups) return "No possible duplicates are found.";
    return countText(copies.groups, "group", "groups") + " with "
        + countText(copies.copies, "copy", "copies") + " of " + sizeText(copies.bytes) + ".";
}

/** @param {CopyGroup} group */
function groupText(group) {
    const count = numberFormat.format(group.count);
    switch (group.kind) {
        case "exact":
            return `${count} files with equal content · ${sizeText(group.bytes)} in copies`;
        case "alike":
            return `${count} files with the same size and date · the content is not compared`;
        case "near":
            return `${count} pictures look the same · ${sizeText(group.bytes)} beside the best`;
        case "burst": return `${count} photos within five seconds`;
    }
}
