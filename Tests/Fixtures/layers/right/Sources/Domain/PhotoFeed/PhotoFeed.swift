import Foundation
import Scheduling
