#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The changes of a file's content that a crash may undo.
final class UnflushedFile {
    /// A change, with what is needed to undo it and to make it again.
    private enum Change {
        case bytes(at: Int64, old: [UInt8], new: [UInt8], oldLength: Int64)
        case length(Int64, oldTail: [UInt8], oldLength: Int64)
    }

    /// A descriptor of the model's own, which is open until the crash.
    let descriptor: Int32
    private var changes: [Change] = []

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    private var length: Int64 { Int64(lseek(descriptor, 0, SEEK_END)) }

    /// Records a write that is about to happen.
    func willWrite(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        changes.append(
            .bytes(
                at: offset, old: read(at: offset, bytes.count), new: Array(bytes),
                oldLength: length))
    }

    /// Records a change of the length that is about to happen.
    func willTruncate(to newLength: Int64) {
        let old = length
        let tail = newLength < old ? read(at: newLength, Int(old - newLength)) : []
        changes.append(.length(newLength, oldTail: tail, oldLength: old))
    }

    /// Forgets the changes, which are on the medium now.
    func flush() { changes = [] }

    /// Undoes all changes, and makes those again that the medium has, wholly or in part.
    ///
    /// - Parameter choose: chooses a number below its argument; 0 keeps most.
    /// - Returns: whether the medium may have lost a change.
    func lose(_ choose: (Int) -> Int) -> Bool {
        guard !changes.isEmpty else { return false }
        let changes = changes
        self.changes = []
        let mode = choose(4)
        if mode == 0 { return false }
        for change in changes.reversed() { undo(change) }
        switch mode {
        case 1: break
        case 2:
            let kept = choose(changes.count)
            for change in changes[..<kept] { redo(change, upTo: .max) }
            redo(changes[kept], upTo: choose(Self.size(of: changes[kept]) + 1))
        default:
            for change in changes {
                switch choose(3) {
                case 0: redo(change, upTo: .max)
                case 1: break
                default: redo(change, upTo: choose(Self.size(of: change) + 1))
                }
            }
        }
        return true
    }

    private static func size(of change: Change) -> Int {
        if case .bytes(_, _, let new, _) = change { new.count } else { 0 }
    }

    private func undo(_ change: Change) {
        switch change {
        case .bytes(let offset, let old, _, let oldLength):
            write(old[...], at: offset)
            ftruncate(descriptor, off_t(oldLength))
        case .length(let newLength, let oldTail, let oldLength):
            ftruncate(descriptor, off_t(oldLength))
            write(oldTail[...], at: newLength)
        }
    }

    private func redo(_ change: Change, upTo count: Int) {
        switch change {
        case .bytes(let offset, _, let new, _): write(new.prefix(count), at: offset)
        case .length(let newLength, _, _):
            if count > 0 { ftruncate(descriptor, off_t(newLength)) }
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, at offset: Int64) {
        var rest = bytes
        var position = offset
        while !rest.isEmpty {
            // unsafe, withUnsafeBytes: used within the closure
            let written = rest.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(position))
            }
            precondition(written > 0, "the disk of the simulation failed: \(errno)")
            rest = rest.dropFirst(written)
            position += Int64(written)
        }
    }

    private func read(at offset: Int64, _ count: Int) -> [UInt8] {
        // unsafe, unsafeUninitializedCapacity: only bytes that were read are counted
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }
}
