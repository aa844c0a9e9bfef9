import Foundation
import Synchronization

/// A file, for a model of the disk.
package enum DiskFile {
    case descriptor(Int32)
    case path(String)
}

/// A change of the disk that is about to be made; the paths are absolute.
package enum DiskChange {
    case write(DiskFile, at: Int64, UnsafeRawBufferPointer)
    case truncate(DiskFile, to: Int64)
    /// The content of a file, or the names in a folder, are flushed to the medium.
    case synchronize(DiskFile)
    /// A name is created unless it exists.
    case create(String)
    case createFolder(String)
    case rename(String, to: String)
    case remove(String)
}

/// The decision of a model about a change.
package enum DiskVerdict {
    case proceed
    /// Only this number of bytes, at least one, is written.
    case write(Int)
    /// The change counts as made, without a call of the system.
    case skip
    /// The change fails with this `errno`.
    case fail(Int32)
}

/// A model of the disk in a simulation, which sees and decides each change of a thread's files.
package protocol DiskModel: AnyObject, Sendable {
    /// The identifier of the period since the last start of the simulated machine.
    var bootSession: String { get }
    /// The wall clock of the simulated machine, in seconds since 1970.
    var wallTime: Int64 { get }

    /// Decides on a change, on the thread that makes it.
    func decide(on change: DiskChange) -> DiskVerdict

    /// Returns the `errno` with which a read of an open file at a position fails; `nil` for none.
    func failure(ofReading descriptor: Int32, at position: Int64) -> Int32?
}

extension DiskModel {
    /// The clock of the system.
    package var wallTime: Int64 { Int64(time(nil)) }

    /// No read fails.
    package func failure(ofReading descriptor: Int32, at position: Int64) -> Int32? { nil }
}

/// The models of the disk, one for each thread that has one.
///
/// A process without a simulation pays one load of a flag for each change.
package enum DiskModels {
    private static let isUsed = Atomic(false)
    /// The key of the model in the dictionary of its thread.
    private static let key = "DurableFiles.DiskModel"

    /// The model of the calling thread; `nil` for the disk of the system.
    package static var current: (any DiskModel)? {
        guard isUsed.load(ordering: .relaxed) else { return nil }
        return Thread.current.threadDictionary[key] as? any DiskModel
    }

    /// Sets the model of the calling thread.
    package static func setCurrent(_ model: (any DiskModel)?) {
        let models = Thread.current.threadDictionary
        if let model { models[key] = model } else { models.removeObject(forKey: key) }
        isUsed.store(true, ordering: .relaxed)
    }

    /// Reads bytes of an open file at a position, unless the model of the disk makes it fail.
    ///
    /// - Returns: the number of bytes, 0 at the end of the file; -1 with `errno` after an error.
    package static func read(
        _ descriptor: Int32, at position: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        if let number = current?.failure(ofReading: descriptor, at: position) {
            errno = number
            return -1
        }
        return pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
    }
}
