/** The distance from the ends of the scrubber to the first and the last month. */
const SCRUBBER_MARGIN = 24;

/**
 * The place on the scrubber of a position in the feed.
 *
 * @param {number} offset
 * @param {ScrollMap} map
 */
function scrubberPlace(offset, map) {
    const part = map.lastOffset ? Math.max(0, offset) / map.lastOffset : 0;
    return SCRUBBER_MARGIN + Math.min(1, part) * (map.window - 2 * SCRUBBER_MARGIN);
}

/**
 * The position in the feed of a place on the scrubber.
 *
 * @param {number} place
 * @param {ScrollMap} map
 */
function scrubbedOffset(place, map) {
    const part = (place - SCRUBBER_MARGIN) / (map.window - 2 * SCRUBBER_MARGIN);
    return Math.max(0, Math.min(1, part)) * map.lastOffset;
}

/**
 * The month that a key of the scrubber goes to; null if the key has no meaning there.
 *
 * @param {string} key
 * @param {number} section the present month
 * @param {string[]} months the keys of the months
 */
function scrubberTarget(key, section, months) {
    const year = months[section].slice(0, 4);
    switch (key) {
        case "ArrowUp": case "ArrowLeft": return clamped(section - 1, months.length);
        case "ArrowDown": case "ArrowRight": return clamped(section + 1, months.length);
        case "PageDown": {
            const next = months.findIndex((month, other) => other > section
                && month.slice(0, 4) !== year);
            return next < 0 ? months.length - 1 : next;
        }
        case "PageUp": {
            const first = months.findIndex(month => month.slice(0, 4) === year);
            if (first < section) return first;
            return months.findIndex(month => month.slice(0, 4)
                === months[Math.max(0, first - 1)].slice(0, 4));
        }
        case "Home": return 0;
        case "End": return months.length - 1;
        default: return null;
    }
}

/**
 * A place in the feed that outlives a change of the feed.
 *
 * @typedef {{ month: string, fromEnd: number }} Anchor
 */

/**
 * The place of an item, counted from the end of its month: photos that arrive are newer than most,
 * so that they move nothing below them.
 *
 * @param {number} index
 * @param {Month[]} months
 * @returns {Anchor | null}
 */
function anchorOf(index, months) {
    let start = 0;
    for (const [month, count] of months) {
        if (index < start + count) return { month, fromEnd: start + count - index };
        start += count;
    }
    return null;
}

/**
 * The item at a place of a former feed, or the nearest one.
 *
 * @param {Anchor} anchor
 * @param {Month[]} months
 */
function anchoredIndex(anchor, months) {
    let start = 0;
    for (const [month, count] of months) {
        // Keys of months sort as text; the newest month is first.
        if (month < anchor.month) return Math.max(0, start - 1);
        if (month === anchor.month) return start + count - Math.min(count, anchor.fromEnd);
        start += count;
    }
    return Math.max(0, start - 1);
}
