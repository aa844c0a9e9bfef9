import Foundation
import Testing

@Suite("Contract")
struct ContractTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .resolvingSymlinksInPath()

    @Test("every public operator, source and call that crosses schedulers is a row of a table")
    func everyOperatorIsARow() throws {
        // The first word of an operator's row names it, and any word of a construct's row.
        let operators = Operator.all.map { $0.name.prefix { $0 != " " && $0 != "," } }
        let constructs = CrossingConstruct.all.flatMap { row in
            row.testDescription.split { $0 == " " || $0 == "," }
        }
        let rows = Set(
            (operators + constructs).map {
                String(
                    $0.replacing("Signal.", with: "").replacing("in:", with: "")
                        .replacing("()", with: ""))
            })
        // Functions whose row has a shorter name, or that call the function of the row.
        let rowsOfOthers = [
            "combineLatest(with:)": "combineLatest", "contains": "contains(where:)",
            "deliver(to:on:)": "deliver(to:)", "distinctUntilChanged(by:)": "distinctUntilChanged",
            "flatMap": "flatMap(concat)", "merge(with:)": "merge", "on(failed:)": "on",
            "race(with:)": "race", "reduce(into:)": "reduce", "retry(delay:)": "retry",
            "replaceFailure(with:)": "replaceFailure", "sample(on:)": "sample",
            "timeout(failingWith:)": "timeout", "timer(after:)": "timer",
            "values(buffering:)": "values", "withLatest(from:)": "withLatest", "zip(with:)": "zip",
        ]
        // Members of strategies, delays, overflow policies and iterators, the refused `observe` of
        // a bound signal, and the sources that every row uses.
        let others: Set = [
            "concurrent(limit:)", "constant", "backoff(first:limit:)", "latest(by:)", "next",
            "next(isolation:)", "makeAsyncIterator", "observe", "observe(ended:)", "just", "fail",
            "result", "sequence", "signal",
        ]
        let declared = try Set(["Operators", "Creation", "Crossing"].flatMap(Self.functions))
        let missing = declared.subtracting(others).filter { function in
            !rows.contains(rowsOfOthers[function] ?? function)
        }
        #expect(missing == [])
        #expect(others.union(rowsOfOthers.keys).subtracting(declared) == [])
    }

    /// The public functions in a folder of the sources, as `name(label:)`, with the labels of the
    /// parameters that have no default.
    private static func functions(in folder: String) throws -> [String] {
        let signals = tests.appending(path: "../../../Sources/Infrastructure/Signals/\(folder)")
        let files = try FileManager.default.contentsOfDirectory(
            at: signals, includingPropertiesForKeys: nil)
        return try files.flatMap { file in
            let source = try String(contentsOf: file, encoding: .utf8)
            let start = #/public (?:static |mutating )?func `?(\w+)`?(?:<[^(]*>)?\(/#
            return source.matches(of: start).map { match in
                // The isolation value belongs to no name.
                let labels = requiredLabels(in: source[match.range.upperBound...])
                    .replacing("in:", with: "")
                return labels.isEmpty ? "\(match.output.1)" : "\(match.output.1)(\(labels))"
            }
        }
    }

    /// The labels of the parameters without a default, up to the parenthesis that closes the list.
    private static func requiredLabels(in text: Substring) -> String {
        var parameters = [""]
        var depth = 0
        var previous: Character = "("
        for character in text {
            switch character {
            case "(", "[", "{", "<": depth += 1
            case ")", "]", "}": depth -= 1
            case ">" where previous != "-": depth -= 1
            default: break
            }
            if depth < 0 { break }
            if depth == 0, character == "," {
                parameters.append("")
            } else {
                parameters[parameters.count - 1].append(character)
            }
            previous = character
        }
        return parameters.filter { !$0.contains(" = ") }
            .compactMap { $0.split { $0.isWhitespace || $0 == ":" }.first }
            .filter { $0 != "_" }.map { "\($0):" }.joined()
    }
}
