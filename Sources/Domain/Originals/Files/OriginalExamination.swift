import DurableFiles
import Foundation
import MediaFacts

/// An open original that is read block by block, whose unreadable blocks are left out.
///
/// The bytes are dropped from the cache of the system: a verification of all originals would
/// otherwise displace what other programs need. Confined to one scheduler.
final class OriginalExamination {  // not @Schedulable: confined to the scheduler of its owner
    /// The largest number of blocks that one call reads, so that other work is not held up.
    static let blocksPerPart = 16
    /// The number of unreadable blocks after which the rest is not tried: a bad disk may take half
    /// a minute for each.
    private static let failureLimit = 16

    let status: FileStatus
    /// The digests of the blocks, 32 bytes for each; zeros for a block that cannot be read.
    private(set) var digests: [UInt8] = []
    /// The first failure of a read; `nil` if there was none.
    private(set) var failure: ReadFailure?
    private let descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    private var position: Int64 = 0
    private var failures = 0
    /// The number of bytes that were read so far.
    private(set) var byteCount: Int64 = 0

    /// Takes an open file, which is closed with the object; `nil` if it is not a regular one.
    init?(_ descriptor: Int32) {
        guard let status = FileStatus(descriptor: descriptor), status.kind == .regular else {
            _ = close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.status = status
    }

    deinit {
        buffer.deallocate()
        _ = close(descriptor)
    }

    /// Whether the file has all parts of the format that it, or its name, has.
    func completeness(named name: String) -> MediaCompleteness {
        FileBytes(descriptor: descriptor)
            .map { MediaCompleteness(of: $0, named: name) } ?? .unknown
    }

    /// Reads the next blocks; `true` at the end of the file, or when the rest is not tried.
    func readPart(of blocks: Int = blocksPerPart) -> Bool {
        for _ in 0..<blocks where readBlock() { return true }
        return false
    }

    /// Reads the next block; `true` if it is the last one.
    private func readBlock() -> Bool {
        let length = BlockHash.blockSize
        var hash = BlockHash()
        var filled: Int64 = 0
        defer {
            #if os(Linux)
                _ = posix_fadvise(descriptor, off_t(position), off_t(length), POSIX_FADV_DONTNEED)
            #endif
            position += length
        }
        while filled < length {
            let part = buffer[..<min(buffer.count, Int(length - filled))]
            let count = DiskModels.read(
                descriptor, at: position + filled,
                into: UnsafeMutableRawBufferPointer(rebasing: part))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return skipBlock(after: ReadFailure(errno)) }
            guard count > 0 else { break }
            hash.update(UnsafeRawBufferPointer(rebasing: part[..<(part.startIndex + count)]))
            filled += Int64(count)
        }
        digests += hash.blocks
        byteCount += filled
        return filled < length
    }

    /// Leaves out a block; `true` if the rest is not tried.
    private func skipBlock(after failure: ReadFailure) -> Bool {
        self.failure = self.failure ?? failure
        failures += 1
        digests += [UInt8](repeating: 0, count: 32)
        return !failure.isOfMedium || failures == Self.failureLimit
            || position + BlockHash.blockSize >= status.size
    }
}
