extension Spool {
    /// Returns the oldest records, which stay in the spool until they are acknowledged.
    ///
    /// A segment that cannot be read now is left for a later batch; one that has disappeared is
    /// counted as dropped.
    ///
    /// - Returns: `nil` if there are none, or if a batch is being sent.
    public func nextBatch() -> SpoolBatch? {
        guard flight == nil else { return nil }
        var chosen: [Segment] = []
        var entries: [SpoolEntry] = []
        var bytes = 0
        for segment in segments {
            guard
                chosen.isEmpty
                    || entries.count + segment.count <= batchLimit.count
                        && bytes + segment.bytes <= batchLimit.bytes
            else { break }
            // A segment that cannot be read now stays for a later batch.
            guard let found = self.entries(of: segment) else {
                unreadable.insert(segment.first)
                continue
            }
            unreadable.remove(segment.first)
            guard !found.isEmpty else {
                segments.removeAll { $0.first == segment.first }
                report.dropped += segment.count
                lose(segment.count)
                continue
            }
            chosen.append(segment)
            entries += found
            bytes += segment.bytes
        }
        if chosen.isEmpty {
            reportLoss()
            let count = batchPrefix(of: memory)
            entries = Array(memory[..<count])
            memory.removeFirst(count)
            memoryBytes -= entries.reduce(0) { $0 + $1.size }
        }
        guard !entries.isEmpty else { return nil }
        flights += 1
        flight = Flight(number: flights, segments: chosen, entries: entries)
        return SpoolBatch(
            records: entries.map { SpoolRecord(id: $0.id, bytes: $0.bytes) }, number: flights)
    }

    /// Removes the records of a batch that the receiver has stored.
    ///
    /// - Parameters:
    ///   - batch: the batch of `nextBatch`.
    ///   - refused: the records that the receiver refuses for good. They are counted, and set aside
    ///     in a file with the suffix `.refused`; the last eight such files are kept.
    public func acknowledge(_ batch: SpoolBatch, refused: Set<SpoolRecordID> = []) {
        guard let flight = take(batch) else { return }
        let aside = flight.entries.filter { refused.contains($0.id) }
        setAside(aside)
        report.refused += aside.count
        report.delivered += flight.entries.count - aside.count
        let sent = Set(flight.segments.map(\.first))
        segments.removeAll { sent.contains($0.first) }
        for segment in flight.segments { remove(segment) }
    }

    /// Keeps the records of a batch that could not be sent, for a later batch.
    public func putBack(_ batch: SpoolBatch) {
        if let flight = take(batch) { putBack(flight) }
    }

    private func take(_ batch: SpoolBatch) -> Flight? {
        guard let flight, flight.number == batch.number else { return nil }
        self.flight = nil
        return flight
    }

    func putBack(_ flight: Flight) {
        // Segments have never left the disk. Newer records may have been written meanwhile, so the
        // records of the memory are written, too; their numbers keep the order.
        guard flight.segments.isEmpty else { return }
        if !segments.isEmpty, store(flight.entries[...]) { return }
        memory.insert(contentsOf: flight.entries, at: 0)
        memoryBytes += flight.entries.reduce(0) { $0 + $1.size }
    }
}
