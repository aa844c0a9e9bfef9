/// Faults of a network, for servers that test their clients.
///
/// A body without a length stays as it is.
extension WebBody {
    /// The error that makes the server cut a connection.
    private struct Cut: Error {}

    /// The body of which `count` bytes are sent before the connection is cut.
    package func cut(after count: Int) -> WebBody {
        guard let length, count < length else { return self }
        return WebBody(length: length) { range, writer in
            let end = max(range.lowerBound, min(range.upperBound, count))
            try await self[range.lowerBound..<end].send(to: &writer)
            if end < range.upperBound { throw Cut() }
        }
    }

    /// The body, sent in parts of a tenth of a second's bytes with a pause after each part.
    ///
    /// - Parameters:
    ///   - rate: the number of bytes a second, at least 1.
    ///   - pause: the function that waits; it may return earlier, such as when the server stops.
    package func dripping(
        bytesPerSecond rate: Int, pause: @escaping @Sendable (Duration) async -> Void
    ) -> WebBody {
        guard let length else { return self }
        return WebBody(length: length) { range, writer in
            for start in stride(from: range.lowerBound, to: range.upperBound, by: max(1, rate / 10))
            {
                let part = start..<min(start + max(1, rate / 10), range.upperBound)
                try await self[part].send(to: &writer)
                await pause(.seconds(Double(part.count) / Double(rate)))
            }
        }
    }
}
