import Signals

/// Operators with several sources.
extension Operator {
    static let combining = [
        Operator("concat") { source, token in
            source.concat(Signal.deferred { [token] in .just(keep(token, 9)) })
        } link: { source, _ in
            source.concat(.just(9)).filter { $0 != 9 }
        },
        Operator("concat, as the second") { source, token in
            Signal.just(0).map { [token] in keep(token, $0) }.concat(source)
        } link: { source, _ in
            Signal.just(9).concat(source).filter { $0 != 9 }
        },
        Operator("startWith") { source, token in
            source.map { [token] in keep(token, $0) }.startWith(0)
        } link: { source, _ in
            source.startWith(0).skip(1)
        },
        Operator("merge") { source, token in
            source.merge(with: late.map { [token] in keep(token, $0) })
        } link: { source, _ in
            source.merge(with: .just(9)).filter { $0 != 9 }
        },
        Operator("merge, as the second") { source, token in
            Signal.just(9).map { [token] in keep(token, $0) }.merge(with: source)
        } link: { source, _ in
            Signal.just(9).merge(with: source).filter { $0 != 9 }
        },
        Operator("combineLatest") { source, token in
            source.combineLatest(with: late).map { [token] in keep(token, $0.0 + $0.1) }
        } link: { source, _ in
            source.combineLatest(with: .just(1)).map { $0.0 + $0.1 }
        },
        Operator("combineLatest, as the second") { source, token in
            Signal.just(1).combineLatest(with: source).map { [token] in keep(token, $0.0 + $0.1) }
        },
        Operator("combineLatest of three") { source, token in
            Signal.combineLatest(.just("a"), source, late.map(Double.init))
                .map { [token] in keep(token, $0.1) }
        } link: { source, _ in
            Signal.combineLatest(source, .just("a"), .just(2.0)).map { $0.0 }
        },
        Operator("zip") { source, token in
            source.zip(with: late.flatMap(.concat) { .sequence(0..<$0) })
                .map { [token] in keep(token, $0.0 + $0.1) }
        } link: { source, _ in
            source.zip(with: .sequence(0..<3)).map { $0.0 + $0.1 }
        },
        Operator("zip, as the second") { source, token in
            Signal.sequence(0..<3).zip(with: source).map { [token] in keep(token, $0.0 + $0.1) }
        },
        Operator("zip of three") { source, token in
            Signal.zip(.sequence(0..<3), .sequence(["a", "b", "c"]), source)
                .map { [token] in keep(token, $0.0 + $0.2) }
        },
        Operator("combineLatest of a collection") { source, token in
            Signal.combineLatest([.just(1), source]).map { [token] in keep(token, $0[0] + $0[1]) }
        },
        Operator("zip of a collection") { source, token in
            Signal.zip([.sequence(0..<3), source]).map { [token] in keep(token, $0[0] + $0[1]) }
        },
        Operator("merge of a collection") { source, token in
            Signal.merge(
                Set([9]).map { Signal.just($0).map { [token] in keep(token, $0) } } + [source])
        } link: { source, _ in
            Signal.merge([.just(9), source]).filter { $0 != 9 }
        },
        Operator("race of a collection") { source, token in
            Signal.race([late.map { [token] in keep(token, $0) }, source, .never])
        },
        Operator("withLatest") { source, token in
            source.withLatest(from: .just(1)).map { [token] in keep(token, $0.0) }
        },
        Operator("withLatest of one source") { source, token in
            source.multicast { [token] in
                $0.withLatest(from: $0.map { keep(token, $0) }.replaceFailure(with: 0))
                    .map { 10 * $0.0 + $0.1 }
            }
        } link: { source, _ in
            source.multicast { $0.withLatest(from: $0.replaceFailure(with: 0)).map(\.0) }
        },
        Operator("withLatest, as the other") { source, token in
            Signal.never.map { [token] in keep(token, $0) }
                .withLatest(from: source.replaceFailure(with: 0)).map(\.0)
        }.surviving(because: "the latest value of the other signal stays"),
        Operator("race") { source, token in
            source.race(with: late.map { [token] in keep(token, $0) })
        },
        Operator("race, as the second") { source, token in
            late.map { [token] in keep(token, $0) }.race(with: source)
        },
    ]

    static let flattening = [
        ("concat", FlattenStrategy.concat, []),
        ("merge", .merge, [End.completed, .failed]),
        ("latest", .latest, [.completed, .failed]),
        ("first", .first, [.completed]),
        ("concurrent(2)", .concurrent(limit: 2), [.completed, .failed]),
    ].flatMap { name, strategy, ends in
        let ofValues = Operator("flatMap(\(name)) of values") { source, token in
            Signal.sequence(0..<2).flatMap(strategy) { [token] in
                source.scan($0) { keep(token, $0 + $1) }
            }
        } link: { source, _ in
            Signal.just(0).flatMap(strategy) { _ in source }
        }
        return [
            Operator("flatMap(\(name)) to values") { source, token in
                source.flatMap(strategy) { [token] in .sequence([keep(token, $0), 50]) }
            } link: { source, _ in
                source.flatMap(strategy) { .just($0) }
            },
            ends.isEmpty
                ? ofValues
                : ofValues.differing(
                    at: ends,
                    because: "the first inner signal is over when the second begins, or not"),
            Operator("flatMap(\(name)) of values, one after the other") { source, token in
                Signal.just(0).concat(late).flatMap(strategy) { [token] in
                    source.scan($0) { keep(token, $0 + $1) }
                }
            } link: { source, _ in
                Signal.just(0).flatMap(strategy) { _ in source }
            },
        ]
    }
}
