// A result builder's body would not be checked.
// stops: compile
// says: a result builder's body cannot be checked

import Scheduling
import World

enum ResultBuilderMethod {
    #if WRONG
        @resultBuilder
        enum ListBuilder {
            static func buildBlock(_ parts: Int...) -> [Int] { parts }
        }
        @Schedulable
        final class Clock {
            @ListBuilder
            func marks() -> [Int] {
                1
                2
            }
        }
    #else
        @resultBuilder
        enum ListBuilder {
            static func buildBlock(_ parts: Int...) -> [Int] { parts }
        }
        @Schedulable
        final class Clock {
            func marks() -> [Int] { Self.list() }
            @ListBuilder
            private static func list() -> [Int] {
                1
                2
            }
        }
    #endif
}
