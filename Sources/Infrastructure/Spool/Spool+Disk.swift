import DurableFiles

extension Spool {
    /// More than the longest file of any spool; a longer file with such a name is foreign.
    private static let fileLimit = 64 << 20

    /// Finds the segments of earlier processes, and cuts off what follows their whole records.
    ///
    /// One segment at a time is in memory. A segment that cannot be read is left for the next
    /// process.
    func load() throws(SpoolError) {
        for number in try Self.mapping({ () throws(DurableFileError) in try segmentNumbers() }) {
            guard let content = readAtStart(number) else { continue }
            guard content.signal == signal else {
                throw SpoolError(
                    .otherSignal, place: folder.path,
                    reason: "it contains records of another signal")
            }
            try Self.mapping { () throws(DurableFileError) in
                try adopt(content, first: number)
            }
        }
        trim()
    }

    /// Returns the records of a segment of an earlier process; `nil` if it cannot be read, or if it
    /// is not a segment.
    private func readAtStart(_ number: UInt64) -> Segment.Content? {
        do {
            return try read(Segment.name(number), below: Segment.foundLimit)
        } catch {
            report.lastFailure = "cannot \(error.operation): \(error.reason)"
            // The names of new segments follow.
            nextSequence = max(nextSequence, number + 1)
            return nil
        }
    }

    private static func mapping<Value>(
        _ body: () throws(DurableFileError) -> Value
    ) throws(SpoolError) -> Value {
        do { return try body() } catch { throw SpoolError(error) }
    }

    /// The first sequence numbers of the segments, in their order.
    ///
    /// The records of this process continue after those that were set aside, too, so that the
    /// names of these files keep their order.
    private func segmentNumbers() throws(DurableFileError) -> [UInt64] {
        try folder.sweep(olderThan: .zero)
        var numbers: [UInt64] = []
        try folder.forEachName { name in
            // A number that no spool reaches is not its own.
            if let number = Segment.first(of: name), number < Segment.foundLimit {
                numbers.append(number)
            }
            if let number = Segment.first(of: name, suffix: Self.refusedSuffix),
                number < Segment.foundLimit
            {
                nextSequence = max(nextSequence, number + 1)
            }
        }
        return numbers.sorted()
    }

    /// Returns the whole records of a file, with numbers below `limit`; `nil` if it is not a
    /// segment.
    private func read(
        _ name: String, below limit: UInt64 = Segment.numberLimit
    ) throws(DurableFileError) -> Segment.Content? {
        do {
            return Segment.decode(
                try folder.read(name, limit: Self.fileLimit), arrived: now(), below: limit)
        } catch {
            // A link, a special file or a file that is too long belongs to someone else.
            if error.code == .notRegularFile || error.code == .unexpectedLength { return nil }
            throw error
        }
    }

    private func adopt(_ content: Segment.Content, first: UInt64) throws(DurableFileError) {
        report.cutBytes += content.torn
        guard let last = content.entries.last else { return try folder.remove(Segment.name(first)) }
        nextSequence = max(nextSequence, last.id.sequence + 1)
        if content.torn > 0 {
            try write(content.entries[...], first: first)
        } else {
            add(content.entries[...], first: first)
        }
    }

    /// Writes a segment, and lists it.
    private func write(
        _ entries: ArraySlice<SpoolEntry>, first: UInt64
    ) throws(DurableFileError) {
        try folder.write(
            Segment.encode(entries, signal: signal), named: Segment.name(first),
            durability: durability)
        add(entries, first: first)
    }

    private func add(_ entries: ArraySlice<SpoolEntry>, first: UInt64) {
        let bytes = entries.reduce(Segment.headLength) { $0 + $1.size }
        let segment = Segment(
            first: first, count: entries.count, bytes: max(bytes, Self.block),
            arrived: entries.first?.arrived ?? now())
        let place = segments.firstIndex { $0.first > first } ?? segments.endIndex
        segments.insert(segment, at: place)
    }

