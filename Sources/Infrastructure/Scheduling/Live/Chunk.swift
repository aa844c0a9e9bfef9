/// A block of memory for a part of a queue.
///
/// The first `count` elements are initialised, and the chunk `next` follows. Only one side owns a
/// chunk at a time, the producers or the consumer; `free()` frees it.
@usableFromInline
struct Chunk<Element> {
    /// The capacity of the first chunk; it is small, so that a hundred idle schedulers cost little.
    ///
    /// The largest capacity, 4096 elements of 32 bytes, takes 128 KiB.
    @usableFromInline static var smallest: Int { 32 }
    @usableFromInline static var largest: Int { 4096 }

    @usableFromInline let base: UnsafeMutablePointer<Element>
    @usableFromInline let capacity: Int
    @usableFromInline var count = 0
    @usableFromInline var next: UnsafeMutablePointer<Chunk>?

    private init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    static func allocate(capacity: Int) -> UnsafeMutablePointer<Chunk> {
        let chunk = UnsafeMutablePointer<Chunk>.allocate(capacity: 1)
        chunk.initialize(to: Chunk(capacity: capacity))
        return chunk
    }

    /// Frees the chunk's memory and returns the next chunk; its elements must have been moved out.
    @discardableResult
    static func free(_ chunk: UnsafeMutablePointer<Chunk>) -> UnsafeMutablePointer<Chunk>? {
        let next = chunk.pointee.next
        chunk.pointee.base.deallocate()
        chunk.deallocate()
        return next
    }
}
