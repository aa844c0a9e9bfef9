/// A growable byte buffer whose bytes stay in place until it grows.
struct TextBuffer: ~Copyable {
    private var storage: UnsafeMutableBufferPointer<UInt8> = .init(start: nil, count: 0)
    private var count = 0

    /// The bytes that have been appended; valid until the next change.
    var contents: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: UnsafeBufferPointer(storage)[..<count])
    }

    mutating func removeAll() { count = 0 }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !bytes.isEmpty else { return }
        reserve(bytes.count)
        _ = storage[count...].update(fromContentsOf: bytes)
        count += bytes.count
    }

    private mutating func reserve(_ extra: Int) {
        guard count + extra > storage.count else { return }
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: max(256, (count + extra) * 2))
        larger.initialize(repeating: 0)
        if count > 0 { _ = larger.update(fromContentsOf: storage[..<count]) }
        storage.deallocate()
        storage = larger
    }

    deinit { storage.deallocate() }
}
