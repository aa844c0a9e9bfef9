/**
 * All items, or those of one of several accounts.
 *
 * @typedef {object} GalleryView
 * @property {number} items the number of photos and videos
 * @property {number} videos the number of videos
 * @property {Month[]} months newest first
 */

/**
 * A month and its number of items. A key is `2024-06`.
 *
 * @typedef {[key: string, count: number]} Month
 */

/**
 * A photo or a video; `GalleryChunk` writes it.
 *
 * The time is local, in seconds since 1970. Zero and the empty text mean that a value is unknown.
 *
 * @typedef {[name: string, thumbnail: string, time: number, isVideo: number, width: number,
 *     height: number, size: number, place: string, type: string, folder: string,
 *     clock: number, key: string, owners?: string, source?: string,
 *     original?: string]} Item
 */

const NAME = 0, THUMBNAIL = 1, TIME = 2, VIDEO = 3, WIDTH = 4, HEIGHT = 5, SIZE = 6, PLACE = 7,
    TYPE = 8, FOLDER = 9, CLOCK = 10, KEY = 11, OWNERS = 12;

/**
 * The nearest index of an item.
 *
 * @param {number} index
 * @param {number} total
 */
function clamped(index, total) {
    return Math.max(0, Math.min(total - 1, index));
}
