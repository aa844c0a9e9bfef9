import DurableFiles
import Foundation
import MediaFacts
package import Scheduling

/// An open original that is read block by block, whose unreadable blocks are left out.
///
/// It only reads: the digests of the blocks come from a `BlockHasher`.
///
/// The bytes are dropped from the cache of the system: a verification of all originals would
/// otherwise displace what other programs need. Confined to one scheduler.
final class OriginalExamination {  // not @Schedulable: confined to the scheduler of its owner
    /// The number of unreadable blocks after which the rest is not tried: a bad disk may take half
    /// a minute for each.
    private static let failureLimit = 16
    private static let digestLength = 32
    private static let readLength = 1 << 20

    let status: FileStatus
    /// The digests of the blocks, 32 bytes for each; zeros for a block that cannot be read.
    private(set) var digests: [UInt8] = []
    /// The first failure of a read; `nil` if there was none.
    private(set) var failure: ReadFailure?
    private let descriptor: Int32
    private var position: Int64 = 0
    private var failures = 0
    /// The number of bytes that were read so far.
    private(set) var byteCount: Int64 = 0
    /// Whether the end of the file was reached, or the rest is not tried.
    private(set) var isAtEnd = false
    /// The number of blocks that were read, and have no digest yet.
    private(set) var pendingBlocks = 0

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
        _ = close(descriptor)
    }

    /// Whether the file has all parts of the format that it, or its name, has.
    func completeness(named name: String) -> MediaCompleteness {
        FileBytes(descriptor: descriptor)
            .map { MediaCompleteness(of: $0, named: name) } ?? .unknown
    }

    /// Reads the next block, whose digest `setDigest` expects.
    ///
    /// - Returns: the bytes; `nil` at the end of the file, or if the block cannot be read.
    func readBlock() -> ExaminedBlock? {
        var failure: ReadFailure?
        // unsafe, unsafeUninitializedCapacity: every byte that is counted was read
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(BlockHash.blockSize)) {
            buffer, filled in
            while filled < buffer.count {
                let part = UnsafeMutableBufferPointer(
                    rebasing: buffer[filled...].prefix(Self.readLength))
                let count = DiskModels.read(
                    descriptor, at: position + Int64(filled),
                    into: UnsafeMutableRawBufferPointer(part))
                if count < 0, errno == EINTR { continue }
                if count < 0 { failure = ReadFailure(errno) }
                guard count > 0 else { return }
                filled += count
            }
        }
        #if os(Linux)
            _ = posix_fadvise(
                descriptor, off_t(position), off_t(BlockHash.blockSize), POSIX_FADV_DONTNEED)
        #endif
        position += BlockHash.blockSize
        if let failure {
            skipBlock(after: failure)
            return nil
        }
        isAtEnd = bytes.count < BlockHash.blockSize
        byteCount += Int64(bytes.count)
        guard !bytes.isEmpty else { return nil }
        defer { digests += [UInt8](repeating: 0, count: Self.digestLength) }
        pendingBlocks += 1
        return ExaminedBlock(number: digests.count / Self.digestLength, bytes: bytes)
    }

    /// Adds the digest of a block that was read.
    func setDigest(_ digest: [UInt8], of number: Int) {
        let start = number * Self.digestLength
        digests.replaceSubrange(start..<(start + Self.digestLength), with: digest)
        pendingBlocks -= 1
    }

    /// Leaves out a block.
    private func skipBlock(after failure: ReadFailure) {
        self.failure = self.failure ?? failure
        failures += 1
        digests += [UInt8](repeating: 0, count: Self.digestLength)
        isAtEnd =
            !failure.isOfMedium || failures == Self.failureLimit || position >= status.size
    }
}

/// A block of an original that was read.
struct ExaminedBlock: Sendable {
    let number: Int
    let bytes: [UInt8]
}

/// Computes the digests of blocks.
///
/// A service of a `ServicePool`, so that several processors share the blocks of a verification.
@Schedulable
package final class BlockHasher {
    package init() {}

    func digest(of block: ExaminedBlock) -> [UInt8] {
        var hash = BlockHash()
        block.bytes.withUnsafeBytes { hash.update($0) }
        return hash.blocks
    }
}
