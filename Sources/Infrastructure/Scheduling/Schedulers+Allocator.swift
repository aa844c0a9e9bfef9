import CScheduling

extension Schedulers {
    /// Has the system's allocator suit a program that posts much: a post costs half to two thirds of what it did, whoever carries it.
    ///
    /// A closure is allocated by the thread that posts it and freed by the scheduler's. glibc keeps what is freed in lists
    /// ("fast bins"), and the poster has to follow them block by block through memory that the other processor wrote last. This
    /// turns the lists off, for the whole program and for good: blocks are joined with their neighbours when they are freed. What
    /// frees many small blocks at once on one thread may get slower by a tenth to a third. For the start of a program; does
    /// nothing without glibc.
    ///
    /// Source: mallopt(3), `M_MXFAST`.
    public static func tuneAllocator() { cs_tune_allocator() }
}
