// `CompileTimeTests` counts how much work it is to type-check this file.
import Signals

struct Form {
    let name: String
    let age: Int
    let city: String
    let isMember: Bool
    let score: Double
}

func forms(
    _ name: Signal<String, Never>, _ age: Signal<Int, Never>, _ city: Signal<String, Never>,
    _ isMember: Signal<Bool, Never>, _ score: Signal<Double, Never>
) -> Signal<String, Never> {
    Signal.combineLatest(
        name.map { $0 + "!" }.filter { !$0.isEmpty }, age.map { $0 + 1 }.distinctUntilChanged(),
        city.compactMap { $0.isEmpty ? nil : $0 }, isMember.startWith(false),
        score.scan(0) { $0 + $1 }
    )
    .map { name, age, city, isMember, score in
        Form(name: name, age: age, city: city, isMember: isMember, score: score)
    }
    .filter { $0.isMember && !$0.city.isEmpty }
    .flatMap(.latest) { form in Signal.just(form.age).map { "\(form.name) \($0)" } }
    .take(10)
}

func chained(_ numbers: Signal<Int, Never>) -> Signal<String, Never> {
    numbers.combineLatest(with: numbers.map { $0 + 1 })
        .combineLatest(with: numbers.map { $0 + 2 })
        .combineLatest(with: numbers.map { $0 + 3 })
        .combineLatest(with: numbers.map { $0 + 4 })
        .map { rest, fifth in "\(rest.0.0.0) \(rest.0.0.1) \(rest.0.1) \(rest.1) \(fifth)" }
}

func tenOperators(_ numbers: Signal<Int, Never>) -> Signal<String, Never> {
    numbers.map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 3 }.filter { $0 % 2 == 0 }
        .map { $0 - 1 }.scan(0) { $0 + $1 }.distinctUntilChanged().take(5).map { "\($0)" }
        .startWith("none")
}
