import CommandLineProgram
import CommandOptions
import PhotoFeed
import TextFormats

/// The findings of a diagnosis, as lines and as JSON.
struct DiagnosisReport {
    let findings: [DiagnosticFinding]

    /// The exit code of the worst finding.
    var status: ExitStatus { ExitStatus.worst(of: findings.map(\.status)) }

    /// One line for each finding, and the numbers of each severity.
    var lines: [String] {
        findings.map { finding -> String in
            let head =
                TerminalText.column(finding.severity.rawValue, width: 9)
                + TerminalText.column("\(finding.subject)", width: 18)
            let text = finding.message + (finding.advice.map { ": \($0)" } ?? "")
            return head + TerminalText.escape(text)
        } + [summary]
    }

    private var summary: String {
        func count(_ severity: DiagnosticFinding.Severity) -> Int {
            findings.filter { $0.severity == severity }.count
        }
        return "\(count(.good)) good, \(count(.warning)) warning, \(count(.bad)) bad"
    }

    /// One object in a line; `Documentation/Formats.md` lists the keys.
    var json: String {
        JSONWriter.line { json in
            json.member("status", Int64(status.rawValue))
            json.array("findings") { array in
                for finding in findings {
                    array.object { json in
                        finding.write(to: &json)
                        json.member("message", finding.message)
                        json.member("advice", finding.advice)
                    }
                }
            }
        }
    }
}

extension DiagnosticFinding {
    /// Writes the members that contain words of the program and numbers only.
    func write(to json: inout JSONWriter) {
        json.member("check", "\(subject)")
        json.member("severity", severity.rawValue)
        json.member("result", "\(result)")
        json.member("status", Int64(status.rawValue))
        json.object("numbers") { json in
            for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
                json.name(escaping: "\(name)")
                json.integer(number)
            }
        }
    }
}
