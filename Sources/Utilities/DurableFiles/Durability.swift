/// What has to survive when a file is written.
public enum Durability: Sendable {
    /// The file has its old or its new content, whatever happens to the process. After a power cut
    /// it may be the old one, or, on some file systems, empty. Costs a rename.
    case atomic
    /// As `atomic`, and once the call has returned the new content survives a power cut too. Costs
    /// two flushes to the medium: milliseconds, which thousands of small files would feel.
    case full
}