    /// Writes the memory as segments of at most one batch each.
    ///
    /// - Returns: whether the memory is empty; otherwise the disk has failed.
    func writeMemory() -> Bool {
        guard writeFlight() else { return false }
        while !memory.isEmpty {
            let count = batchPrefix(of: memory)
            guard store(memory[..<count]) else { return false }
            memoryBytes -= memory[..<count].reduce(0) { $0 + $1.size }
            memory.removeFirst(count)
        }
        trim()
        return true
    }

    /// Writes the records of the memory that are being sent, so that a kill does not lose them.
    private func writeFlight() -> Bool {
        guard let entries = flight?.entries, flight?.segments.isEmpty == true,
            let first = entries.first?.id.sequence
        else { return true }
        guard store(entries[...]) else { return false }
        flight?.segments = segments.filter { $0.first == first }
        return true
    }

    /// Writes records that are not on the disk.
    ///
    /// - Returns: whether they are on the disk now.
    func store(_ entries: ArraySlice<SpoolEntry>) -> Bool {
        guard let first = entries.first else { return true }
        do {
            try write(entries, first: first.id.sequence)
            return true
        } catch {
            report.failedWrites += 1
            report.lastFailure = "cannot \(error.operation): \(error.reason)"
            return false
        }
    }

    /// The number of the first entries that make up a batch; at least one.
    func batchPrefix(of entries: [SpoolEntry]) -> Int {
        var (count, bytes) = (0, 0)
        for entry in entries.prefix(max(1, batchLimit.count)) {
            bytes += entry.bytes.count
            if count > 0, bytes > batchLimit.bytes { break }
            count += 1
        }
        return count
    }

    /// Removes the oldest segments while the disk has more than its line, but none being sent.
    private func trim() {
        let sent = Set(flight?.segments.map(\.first) ?? [])
        var level = segments.reduce(into: SpoolLevel()) {
            $0.count += $1.count
            $0.bytes += $1.bytes
        }
        while segments.count > 1, diskLine.isReached(by: level),
            let place = segments.firstIndex(where: { !sent.contains($0.first) }),
            place < segments.count - 1
        {
            let oldest = segments.remove(at: place)
            level.count -= oldest.count
            level.bytes -= oldest.bytes
            report.dropped += oldest.count
            lose(oldest.count)
            remove(oldest)
        }
    }

    /// Removes a file; one that cannot be removed is sent again by the next process.
    ///
    /// - Returns: whether it is gone.
    @discardableResult
    func remove(_ segment: Segment) -> Bool {
        do {
            try folder.remove(segment.name)
            return true
        } catch {
            report.lastFailure = "cannot \(error.operation): \(error.reason)"
            return false
        }
    }

    /// Removes the files of discarded segments that could not be removed before.
    func removeDiscarded() { discarded.removeAll { remove($0) } }

    /// The records of a segment: empty if they are lost, `nil` if it cannot be read now.
    func entries(of segment: Segment) -> [SpoolEntry]? {
        do {
            let content = try read(segment.name)
            return content?.entries ?? []
        } catch {
            report.lastFailure = "cannot \(error.operation): \(error.reason)"
            return error.code == .notFound ? [] : nil
        }
    }

    /// Moves a refused segment out of the queue, and keeps the last few for inspection.
    func setAside(_ entries: [SpoolEntry]) {
        guard let first = entries.first else { return }
        try? folder.write(
            Segment.encode(entries[...], signal: signal),
            named: Segment.name(first.id.sequence, suffix: Self.refusedSuffix),
            durability: durability)
        removeRefused(keeping: Self.refusedLimit)
    }

    /// Removes the oldest records that were set aside.
    func removeRefused(keeping count: Int) {
        var names: [String] = []
        try? folder.forEachName { name in
            if Segment.first(of: name, suffix: Self.refusedSuffix) != nil { names.append(name) }
        }
        for name in names.sorted().dropLast(count) { try? folder.remove(name) }
    }

    /// Appends the record that states the losses.
    func reportLoss() {
        guard unreportedLoss > 0, let lossRecord else { return }
        let record = lossRecord(unreportedLoss)
        unreportedLoss = 0
        if record.count <= Self.recordLimit { store(record) }
    }
}
