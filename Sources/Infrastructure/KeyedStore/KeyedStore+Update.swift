import Scheduling

extension KeyedStore {
    /// Changes values atomically: all changes of the closure are stored, or none.
    ///
    /// ```swift
    /// try store.update {
    ///     $0[Settings.user] = "anna"
    ///     $0[Settings.token] = nil
    /// }
    /// ```
    ///
    /// The closure receives the currently stored values, including the changes of other processes.
    /// Other updates of the same place wait while the closure runs, so it should only compute
    /// values. It traps when it updates the same store. An update that changes nothing writes
    /// nothing.
    ///
    /// - Parameter body: the changes, on the caller's thread.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`, or a `KeyedStoreError`, such as `.unreadable` if the closure
    ///   has read a value that cannot be decoded. Nothing is changed then, in memory and in the
    ///   backend.
    ///
    /// Blocks on the backend, and on other updates of the same place.
    @discardableResult
    public func update<Result>(
        _ body: (inout KeyedStoreUpdate) throws -> Result
    ) throws -> Result {
        Schedulers.willBlock("KeyedStore.update")
        return try turn.take {
            var outcome: (result: Result, commit: Commit?)?
            do {
                try backend.update { stored in
                    var update = KeyedStoreUpdate(of: try adopt(stored), in: backend.place)
                    let result = try body(&update)
                    let commit = try update.commit()
                    outcome = (result, commit)
                    return commit?.change ?? .keep
                }
            } catch let damage as Damage {
                throw putAside(damage)
            }
            guard let outcome else {
                preconditionFailure("\(backend.place) did not call the closure of its update")
            }
            if let commit = outcome.commit { publish(commit) }
            return outcome.result
        }
    }

    /// Reads the changes that other stores and processes have made.
    ///
    /// - Throws: as `init`; the store then keeps its values.
    ///
    /// Blocks on the backend.
    public func reload() throws(KeyedStoreError) {
        Schedulers.willBlock("KeyedStore.reload")
        try inTurn {
            do {
                _ = try adopt(try backend.load())
            } catch let damage as Damage {
                throw putAside(damage)
            }
        }
    }

    /// Removes damaged data, of which a copy is kept; data that is not damaged stays as it is.
    func replaceDamaged() throws(KeyedStoreError) {
        try inTurn {
            // Putting aside is not possible during an update.
            while true {
                let found: Damage
                do {
                    _ = try adopt(try backend.load())
                    return
                } catch let damage as Damage {
                    found = damage
                }
                _ = try backend.setAside(found.data, suffix: StoreImage.suffix(of: found.data))
                try backend.update { $0 == found.data ? .erase : .keep }
            }
        }
    }

    /// Data that is not the valid content of a store.
    private struct Damage: Error {
        let data: [UInt8]
        let reason: String
    }

    private func inTurn(_ body: () throws -> Void) throws(KeyedStoreError) {
        do {
            try turn.take(body)
        } catch let error as KeyedStoreError {
            throw error
        } catch {
            throw KeyedStoreError(
                .failed, place: backend.place, reason: "\(error)", advice: "run again")
        }
    }

    /// Keeps a copy of damaged data, and returns the error that reports it.
    private func putAside(_ damage: Damage) -> KeyedStoreError {
        let suffix = StoreImage.suffix(of: damage.data)
        let aside: String
        do throws(KeyedStoreError) {
            let copy = try backend.setAside(damage.data, suffix: suffix)
            aside = "a copy is in \(copy)"
        } catch {
            aside = "it cannot be copied: \(error.reason)"
        }
        return KeyedStoreError(
            .damaged, place: backend.place, reason: "\(damage.reason); \(aside)",
            advice: "restore it from a backup, or replace it by an empty store")
    }

    /// Takes over stored data, and returns its content.
    private func adopt(_ data: [UInt8]?) throws -> StoreImage {
        let known = known
        if data == known.data { return known.image }
        do throws(StoreImage.Fault) {
            let image = try StoreImage(data)
            publish(Commit(image: image, data: data))
            return image
        } catch {
            switch error {
            case .damaged(let reason): throw Damage(data: data ?? [], reason: reason)
            case .newerFormat(let format):
                throw KeyedStoreError(
                    .newerFormat, place: backend.place,
                    reason: "it has format \(format), but this program supports only "
                        + "\(StoreImage.format)",
                    advice: "use the newer version of the program")
            }
        }
    }
}
