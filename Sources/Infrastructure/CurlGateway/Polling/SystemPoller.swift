#if os(Linux)
    /// The poller of the system: the fastest one that it has.
    typealias SystemPoller = EpollPoller
#else
    /// The poller of the system: the fastest one that it has.
    typealias SystemPoller = PollPoller
#endif
