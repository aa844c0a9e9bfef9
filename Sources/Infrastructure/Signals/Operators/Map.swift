extension Signal {
    /// Sends the result of `transform` for each value.
    ///
    /// ```
    /// self          --1---2--3-|
    /// map { 2*$0 }  --2---4--6-|
    /// ```
    @inlinable
    public func map<Output>(
        _ transform: @escaping (Value) -> Output
    ) -> Signal<Output, Failure> {
        Signal<Output, Failure>(above: operatorPath) { sink in
            @inline(__always)
            func pass(_ value: Value) { sink.send(transform(value)) }
            subscribe(sink.lift(pass))
        }
    }

    /// Sends the result of `transform` for each value, without the `nil`s.
    ///
    /// ```
    /// self                "1"--"x"--"3"--|
    /// compactMap(Int.init)  1---------3--|
    /// ```
    @inlinable
    public func compactMap<Output>(
        _ transform: @escaping (Value) -> Output?
    ) -> Signal<Output, Failure> {
        Signal<Output, Failure>(above: operatorPath) { sink in
            @inline(__always)
            func pass(_ value: Value) { if let output = transform(value) { sink.send(output) } }
            subscribe(sink.lift(pass))
        }
    }

    /// Sends the result of `transform` for each value; an error that it throws fails the signal.
    ///
    /// ```
    /// self    --1--2--3--|
    /// tryMap  --1--x           (threw at 2)
    /// ```
    @inlinable
    public func tryMap<Output>(
        _ transform: @escaping (Value) throws(Failure) -> Output
    ) -> Signal<Output, Failure> {
        Signal<Output, Failure>(above: operatorPath) { sink in
            subscribe(
                sink.lift { value in
                    do throws(Failure) {
                        sink.send(try transform(value))
                    } catch {
                        sink.end(.failed(error))
                    }
                })
        }
    }
}

extension Signal where Failure == Never {
    /// Sends the result of `transform` for each value; an error that it throws fails the signal.
    @inlinable
    public func tryMap<Output, Thrown: Error>(
        _ transform: @escaping (Value) throws(Thrown) -> Output
    ) -> Signal<Output, Thrown> {
        promoteFailure(to: Thrown.self).tryMap(transform)
    }
}
