import HTTPGateway

/// A file sink that is passed from the I/O thread to the disk's thread.
///
/// The I/O thread uses the sink again only after the file was opened successfully. It is not an
/// `IsolatedBox`: the sink alternates between a thread and a scheduler, and belongs to neither.
struct FileSinkBox: @unchecked Sendable {  // one thread at a time uses the sink
    let file: FileSink
}
