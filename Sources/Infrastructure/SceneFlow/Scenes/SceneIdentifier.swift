/// The identifiers of a flow's scenes: an enumeration without associated values.
///
/// The compiler rejects a scene that does not exist, and a flow can check that each scene has a row
/// in its table.
public protocol SceneIdentifier: Hashable, CaseIterable, Sendable {}
