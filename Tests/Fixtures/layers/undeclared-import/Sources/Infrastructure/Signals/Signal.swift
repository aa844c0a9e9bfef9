import Foundation

@testable internal import class Scheduling.WorkScheduler

// What a string or a comment says is no import:
// import Anything
let quoted = """
    import AnythingElse
    """
