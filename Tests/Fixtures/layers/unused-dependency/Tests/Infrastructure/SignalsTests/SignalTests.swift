@testable import Signals
