import CoreMetrics
import Foundation
import Scheduling
import SchedulingDiagnostics

func trace() throws {
    // snippet TraceRecorder
}

func metrics(factory: any MetricsFactory) {
    // snippet SchedulerMetrics
}
