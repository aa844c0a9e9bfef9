import DurableFiles

extension Spool {
    /// More than the longest file of any spool; a longer file with such a name is foreign.
    private static let fileLimit = 64 << 20

    /// Finds the segments of earlier processes.
    ///
    /// One segment at a time is in memory. One that cannot be read is left for the next process.
    func load() throws(DurableFileError) {
        try folder.sweep(olderThan: .zero)
        var numbers: [UInt64] = []
        try folder.forEachName { name in
            if let number = Segment.first(of: name) { numbers.append(number) }
        }
        for number in numbers.sorted() {
            // The names of new segments follow, so that they replace none.
            nextSequence = max(nextSequence, number + 1)
            guard let records = try? read(Segment.name(number)) else { continue }
            guard let last = records.last else {
                try folder.remove(Segment.name(number))
                continue
            }
            nextSequence = max(nextSequence, last.id.sequence + 1)
            add(records[...], first: number)
        }
        trim()
    }

    /// Returns the whole records of a file; `nil` if it is not a segment.
    private func read(_ name: String) throws(DurableFileError) -> [SpoolRecord]? {
        do {
            return Segment.decode(try folder.read(name, limit: Self.fileLimit), arrived: now())
        } catch {
            // A link, a special file or a file that is too long belongs to someone else.
            if error.code == .notRegularFile || error.code == .unexpectedLength { return nil }
            throw error
        }
    }

    private func add(_ records: ArraySlice<SpoolRecord>, first: UInt64) {
        let bytes = records.reduce(Segment.headLength) { $0 + $1.size }
        let segment = Segment(
            first: first, count: records.count, bytes: max(bytes, Self.block),
            arrived: records.first?.arrived ?? now())
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
            memory.removeFirst(count)
        }
        trim()
        return true
    }

    /// Writes the records of the memory that are being sent, so that a kill does not lose them.
    private func writeFlight() -> Bool {
        guard let records = flight?.records, flight?.segments.isEmpty == true,
            let first = records.first?.id.sequence
        else { return true }
        guard store(records[...]) else { return false }
        flight?.segments = segments.filter { $0.first == first }
        return true
    }

    /// Writes records that are not on the disk.
    ///
    /// - Returns: whether they are on the disk now.
    func store(_ records: ArraySlice<SpoolRecord>) -> Bool {
        guard let first = records.first?.id.sequence else { return true }
        do {
            try folder.write(
                Segment.encode(records), named: Segment.name(first), durability: .atomic)
        } catch {
            return false
        }
        add(records, first: first)
        return true
    }

    /// Removes the oldest segments while the disk has more than its limit, but none being sent.
    private func trim() {
        let sent = Set(flight?.segments.map(\.first) ?? [])
        var bytes = segments.reduce(0) { $0 + $1.bytes }
        while bytes >= diskLimit,
            let place = segments.firstIndex(where: { !sent.contains($0.first) }),
            place < segments.count - 1
        {
            let oldest = segments.remove(at: place)
            bytes -= oldest.bytes
            lose(oldest.count)
            remove(oldest)
        }
    }

    /// Removes a file; the next process sends one that cannot be removed again.
    func remove(_ segment: Segment) { try? folder.remove(segment.name) }

    /// The records of a segment; none if it cannot be read.
    ///
    /// Those of a file that has disappeared are lost. Others are left for the next process.
    func records(of segment: Segment) -> [SpoolRecord] {
        do {
            return try read(segment.name) ?? []
        } catch {
            if error.code == .notFound { lose(segment.count) }
            return []
        }
    }
}
