/// A service whose instances are pinned to the scheduler on which they are made.
///
/// `@Schedulable` writes the conformance.
public protocol Schedulable: AnyObject {
    /// The scheduler affinity of the instance.
    ///
    /// It is empty in a release build, unless the trait `SchedulableChecksInRelease` is on.
    var schedulerPin: SchedulerPin { get }
}

extension Schedulable {
    /// Reports a violation when the caller is on another scheduler than the instance.
    ///
    /// `@Schedulable` writes the check into methods and stored properties. A macro cannot change an
    /// accessor that is written out. There, this call must be the first statement, and
    /// `@Schedulable` refuses an accessor without it.
    @inlinable
    public func checkScheduler(
        _ access: SchedulerPin.Access = .value, _ member: StaticString = #function
    ) {
        if schedulerPin.home != SchedulerPin.current { schedulerPin.report(self, access, member) }
    }
}

/// Pins each instance of a class to the scheduler it is made on, and checks the use of its members.
///
/// ```swift
/// @Schedulable
/// final class NodeFetcher {
///     private var cursor: String?
///     func fetchNodes() { … }        // trap in a debug build: called on 'UI', lives on 'BL'
/// }
/// ```
///
/// Methods, subscripts and `var`s are checked, whatever their access level. `let`, `static` and
/// `nonisolated` members and `init` are not checked. A macro cannot reach `lazy` properties,
/// property wrappers, accessors and `deinit`s that are written out, synthesised coding, and the
/// members that another macro adds. `@Schedulable` refuses these with a diagnostic that names the
/// remedy. An extension needs `@SchedulableExtension`. A subclass, a nested class and a class that
/// the service keeps need `@Schedulable`. `swift package check-schedulable` finds those that lack
/// it if the sources name the class: in the type of a property, in a call of its initialiser, or as
/// the result of a function that is called. It does not find a class behind a protocol, or one of
/// a module that does not use `Scheduling`.
///
/// A class may leave it out if one service owns it and checks the scheduler at its own boundary.
/// The class states this, or the reason why it cannot have the attribute, on its line:
///
/// ```swift
/// final class Index {}  // not @Schedulable: …
/// ```
///
/// Breakpoints and diagnostics stay on the lines of the sources. `#line` in a checked method is the
/// first line of the method, so work that the method posts is recorded as posted there. The section
/// "Violations that cannot be checked" of the violation matrix lists the remaining gaps, such as
/// reflection (`Mirror`), which reads storage unchecked.
///
/// In a debug build, the check costs less than the allocation of a closure. In a release build,
/// methods and uses within the module cost nothing more, unless the package's trait
/// `SchedulableChecksInRelease` is on. A stored property becomes a computed one: another module,
/// which reads a plain stored property directly, may have to call its accessor, unless the build
/// optimises across modules. `Violations` decides what a violation does.
@attached(member, conformances: Schedulable, names: named(schedulerPin))
@attached(memberAttribute)
@attached(extension, conformances: Schedulable)
public macro Schedulable() = #externalMacro(module: "SchedulingMacros", type: "SchedulableMacro")

/// Checks the members of an extension of a `@Schedulable` class.
@attached(memberAttribute)
public macro SchedulableExtension() =
    #externalMacro(module: "SchedulingMacros", type: "SchedulableExtensionMacro")

/// The attribute that `@Schedulable` adds to each method; it is not written by hand.
@attached(body)
public macro SchedulableMethod() =
    #externalMacro(module: "SchedulingMacros", type: "SchedulableMethodMacro")

/// The attribute that `@Schedulable` adds to each stored property.
///
/// It is written by hand only to give it an argument.
///
/// - Parameter exclusivity: `.unchecked` replaces `@exclusivity(unchecked)`, which Swift allows on
///   storage only.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro SchedulableProperty(exclusivity: SchedulerPin.Exclusivity = .checked) =
    #externalMacro(module: "SchedulingMacros", type: "SchedulablePropertyMacro")
