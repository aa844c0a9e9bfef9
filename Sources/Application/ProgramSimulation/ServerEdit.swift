import Simulation
import StubServers

/// A change of a server, which the seed chooses.
enum ServerEdit {
    private static let folders = ["/new", "/new/Été", "/New/a/B"]

    /// Returns a change.
    ///
    /// - Parameters:
    ///   - path: the path of the file that changes, or whose folder changes.
    ///   - world: the world of the run.
    ///   - content: a content of the file's present length; `nil` if there is none.
    static func chosen(
        of path: String, in world: World, content: () -> [UInt8]?
    ) -> ControlCommand {
        let names = path.split(separator: "/").map(String.init)
        let name = names.last ?? ""
        let ending = name.split(separator: ".").last ?? "jpg"
        // A folder with all that is in it; that of the whole server stays.
        let above = names.dropLast(1 + world.choose(2))
        let folder = above.isEmpty ? nil : "/" + above.joined(separator: "/")
        switch world.choose(9) {
        case 0:
            let folder = folders[world.choose(folders.count)]
            return .addPhotos(folder: folder, count: 1 + world.choose(3))
        case 1: return .change(path: path)
        case 2: return .change(path: path, content: content())
        case 3: return .delete(path: path)
        // A server makes a thumbnail of a file by its ending.
        case 4: return .move(from: path, to: "/moved/\(world.choose(3)).\(ending)")
        case 5:
            guard let folder else { return .change(path: path) }
            return .move(from: folder, to: "/moved/Ö \(world.choose(3))")
        case 6: return .delete(path: folder ?? path)
        case 7:
            let other = name == name.lowercased() ? name.uppercased() : name.lowercased()
            return .move(from: path, to: path.dropLast(name.count) + other)
        default: return .resetCursors
        }
    }
}
