public import Logging

/// The privacy of a value in the metadata.
///
/// ```swift
/// var folder: Logger.MetadataValue = "\(path)"
/// folder.attributes[LogPrivacy.self] = .secret
/// logger.info("opened", metadata: ["folder": folder])
/// ```
public enum LogPrivacy: Int64, Logger.MetadataValueAttributes.Attribute {
    /// The value may be written.
    case open = 0
    /// The value is replaced.
    case secret = 1
}
