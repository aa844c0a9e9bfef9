import Composition
import Scheduling

/// The services of a program with 200 keys, each of a type of its own.
struct NumberedModule: Module {
    var creation = ServiceCreation.firstUse

    func load(_ plan: ServicePlan) {
        for key in NumberedKeys.all { key.bind(in: plan, when: creation) }
        plan.bind(CounterKey.self) { SharedCounter() }
    }
}

final class NumberedService {
    private let neighbour: NumberedService?

    init(_ neighbour: NumberedService? = nil) { self.neighbour = neighbour }
}

final class SharedCounter: Sendable {}

enum CounterKey: SharedServiceKey { typealias Service = SharedCounter }

/// The key of a service that needs the first one of its group, unless it is that one itself.
enum NumberedKey<Hundreds: Digit, Tens: Digit, Ones: Digit>: ServiceKey {
    typealias Service = NumberedService
    static var role: SchedulerRole { .business }
}

typealias FirstKey = NumberedKey<Digit0, Digit0, Digit0>

extension ServiceKey {
    fileprivate static func bind(in plan: ServicePlan, when creation: ServiceCreation) {
        (Self.self as? any NumberedBinding.Type)?.add(to: plan, when: creation)
    }
}

private protocol NumberedBinding {
    static func add(to plan: ServicePlan, when creation: ServiceCreation)
}

extension NumberedKey: NumberedBinding {
    fileprivate static func add(to plan: ServicePlan, when creation: ServiceCreation) {
        if Ones.self == Digit0.self {
            plan.bind(Self.self, when: creation) { NumberedService() }
        } else {
            plan.bind(Self.self, when: creation, NumberedKey<Hundreds, Tens, Digit0>.here) {
                NumberedService($0)
            }
        }
    }
}

enum NumberedKeys {
    /// The 200 keys.
    static let all: [any ServiceKey.Type] = {
        let digits = Digits.all
        return digits.prefix(2).flatMap { hundreds in
            digits.flatMap { tens in digits.map { ones in key(hundreds, tens, ones) } }
        }
    }()

    private static func key<Hundreds: Digit, Tens: Digit, Ones: Digit>(
        _ hundreds: Hundreds.Type, _ tens: Tens.Type, _ ones: Ones.Type
    ) -> any ServiceKey.Type {
        NumberedKey<Hundreds, Tens, Ones>.self
    }
}
