import DurableFiles

/// The files of the packs: `thumbnails/NUMBER.pack`.
///
/// A reader gets the right bytes or none, even while another process appends to the pack or removes
/// it: an open file stays readable, and a file that is gone cannot be opened.
final class PackFiles: PackStore {  // not @Schedulable: confined to the library's scheduler
    private let folder: () throws(DurableFileError) -> DurableFolder
    /// The pack that was appended to last.
    private var current: (number: Int64, pack: DurablePack)?
    /// The packs that are open for reading.
    private var opened: [Int64: DurablePack] = [:]

    private static let openLimit = 16

    /// Creates the files of the packs in `folder`, which is opened when it is needed.
    init(in folder: @escaping () throws(DurableFileError) -> DurableFolder) {
        self.folder = folder
    }

    /// Writes the pictures after the valid bytes of their pack.
    func write(_ append: PackAppend) throws {
        if current?.number != append.pack {
            let pack = try DurablePack(
                appendingTo: PackName.make(append.pack), in: folder(), length: append.start)
            current = (append.pack, pack)
        }
        try current?.pack.append(append.pictures, at: append.start)
    }

    /// Flushes pack `number`.
    func synchronize(_ number: Int64) throws {
        try open(number).synchronize()
    }

    /// Reads a thumbnail; `nil` if its bytes are missing or damaged.
    func read(_ range: PackRange) throws -> [UInt8]? {
        guard let count = Int(exactly: range.length) else { return nil }
        do throws(DurableFileError) {
            let bytes = try open(range.pack).read(at: range.offset, count: count)
            return range.matches(bytes) ? bytes : nil
        } catch {
            // A sector that cannot be read must not prevent all syncs.
            let isDamage = [.notFound, .unexpectedLength, .mediumFailure].contains(error.code)
            guard isDamage else { throw error }
            return nil
        }
    }

    /// Returns the status of pack `number`; `nil` if it has no regular file.
    func status(of number: Int64) throws -> PackStatus? {
        do throws(DurableFileError) {
            let status = try DurablePack(reading: PackName.make(number), in: folder()).status()
            let (seconds, nanoseconds) = status.modified
            return PackStatus(
                length: status.size, modified: seconds &* 1_000_000_000 &+ nanoseconds)
        } catch {
            guard [.notFound, .notRegularFile].contains(error.code) else { throw error }
            return nil
        }
    }

    func remove(_ number: Int64) throws {
        if current?.number == number { current = nil }
        opened[number] = nil
        try folder().remove(PackName.make(number))
    }

    /// Removes the packs that are not in `known`, such as those of an interrupted compaction.
    func removeAll(except known: Set<Int64>) throws {
        let folder = try folder()
        var unknown: [String] = []
        try folder.forEachName { name throws(DurableFileError) in
            if let number = PackName.number(in: name), !known.contains(number) {
                unknown.append(name)
            }
        }
        for name in unknown {
            do throws(DurableFileError) { try folder.remove(name) } catch {
                guard error.code == .isFolder else { throw error }
            }
        }
    }

    func availableSpace() throws -> Int64 { try folder().availableSpace() }

    private func open(_ number: Int64) throws(DurableFileError) -> DurablePack {
        if let pack = opened[number] { return pack }
        let pack = try DurablePack(reading: PackName.make(number), in: folder())
        if opened.count >= Self.openLimit { opened.removeAll() }
        opened[number] = pack
        return pack
    }
}
