/// A box that the trampoline empties, even if it is still referenced elsewhere.
protocol Emptiable: AnyObject {
    func empty()
}
