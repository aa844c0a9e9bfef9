import Duplicates
import PhotoFeed
import Scheduling
import TextFormats

/// The places and the groups of a selection.
@SchedulableExtension
extension ServedFeed {
    /// The number of groups of an answer, and that of the items of a group that it describes.
    private static var groupLimits: (groups: Int, items: Int) { (50, 12) }

    /// Returns clusters of places as JSON; `nil` if another call has to continue.
    func places(of selection: FeedSelection, in box: PlaceIndex.Box, zoom: Int) -> [UInt8]? {
        guard let view = grownView(of: selection) else { return nil }
        let (clusters, edge) = view.index.places.clusters(in: box, zoom: zoom)
        return JSONWriter.object { json in
            json.member("items", view.index.count)
            json.member("located", view.index.places.count)
            json.member("edge", edge)
            json.array("clusters") { json in
                for cluster in clusters {
                    json.array { json in
                        json.double(cluster.latitude)
                        json.double(cluster.longitude)
                        json.integer(cluster.count)
                    }
                }
            }
        }
    }

    /// Returns groups of a list as JSON, from a position on; `nil` if another call has to continue.
    func groups(
        _ list: GroupList, of selection: FeedSelection, from start: Int
    ) throws(FeedError) -> [UInt8]? {
        guard let search = advancedSearch(of: selection, list) else { return nil }
        let (groupLimit, itemLimit) = Self.groupLimits
        let end = min(search.groups.count, start + groupLimit)
        let groups = search.groups[min(start, end)..<end]
        var shown: [[MergedItem]] = []
        for group in groups {
            var items: [MergedItem] = []
            for member in group.members.prefix(itemLimit) {
                if let item = try item(member.id, in: member.library) { items.append(item) }
            }
            shown.append(items)
        }
        return JSONWriter.object { json in
            json.member("groups", search.groups.count)
            json.member("copies", search.groups.reduce(0) { $0 + $1.members.count - 1 })
            let bytes = search.groups.reduce(0 as Int64) { $0.addingSaturated($1.copiedBytes) }
            json.member("bytes", bytes)
            json.member("isTruncated", search.isTruncated)
            json.member("uncompared", search.uncompared)
            json.member("next", end < search.groups.count ? end : nil)
            json.array("list") { json in
                for (group, items) in zip(groups, shown) {
                    json.object { json in
                        json.member("kind", group.kind.rawValue)
                        json.member("count", group.members.count)
                        json.member("bytes", group.copiedBytes)
                        json.array("items") { json in
                            for item in items { json.add(item, names: libraryNames) }
                        }
                    }
                }
            }
        }
    }
}
