/// One of the types that tell numbered types apart.
protocol Digit: SendableMetatype {
    static var value: Int { get }
}

enum Digit0: Digit { static let value = 0 }
enum Digit1: Digit { static let value = 1 }
enum Digit2: Digit { static let value = 2 }
enum Digit3: Digit { static let value = 3 }
enum Digit4: Digit { static let value = 4 }
enum Digit5: Digit { static let value = 5 }
enum Digit6: Digit { static let value = 6 }
enum Digit7: Digit { static let value = 7 }
enum Digit8: Digit { static let value = 8 }
enum Digit9: Digit { static let value = 9 }

enum Digits {
    static let all: [any Digit.Type] = [
        Digit0.self, Digit1.self, Digit2.self, Digit3.self, Digit4.self, Digit5.self, Digit6.self,
        Digit7.self, Digit8.self, Digit9.self,
    ]
}
