/**
 * The largest height of an element, in pixels. Browsers draw nothing beyond 17 to 33 million.
 */
const HEIGHT_LIMIT = 8_000_000;

/**
 * The relation between the position in the feed and that of the browser's scroll bar.
 *
 * A million photos are up to 37 million pixels high. Above the limit, the scroll bar is shorter
 * than the feed: a small movement moves the feed by the same distance, a large one in proportion.
 * When scrolling rests, `settle` moves the scroll bar to its proportional position.
 *
 * All positions count from the top of the first month. They are negative within the page's header.
 */
class ScrollMap {
    /**
     * @param {number} height the height of the feed
     * @param {number} window the height of the window
     */
    constructor(height, window) {
        this.height = height;
        this.window = window;
        this.scrollHeight = Math.min(height, Math.max(HEIGHT_LIMIT, 4 * window));
        /** The position of the scroll bar. */
        this.scroll = 0;
        /** The position in the feed of the window's upper edge. */
        this.offset = 0;
    }

    /** The largest positions. */
    get lastScroll() { return Math.max(0, this.scrollHeight - this.window); }
    get lastOffset() { return Math.max(0, this.height - this.window); }

    /** The distance from a position in the feed to the same place in the scrolled element. */
    get base() { return this.offset - this.scroll; }

    get isScaled() { return this.height > this.scrollHeight; }

    /**
     * The scroll bar has moved.
     *
     * @param {number} scroll
     */
    moved(scroll) {
        const step = scroll - this.scroll;
        this.scroll = scroll;
        if (!this.isScaled) this.offset = scroll;
        else if (scroll <= 0) this.offset = scroll;
        else if (scroll >= this.lastScroll)
            this.offset = this.lastOffset + scroll - this.lastScroll;
        else if (Math.abs(step) > 2 * this.window) this.offset = scroll * this.ratio;
        else this.offset = Math.max(0, Math.min(this.lastOffset, this.offset + step));
    }

    /**
     * Moves to a position in the feed.
     *
     * @param {number} offset
     * @returns {number} the position of the scroll bar
     */
    go(offset) {
        this.offset = Math.min(this.lastOffset, offset);
        this.scroll = this.proportional;
        return this.scroll;
    }

    /**
     * The position that the scroll bar should take while scrolling rests; null if it may stay.
     *
     * @returns {number | null}
     */
    settle() {
        if (!this.isScaled || Math.abs(this.proportional - this.scroll) < this.window) return null;
        this.scroll = this.proportional;
        return this.scroll;
    }

    get ratio() { return this.lastOffset / this.lastScroll; }

    /** The scroll bar takes whole pixels. */
    get proportional() {
        if (!this.isScaled || this.offset <= 0) return this.offset;
        return Math.round(this.offset / this.ratio);
    }
}
