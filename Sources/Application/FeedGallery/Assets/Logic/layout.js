/** The height of a month's heading, as in the style sheet, and of the space below a month. */
const HEADING = 58, BELOW = 26;

/**
 * The positions of all tiles, computed from the number of items in each month.
 *
 * A gallery has tens of thousands of items. Their positions are known without their elements, so
 * that only the elements near the window exist. All vertical positions count from the top of the
 * first month.
 */
class GridLayout {
    /**
     * @param {number[]} counts the number of items in each month; none is zero
     * @param {number} width the width of the grid
     */
    constructor(counts, width) {
        const isNarrow = width < 640;
        const gap = isNarrow ? 3 : 8;
        this.counts = counts;
        this.columns = Math.max(3, Math.floor((width + gap) / ((isNarrow ? 108 : 164) + gap)));
        this.tileSize = (width - gap * (this.columns - 1)) / this.columns;
        /** The distance from a tile to the next one, in both directions. */
        this.pitch = this.tileSize + gap;
        /** @type {number[]} the index of each month's first item */
        this.starts = [];
        /** @type {number[]} the position of each month */
        this.tops = [];
        this.total = 0;
        this.height = 0;
        counts.forEach((count, section) => {
            this.starts.push(this.total);
            this.tops.push(this.height);
            this.total += count;
            this.height += this.sectionHeight(section);
        });
    }

    /** @param {number} section */
    rows(section) {
        return Math.ceil(this.counts[section] / this.columns);
    }

    /** @param {number} section */
    sectionHeight(section) {
        return HEADING + this.rows(section) * this.pitch + BELOW;
    }

    /**
     * The month at a vertical position.
     *
     * @param {number} y
     */
    sectionAt(y) {
        return lastUpTo(y, this.tops);
    }

    /**
     * The month of an item.
     *
     * @param {number} index
     */
    sectionOf(index) {
        return lastUpTo(index, this.starts);
    }

    /**
     * The month below whose heading the window begins.
     *
     * @param {number} offset the position of the window's upper edge
     */
    sectionShown(offset) {
        return this.sectionAt(offset + HEADING);
    }

    /**
     * The position of a tile in the grid of its month.
     *
     * @param {number} index
     */
    position(index) {
        const place = index - this.starts[this.sectionOf(index)];
        return {
            left: (place % this.columns) * this.pitch,
            top: Math.floor(place / this.columns) * this.pitch
        };
    }

    /** @param {number} index */
    topOf(index) {
        return this.tops[this.sectionOf(index)] + HEADING + this.position(index).top;
    }

    /**
     * The months within a window's height of the window, each with the range of its tiles there.
     *
     * @param {number} offset the position of the window's upper edge
     * @param {number} height the height of the window
     */
    near(offset, height) {
        const from = offset - height, to = offset + 2 * height;
        const near = [];
        const last = this.sectionAt(to);
        for (let section = this.sectionAt(from); section <= last; section += 1) {
            const top = this.tops[section] + HEADING;
            const start = this.starts[section];
            const firstRow = Math.max(0, Math.floor((from - top) / this.pitch));
            const lastRow = Math.floor((to - top) / this.pitch);
            const end = start + Math.min(this.counts[section], (lastRow + 1) * this.columns);
            near.push({ section, first: start + firstRow * this.columns, end });
        }
        return near;
    }

    /**
     * The item in the first column at the upper edge of the window; null at the top of the page.
     *
     * @param {number} offset the position of the window's upper edge
     */
    topmost(offset) {
        if (!this.total || offset <= 0) return null;
        const section = this.sectionAt(offset);
        const row = Math.floor((offset - this.tops[section]) / this.pitch);
        return this.starts[section] + Math.min(row, this.rows(section) - 1) * this.columns;
    }

    /**
     * The item above (-1) or below (1) an item; the item itself at the end of the grid.
     *
     * @param {number} index
     * @param {-1 | 1} direction
     */
    neighbour(index, direction) {
        const section = this.sectionOf(index);
        const start = this.starts[section], count = this.counts[section];
        const column = (index - start) % this.columns;
        const row = Math.floor((index - start) / this.columns) + direction;
        if (row >= 0 && row < this.rows(section))
            return start + Math.min(count - 1, row * this.columns + column);
        const next = section + direction;
        if (next < 0 || next >= this.starts.length) return index;
        const nearest = direction > 0 ? 0 : (this.rows(next) - 1) * this.columns;
        return this.starts[next] + Math.min(this.counts[next] - 1, nearest + column);
    }

    /**
     * The offset to scroll to, so that a tile is in the window; null if it is there already.
     *
     * @param {number} index
     * @param {number} offset the position of the window's upper edge
     * @param {number} height the height of the window
     */
    offsetShowing(index, offset, height) {
        const top = this.topOf(index);
        if (top - HEADING < offset) return top - HEADING;
        if (top + this.pitch > offset + height) return top + this.pitch - height + 12;
        return null;
    }

    /**
     * The years at the edge of the window, with their places there; none for a short page.
     *
     * A year without space below the previous one is omitted.
     *
     * @param {string[]} keys the keys of the months
     * @param {number} height the height of the window
     */
    years(keys, height) {
        /** @type {{ year: string, y: number, top: number }[]} */
        const years = [];
        if (this.height < 3 * height) return years;
        keys.forEach((key, section) => {
            const year = key.slice(0, 4);
            const y = 24 + (height - 48) * this.tops[section] / this.height;
            const latest = years[years.length - 1];
            if (!latest || year !== latest.year && y >= latest.y + 20)
                years.push({ year, y, top: this.tops[section] });
        });
        return years;
    }
}

/**
 * The position of the last of the ascending values that is at most `limit`; 0 if there is none.
 *
 * @param {number} limit
 * @param {number[]} values
 */
function lastUpTo(limit, values) {
    let low = 0, high = values.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (values[middle] <= limit) low = middle; else high = middle - 1;
    }
    return low;
}

/**
 * The size of a thumbnail on the stage: it grows up to 3.2 times, beyond which it is blurred.
 *
 * @param {number} width
 * @param {number} height
 * @param {{ clientWidth: number, clientHeight: number }} stage
 */
function fitted(width, height, stage) {
    const scale = Math.min(stage.clientWidth / width, stage.clientHeight / height, 3.2);
    return { width: width * scale, height: height * scale };
}
