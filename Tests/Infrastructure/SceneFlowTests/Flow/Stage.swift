import SceneFlow
import Signals

enum Letter: String, SceneIdentifier, Codable {
    case a, b, c
}

struct Letters: Sendable, Equatable, Codable {
    var count = 0
    var title = ""
    var key = UnsavedSecret<String>()
}

typealias LetterStep = FlowStep<Letter, String>
typealias LetterFlow = Flow<Letter, Letters, String>

/// A scene that records its visits, and whose exits are the steps that a test chooses.
final class LetterScene: FlowScene {
    private let letter: Letter
    private let stage: Stage
    private let member: Census.Member

    init(_ letter: Letter, on stage: Stage) {
        (self.letter, self.stage) = (letter, stage)
        member = stage.census.member()
        stage.journal.write("make \(letter)")
    }

    func entered(_ visit: SceneVisit<LetterStep>) {
        stage.journal.write("enter \(letter)")
        stage.visit = visit
        stage.onEnter?(letter, visit)
    }

    func left() {
        stage.journal.write("leave \(letter)")
        stage.onLeave?(letter)
    }

    func refused(_ refusal: TransitRefusal) { stage.journal.write("\(letter): \(refusal)") }
}

/// The journal of a test's scenes, and the visit in progress.
final class Stage {
    let journal = Journal()
    let census: Census
    var visit: SceneVisit<LetterStep>?
    var onEnter: ((Letter, SceneVisit<LetterStep>) -> Void)?
    var onLeave: ((Letter) -> Void)?

    init(_ census: Census = Census()) { self.census = census }

    /// A flow with a row for each of `letters`.
    func flow(
        _ letters: [Letter] = Letter.allCases, named name: String = "letters"
    ) -> LetterFlow {
        letters.reduce(
            LetterFlow(name, Letter.self, Letters(), entry: .a, output: String.self)
        ) { flow, letter in
            flow.scene(letter) { [self] _ in
                LetterScene(letter, on: self)
            } next: { step, _ in
                step
            }
        }
    }

    /// A flow one of whose scenes cannot be made.
    func flow(failingAt letter: Letter) -> LetterFlow {
        flow(Letter.allCases.filter { $0 != letter })
            .scene(letter) { _ -> LetterScene in
                throw Oops()
            } next: { step, _ in
                step
            }
    }

    /// Leaves the active scene by a step.
    func go(_ step: LetterStep) { visit?.exit(step) }
}

/// An extension that records the calls that it gets.
final class Recorder: FlowExtension {
    typealias Scene = Letter
    typealias State = Letters

    private let journal: Journal
    private(set) var flow: FlowControl<Letter, Letters>?
    var onMounted: ((FlowControl<Letter, Letters>) -> Void)?
    var veto: ((Transit<Letter>) -> Veto?)?

    init(_ journal: Journal) { self.journal = journal }

    func mounted(in flow: FlowControl<Letter, Letters>) {
        self.flow = flow
        journal.write("mounted in \(flow.name)")
        onMounted?(flow)
    }

    func ready() { journal.write("ready") }

    func willTransit(_ transit: Transit<Letter>) -> Veto? {
        journal.write("will \(Self.text(transit))")
        return veto?(transit)
    }

    func didTransit(_ transit: Transit<Letter>) {
        let active = flow?.active.map(\.rawValue) ?? "none"
        journal.write("did \(Self.text(transit)), active \(active)")
    }

    func refused(_ refusal: TransitRefusal) { journal.write("recorded: \(refusal)") }

    func stateChanged(_ part: PartialKeyPath<Letters>) {
        journal.write(part == \Letters.count ? "count changed" : "another part changed")
    }

    func willEnd(_ end: FlowEnd) {
        switch end {
        case .finished: journal.write("will finish")
        case .cancelled: journal.write("will be cancelled")
        case .failed(let error): journal.write("will fail: \(error)")
        }
    }

    private static func text(_ transit: Transit<Letter>) -> String {
        "\(transit.direction) \(transit.from?.rawValue ?? "-")\(transit.to)"
    }
}
