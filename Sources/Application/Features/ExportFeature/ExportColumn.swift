import CommandOptions
import PhotoFeed

/// The columns of a table, in their order; the names are the keys of `photopark feed --json`.
enum ExportColumn: String, CaseIterable {
    case id, path, name, kind, date, taken
    case clientModified = "client_modified"
    case serverModified = "server_modified"
    case revision = "rev"
    case size
    case contentHash = "content_hash"
    case width, height, latitude, longitude
    case duration = "duration_ms"
    case thumbnail
    case thumbnailOffset = "thumbnail_offset"
    case thumbnailLength = "thumbnail_length"
    case thumbnailError = "thumbnail_error"
    case owners, zone, make, model
    case contentIdentifier = "content_identifier"
    case motionLength = "motion_length"

    /// Returns the value of an item in this column.
    func cell(_ item: FeedItem, of accounts: [String]) -> CSVRow.Cell {
        let node = item.node
        return switch self {
        case .id: .text(node.id.rawValue)
        case .path: .text(item.displayPath)
        case .name: .text(node.name)
        case .kind: .text(node.kind.rawValue)
        case .date: .text(node.date.description)
        case .taken: text(node.mediaInfo?.timeTaken)
        case .clientModified: .text(node.clientModified.description)
        case .serverModified: .text(node.serverModified.description)
        case .revision: .text(node.revision)
        case .size: number(node.knownSize)
        case .contentHash: text(node.contentHash)
        case .width: number(node.mediaInfo?.dimensions?.width)
        case .height: number(node.mediaInfo?.dimensions?.height)
        case .latitude: number(node.mediaInfo?.location?.latitude)
        case .longitude: number(node.mediaInfo?.location?.longitude)
        case .duration: number(node.mediaInfo?.durationMilliseconds)
        case .thumbnail: text(item.storedThumbnail?.path)
        case .thumbnailOffset: number(item.storedThumbnail?.offset)
        case .thumbnailLength: number(item.storedThumbnail?.length)
        case .thumbnailError: text(item.thumbnailFailure)
        case .owners: .text(accounts.joined(separator: ";"))
        // Digits, a sign and a colon are a time, not a formula.
        case .zone: number(node.mediaInfo?.zone)
        case .make: text(node.mediaInfo?.camera?.make)
        case .model: text(node.mediaInfo?.camera?.model)
        case .contentIdentifier: text(node.mediaInfo?.contentIdentifier)
        case .motionLength: number(node.mediaInfo?.motionLength)
        }
    }

    private func text(_ value: (some CustomStringConvertible)?) -> CSVRow.Cell {
        value.map { .text($0.description) } ?? .empty
    }

    private func number(_ value: (some CustomStringConvertible)?) -> CSVRow.Cell {
        value.map { .number($0.description) } ?? .empty
    }
}
