extension Spool {
    /// Returns the oldest records, which stay in the spool until they are acknowledged.
    ///
    /// - Returns: at least one record; `nil` if there are none, or if a batch is being sent.
    func nextBatch() -> [SpoolRecord]? {
        guard flight == nil else { return nil }
        var chosen: [Segment] = []
        var records: [SpoolRecord] = []
        var bytes = 0
        for segment in segments {
            guard fits(segment, records.count, bytes) else { break }
            let found = self.records(of: segment)
            guard !found.isEmpty else {
                segments.removeAll { $0.first == segment.first }
                continue
            }
            chosen.append(segment)
            records += found
            bytes += segment.bytes
        }
        if chosen.isEmpty {
            reportLoss()
            let count = batchPrefix(of: memory)
            records = Array(memory[..<count])
            memory.removeFirst(count)
        }
        guard !records.isEmpty else { return nil }
        flight = Flight(segments: chosen, records: records)
        return records
    }

    /// Removes the records that were sent.
    func acknowledge() {
        let sent = Set(flight?.segments.map(\.first) ?? [])
        segments.removeAll { sent.contains($0.first) }
        flight?.segments.forEach(remove)
        flight = nil
    }

    /// Keeps the records that could not be sent, for a later batch.
    func putBack() {
        // Segments have never left the disk. Newer records may have been written meanwhile, so the
        // records of the memory are written, too; their numbers keep the order.
        guard let flight else { return }
        self.flight = nil
        guard flight.segments.isEmpty else { return }
        if !segments.isEmpty, store(flight.records[...]) { return }
        memory.insert(contentsOf: flight.records, at: 0)
    }
}
