package import DurableFiles
import Foundation
public import Simulation

/// The disk of a simulated machine, which loses what was not flushed when the machine crashes.
///
/// It is a folder of the real disk. While the run lasts, the changes that `DurableFiles` and the
/// SQLite engine make on its thread pass through it. Its seed decides on faults, and after a crash
/// on each change that was not flushed: it is present, torn or absent.
///
/// ```swift
/// let simulation = Simulation { world in
///     let disk = try SimulatedDisk(in: world, at: folder)
///     disk.crash(atCall: world.choose(200))
///     runTheProgramToItsEnd()
///     disk.restart()
///     // The folder has what a machine finds after a power cut: start the program again.
/// }
/// ```
///
/// A crash makes all later changes fail, so that the program ends without a trace of its end. The
/// model is as weak as POSIX: the flush of a file does not flush its name. The names of a folder
/// are lost from the last one on, as with the log of a file system.
///
/// Only the thread of the run uses a disk.
public final class SimulatedDisk: @unchecked Sendable {  // the world checks the thread
    private struct FileID: Hashable {
        let device: UInt64
        let number: UInt64
    }

    /// The faults that the seed chooses.
    public var conditions: DiskConditions
    /// The number of changes and flushes so far.
    public private(set) var callCount = 0
    /// Whether the machine has crashed, and was not started again.
    public private(set) var isDown = false

    /// The number of faults that the seed has chosen so far.
    public private(set) var faultCount = 0

    private let world: World
    private let keep: String
    private var files: [FileID: UnflushedFile] = [:]
    /// The files in the order of their first changes.
    private var order: [FileID] = []
    private var names: UnflushedNames
    private var crashCall: Int?
    private var crashBoundary: Int?
    private var faultCall: Int?
    /// The number of flushes, renames and removals so far.
    private var boundaryCount = 0
    private var session = 1

    /// Creates the disk, which is that of the calling thread until the end of the run.
    ///
    /// - Parameters:
    ///   - world: the world of the run.
    ///   - folder: the absolute path of an existing folder. The folder beside it with the suffix
    ///     `.lost` is created, and removed after the run.
    ///   - conditions: the faults that the seed chooses.
    /// - Throws: the error of the system when the folder beside it cannot be created.
    public init(
        in world: World, at folder: String, _ conditions: DiskConditions = DiskConditions()
    ) throws {
        precondition(DiskModels.current == nil, "a world has one disk")
        self.world = world
        self.conditions = conditions
        keep = folder + ".lost"
        names = UnflushedNames(keepingIn: keep)
        try FileManager.default.createDirectory(
            atPath: keep, withIntermediateDirectories: true)
        ModelledFiles.install()
        DiskModels.setCurrent(self)
        world.afterEnd { [self] in end() }
    }

    /// Crashes the machine at the change or flush with this number from now on; 0 is the next.
    public func crash(atCall number: Int) { crashCall = callCount + number }

    /// Crashes the machine before the flush, rename or removal with this number from now on.
    public func crash(atBoundary number: Int) { crashBoundary = boundaryCount + number }

    /// Gives the call with this number from now on a fault that the seed chooses.
    ///
    /// If no fault is possible at this call, the next one at which some are has it.
    public func fail(atCall number: Int) { faultCall = callCount + number }

    /// Ends the faults of the disk.
    public func heal() { (conditions, faultCall) = (DiskConditions(), nil) }

    /// Crashes the machine now, unless it is down already.
    public func crash() { isDown = true }

    /// Starts the machine again, with what the medium has of the unflushed changes.
    ///
    /// No file may be open any longer.
    public func restart() {
        isDown = true
        for id in order { lose(id) }
        (files, order) = ([:], [])
        for lost in names.lose({ world.choose($0) }) { world.note("the disk loses \(lost)") }
        session += 1
        (crashCall, crashBoundary) = (nil, nil)
        isDown = false
    }

