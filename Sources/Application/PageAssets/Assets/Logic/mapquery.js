/**
 * The part of the map in the window, and what is half a window beside it, for the query.
 *
 * @param {MapView} map
 * @param {{ width: number, height: number }} size
 */
function mapQuery(map, size) {
    const scale = degreeSize(map, size);
    const across = size.width / scale, along = size.height / scale;
    const box = [
        map.longitude - across, map.latitude - along, map.longitude + across, map.latitude + along
    ];
    return `zoom=${map.zoom}&box=${box.map(side => side.toFixed(4)).join(",")}`;
}
