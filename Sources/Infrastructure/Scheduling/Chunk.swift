/// Memory for a stretch of a queue: the first `count` elements are there, and `next` follows.
///
/// A chunk belongs to one side at a time, the producers' or the consumer's, and is freed by `free()`.
@usableFromInline
struct Chunk<Element> {
    /// Small at first, so that a hundred idle schedulers cost little; 4096 elements of 32 bytes are 128 KiB.
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

    /// Frees the chunk's memory and gives the next one; its elements must have been moved out.
    @discardableResult
    static func free(_ chunk: UnsafeMutablePointer<Chunk>) -> UnsafeMutablePointer<Chunk>? {
        let next = chunk.pointee.next
        chunk.pointee.base.deallocate()
        chunk.deallocate()
        return next
    }
}
