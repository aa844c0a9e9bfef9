/// The events that the content of a written file must survive.
package enum Durability: Sendable {
    /// The file has its old or its new content, whatever happens to the process.
    ///
    /// After a power cut it may be the old one, or, on some file systems, empty. Costs a rename.
    case atomic
    /// As `atomic`; once the call has returned, the new content also survives a power cut.
    ///
    /// Costs two flushes to the medium, which take milliseconds: noticeable with thousands of small
    /// files.
    case full
}
