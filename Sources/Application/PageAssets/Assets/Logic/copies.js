/**
 * A group of possible duplicates, whose best item is first.
 *
 * @typedef {{ kind: "exact" | "alike", count: number, bytes: number, items: Item[] }} CopyGroup
 */

/**
 * The groups from a position on, as `/duplicates` returns them.
 *
 * @typedef {{ groups: number, copies: number, bytes: number, isTruncated: boolean,
 *     next: number | null, list: CopyGroup[] }} Copies
 */

/** @param {Copies} copies */
function copiesText(copies) {
    if (!copies.groups) return "No possible duplicates are found.";
    const text = countText(copies.groups, "group", "groups") + " with "
        + countText(copies.copies, "copy", "copies") + " of " + sizeText(copies.bytes) + ".";
    return copies.isTruncated ? text + " Not all are shown." : text;
}

/** @param {CopyGroup} group */
function groupText(group) {
    const count = numberFormat.format(group.count);
    return group.kind === "exact"
        ? `${count} files with equal content · ${sizeText(group.bytes)} in copies`
        : `${count} files with the same size and date · the content is not compared`;
}
