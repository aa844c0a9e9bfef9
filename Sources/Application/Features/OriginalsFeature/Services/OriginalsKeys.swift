package import Composition
package import Originals

/// The synchronizer that downloads the originals of an account.
package enum OriginalsSynchronizerKey: ServiceKey {
    package typealias Service = OriginalsSynchronizer
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}

/// The service that makes thumbnails of the originals of an account.
package enum OriginalThumbnailsKey: ServiceKey {
    package typealias Service = OriginalThumbnails
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}

/// The verifier of the originals of a library, which needs no server.
package enum OriginalsVerifierKey: ServiceKey {
    package typealias Service = OriginalsVerifier
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}

/// The verifier that also downloads bad blocks.
package enum OriginalsRepairerKey: ServiceKey {
    package typealias Service = OriginalsVerifier
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}

/// The transfers of the originals of a library.
package enum OriginalsTransfersKey: ServiceKey {
    package typealias Service = OriginalsTransfers
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}
