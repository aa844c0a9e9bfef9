/// A condition on the rows of a model.
///
/// ```swift
/// Transfer.where { $0.state == .waiting && ($0.offset < 10 || $0.note == nil) }
/// ```
///
/// `==` and `!=` treat an absent value as a distinct value. The other comparisons do not hold for
/// an absent value. Text is compared by its bytes.
public struct Condition<Root>: Sendable {
    let predicate: Predicate

    init(_ predicate: Predicate) { self.predicate = predicate }

    /// Returns the condition that both conditions hold.
    public static func && (left: Condition, right: Condition) -> Condition {
        Condition(left.predicate.and(right.predicate))
    }

    /// Returns the condition that one of the conditions holds.
    public static func || (left: Condition, right: Condition) -> Condition {
        Condition(left.predicate.or(right.predicate))
    }
}

extension Column {
    private func compared(_ comparison: Predicate.Comparison, _ value: Value) -> Condition<Root> {
        Condition(.comparison(index, comparison, value.storedValue))
    }

    /// Returns the condition that the column has the value.
    public static func == (column: Column, value: Value) -> Condition<Root> {
        column.compared(.equal, value)
    }

    /// Returns the condition that the column does not have the value.
    public static func != (column: Column, value: Value) -> Condition<Root> {
        column.compared(.notEqual, value)
    }

    /// Returns the condition that the column has a smaller value.
    public static func < (column: Column, value: Value) -> Condition<Root> {
        column.compared(.less, value)
    }

    /// Returns the condition that the column has the value or a smaller one.
    public static func <= (column: Column, value: Value) -> Condition<Root> {
        column.compared(.lessOrEqual, value)
    }

    /// Returns the condition that the column has a larger value.
    public static func > (column: Column, value: Value) -> Condition<Root> {
        column.compared(.greater, value)
    }

    /// Returns the condition that the column has the value or a larger one.
    public static func >= (column: Column, value: Value) -> Condition<Root> {
        column.compared(.greaterOrEqual, value)
    }
}
