/* A comment may say
import Anything
*/
let quoted = """
    import AnythingElse
    """

import Foundation
@testable internal import class Scheduling.WorkScheduler
