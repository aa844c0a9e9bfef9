import CoreMetrics
import Foundation
import Scheduling
import SchedulingDiagnostics

func trace() throws {
    // snippet TraceRecorder
}

func mark() {
    // snippet TraceRecorder 2
}

func metrics(factory: any MetricsFactory) {
    // snippet SchedulerMetrics
}
