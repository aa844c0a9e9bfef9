import Foundation

@testable internal import class Scheduling.WorkScheduler

// The text of a string or a comment is not an import:
// import Anything
let quoted = """
    import AnythingElse
    """
