/// A record with its identity.
public struct SpoolRecord: Sendable {
    /// The identity of a record, by which the receiver recognises a repetition.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// A random number of the process that appended the record.
        let run: UInt64
        /// The position of the record among those of the spool; it grows by one.
        let sequence: UInt64

        /// The run and the sequence number in hexadecimal, with a hyphen.
        public var description: String {
            "\(String(run, radix: 16))-\(String(sequence, radix: 16))"
        }
    }

    /// The identity.
    public let id: ID
    /// The bytes that were appended.
    public let bytes: [UInt8]
    /// The moment at which it arrived, by the clock of the spool.
    let arrived: Duration
}
