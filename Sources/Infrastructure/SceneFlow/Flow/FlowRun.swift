import Signals

/// One run of a flow, from its entry to its outcome.
///
/// Its executor owns it. Scenes, visits and extensions refer to it weakly, and the end of the run
/// releases them.
final class FlowRun<Scene: SceneIdentifier, State: Sendable, Output> {
    // not @Schedulable: confined to the scheduler of its executor
    private typealias Step = FlowStep<Scene, Output>

    private let flow: Flow<Scene, State, Output>
    private let parts: FlowParts<State>
    private let lifetime = Disposable()
    private var extensions: [any FlowExtension<Scene, State>]
    private var scenes: [Scene: LiveScene] = [:]
    private var trace = FlowTrace<Scene>(scenes: [])
    private var isOver = false
    /// The number of the visit in progress; a step of an earlier one is dropped.
    private var visit = 0
    /// The steps that wait for the one in progress.
    private var steps: [() -> Step?] = []
    private var isStepping = false
    /// Called once, at the end.
    var onEnd: ((FlowOutcome<Output>) -> Void)?

    init(_ flow: Flow<Scene, State, Output>) {
        self.flow = flow
        parts = FlowParts(
            shared: FlowState(flow.state), bus: FlowBus(of: flow.name, declared: flow.events))
        extensions = flow.extensions.map { $0.make() }
    }

    /// Begins the flow; it may have ended when this returns.
    func start() {
        parts.shared.onChange = { [weak self] part in
            self?.forEachExtension { $0.stateChanged(part) }
        }
        isStepping = true
        let control = FlowControl<Scene, State>(
            name: flow.name, lifetime: lifetime, parts: parts,
            trace: { [weak self] in self?.trace.scenes ?? [] },
            take: { [weak self] step in self?.take { step.of(Output.self) } })
        forEachExtension { $0.mounted(in: control) }
        // Behind the steps for which an extension has asked: it may have ended the flow.
        steps.append { [self] in
            enter(flow.trace)
            return nil
        }
        takeSteps()
    }

    func cancel() { take { .cancel } }

    /// Takes a step now, or after the one in progress.
    private func take(_ step: @escaping () -> Step?) {
        guard !isOver else { return }
        steps.append(step)
        if !isStepping { takeSteps() }
    }

    private func takeSteps() {
        isStepping = true
        while !isOver, !steps.isEmpty {
            if let step = steps.removeFirst()() { perform(step) }
        }
        isStepping = false
        steps = []
    }

    private func perform(_ step: Step) {
        switch step {
        case .to(let scene): transit(to: trace.visiting(scene), .forward, asking: scene)
        case .back: transit(to: trace.goingBack(), .back, asking: nil)
        case .backTo(let scene): transit(to: trace.goingBack(to: scene), .back, asking: scene)
        case .finish(let output): end(.finished(output))
        case .cancel: end(.cancelled)
        case .fail(let error): end(.failed(error))
        }
    }

    /// Enters the first scene.
    private func enter(_ scenes: [Scene]) {
        let trace = FlowTrace(scenes: scenes)
        guard let scene = trace.active else { return }
        let transit = Transit(from: nil, to: scene, direction: .entry)
        if let (veto, refusedBy) = veto(of: transit) {
            return end(
                .failed(
                    FlowError(
                        .entryRefused,
                        "\(refusedBy) refused to begin the flow '\(flow.name)': \(veto.reason)")))
        }
        guard move(to: trace, by: transit) else { return }
        forEachExtension { $0.ready() }
    }

    private func transit(
        to trace: FlowTrace<Scene>?, _ direction: Transit<Scene>.Direction, asking scene: Scene?
    ) {
        let name = scene.map { "\($0)" }
        guard let from = self.trace.active, let trace, let target = trace.active else {
            return refuse(
                TransitRefusal(
                    scene: name, reason: "the flow has no earlier visit of it", refusedBy: nil))
        }
        let transit = Transit(from: from, to: target, direction: direction)
        if let (veto, refusedBy) = veto(of: transit) {
            return refuse(
                TransitRefusal(scene: name, reason: veto.reason, refusedBy: refusedBy))
        }
        _ = move(to: trace, by: transit)
    }

    /// Moves to the active scene of `trace`; returns whether the flow continues.
    private func move(to trace: FlowTrace<Scene>, by transit: Transit<Scene>) -> Bool {
        let next: LiveScene
        do {
            // Before the active scene is left, which stays active if this fails.
            next = try scene(transit.to)
        } catch {
            end(.failed(error))
            return false
        }
        leave()
        self.trace = trace
        visit += 1
        next.enter()
        forEachExtension { $0.didTransit(transit) }
        return true
    }

    private func leave() {
        guard let active = trace.active, let scene = scenes[active] else { return }
        visit += 1
        scene.leave()
    }

    /// Returns the scene, which is made at its first visit.
    private func scene(_ id: Scene) throws -> LiveScene {
        guard let row = flow.rows[id] else {
            throw FlowError(.invalidTable, "the scene '\(id)' has no row")
        }
        guard row.canBegin(with: parts.shared.property.value) else {
            throw FlowError(.missingSecret, "the scene '\(id)' needs a secret that is absent")
        }
        if let scene = scenes[id] { return scene }
        let made = try row.make(parts) { [weak self] step in
            guard let self else { return }
            let visit = visit
            take { [weak self] in self?.visit == visit ? step() : nil }
        }
        scenes[id] = made
        return made
    }

    private func veto(of transit: Transit<Scene>) -> (Veto, by: String)? {
        for item in extensions {
            if let veto = item.willTransit(transit) { return (veto, "\(type(of: item))") }
        }
        return nil
    }

    private func refuse(_ refusal: TransitRefusal) {
        forEachExtension { $0.refused(refusal) }
        if let active = trace.active { scenes[active]?.refuse(refusal) }
    }

    private func end(_ outcome: FlowOutcome<Output>) {
        isOver = true
        forEachExtension { $0.willEnd(outcome.end) }
        leave()
        lifetime.dispose()
        parts.bus.end()
        parts.shared.onChange = nil
        (extensions, scenes, trace) = ([], [:], FlowTrace(scenes: []))
        onEnd.take()?(outcome)
    }

    private func forEachExtension(_ tell: (any FlowExtension<Scene, State>) -> Void) {
        for item in extensions { tell(item) }
    }
}