    private func lose(_ id: FileID) {
        guard let file = files[id] else { return }
        if file.lose({ world.choose($0) }) {
            world.note("the disk loses changes of \(DiskFile.descriptor(file.descriptor))")
        }
    }

    private func end() {
        DiskModels.setCurrent(nil)
        files = [:]
        // Only disk space is lost.
        try? FileManager.default.removeItem(atPath: keep)
    }

    private func file(_ file: DiskFile) -> UnflushedFile? {
        let status: FileStatus? =
            switch file {
            case .descriptor(let descriptor): FileStatus(descriptor: descriptor)
            case .path(let path): FileStatus(path: path)
            }
        guard let status, status.kind == .regular else { return nil }
        let id = FileID(device: status.device, number: status.inode)
        if let known = files[id] { return known }
        let path: String =
            switch file {
            case .descriptor(let descriptor): "/dev/fd/\(descriptor)"
            case .path(let path): path
            }
        let own = open(path, O_RDWR | O_CLOEXEC)
        guard own >= 0 else { return nil }
        let unflushed = UnflushedFile(descriptor: own)
        files[id] = unflushed
        order.append(id)
        return unflushed
    }
}

extension SimulatedDisk: DiskModel {
    package var bootSession: String { "simulated-\(session)" }
    package var wallTime: Int64 { world.wallTime }

    package func decide(on change: DiskChange) -> DiskVerdict {
        guard !isDown else { return .fail(EIO) }
        callCount += 1
        if change.isBoundary { boundaryCount += 1 }
        if callCount > crashCall ?? .max || boundaryCount > crashBoundary ?? .max {
            isDown = true
            world.note("the machine crashes at call \(callCount) of the disk: \(change)")
            return .fail(EIO)
        }
        if let fault = fault(of: change) {
            world.note("the disk has the fault \(fault) at call \(callCount): \(change)")
            return verdict(of: fault, change)
        }
        record(change, of: nil)
        if case .synchronize = change { return .skip }
        return .proceed
    }

    private func record(_ change: DiskChange, of count: Int?) {
        switch change {
        case .write(let place, let offset, let bytes):
            let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(count ?? bytes.count))
            file(place)?.willWrite(part, at: offset)
        case .truncate(let place, let length): file(place)?.willTruncate(to: length)
        case .synchronize(let place): flush(place)
        case .create(let path): names.willCreate(path)
        case .createFolder(let path): names.willCreateFolder(path)
        case .rename(let old, let new): names.willRename(old, to: new)
        case .remove(let path): names.willRemove(path)
        }
    }

    private func flush(_ place: DiskFile) {
        if let file = file(place) { return file.flush() }
        names.flush("\(place)")
    }

    private func fault(of change: DiskChange) -> DiskFault? {
        let isDue = callCount > faultCall ?? .max
        let faults = isDue ? DiskFault.allCases : conditions.faults
        guard isDue || !faults.isEmpty && faultCount < conditions.faultLimit else { return nil }
        let possible = faults.filter { fault in
            switch (fault, change) {
            case (.shortWrite, .write(_, _, let bytes)): bytes.count > 1
            case (.full, .write), (.full, .create), (.full, .createFolder): true
            case (.failedSync, .synchronize), (.failedWrite, .write): true
            default: false
            }
        }
        guard !possible.isEmpty,
            isDue || world.choose(max(2, conditions.faultInterval)) == 1
        else { return nil }
        if isDue { faultCall = nil }
        faultCount += 1
        return possible[world.choose(possible.count)]
    }

    private func verdict(of fault: DiskFault, _ change: DiskChange) -> DiskVerdict {
        switch fault {
        case .full: return .fail(ENOSPC)
        case .failedSync, .failedWrite: return .fail(EIO)
        case .shortWrite:
            guard case .write(_, _, let bytes) = change else { return .proceed }
            let count = 1 + world.choose(bytes.count - 1)
            record(change, of: count)
            return .write(count)
        }
    }
}
