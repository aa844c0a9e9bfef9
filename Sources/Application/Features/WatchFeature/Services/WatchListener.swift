/// A display of all watches of a program, such as the log, the metrics or the service manager.
///
/// A `WatchSession` has several listeners, and each of them gets all of these calls in one order.
@MainActor
protocol WatchListener: AnyObject {
    /// The watches of these libraries begin: at the start, and after each reload.
    func watchesBegan(of libraries: [WatchedLibrary])

    /// Something has happened in the watch of a library; `nil` for what concerns all of them.
    func happened(_ event: WatchEvent, of library: WatchedLibrary?)

    /// All watches have ended; nothing follows.
    func watchesEnded()
}

/// The names of a library that is watched.
struct WatchedLibrary: Hashable, Sendable {
    /// The name, by which the libraries of a session differ.
    let name: String
    /// The name in messages; `nil` where only one library is watched.
    let title: String?
}
