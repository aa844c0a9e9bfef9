/// A text in the exposition format of Prometheus, version 0.0.4.
///
/// A metric is a family of samples, which differ in their labels. Each has a line of its own.
///
/// Source of the format: "Exposition formats" in the documentation of Prometheus.
struct PrometheusText: Sendable {
    /// The kind of a metric.
    enum Kind: String, Sendable {
        /// A number that only grows, from the start of the program on.
        case counter
        /// A number that grows and shrinks.
        case gauge
        /// The number of some values, such as times, and their sum.
        case summary
    }

    /// A number with its labels.
    struct Sample: Sendable {
        let labels: KeyValuePairs<String, String>
        let value: Double

        init(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
            self.labels = labels
            self.value = value
        }
    }

    /// The media type of the text.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text; every line ends with a line feed.
    private(set) var text = ""

    /// Appends a metric; one without samples has no lines.
    ///
    /// - Parameters:
    ///   - name: the name, of ASCII letters, digits and `_`.
    ///   - help: the description.
    mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        describe(name, kind, help)
        for sample in samples { append(sample, of: name) }
    }

    /// Appends the sum of some values, and their number.
    ///
    /// - Parameters:
    ///   - name: the name, of ASCII letters, digits and `_`.
    ///   - help: the description of the values.
    mutating func summary(_ name: String, _ help: String, sum: Double, count: Int) {
        describe(name, .summary, help)
        append(Sample(sum), of: name + "_sum")
        append(Sample(Double(count)), of: name + "_count")
    }

    private mutating func describe(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(Self.escape(help, quotes: false))\n"
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func append(_ sample: Sample, of name: String) {
        let labels = sample.labels.map { "\($0.key)=\"\(Self.escape($0.value))\"" }
        text += name
        if !labels.isEmpty { text += "{\(labels.joined(separator: ","))}" }
        text += " \(Self.number(sample.value))\n"
    }

    private static func escape(_ text: String, quotes: Bool = true) -> String {
        // Scalars are compared: a quote and a combining mark behind it are one character.
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
