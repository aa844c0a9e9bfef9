/// The identifiers of a flow's scenes: an enumeration without associated values.
///
/// A scene that does not exist does not compile, and a flow can check that each scene has a row in
/// its table.
public protocol SceneIdentifier: Hashable, CaseIterable, Sendable {}
