import CScheduling

extension Schedulers {
    /// Tunes malloc for programs that post many items.
    ///
    /// A post then takes half to two thirds of its former time, for every way of posting. The
    /// thread that posts a closure allocates it, and the scheduler's thread frees it. glibc keeps
    /// freed blocks in lists ("fast bins"). The posting thread follows these lists block by block,
    /// through memory that another processor wrote last. This call turns the lists off, for the
    /// whole program and permanently: freed blocks are joined with their neighbours. Code that
    /// frees many small blocks at once on one thread may get slower by a tenth to a third. Call it
    /// at the start of a program; without glibc it does nothing.
    ///
    /// Source: mallopt(3), `M_MXFAST`.
    public static func tuneAllocator() { cs_tune_allocator() }
}
