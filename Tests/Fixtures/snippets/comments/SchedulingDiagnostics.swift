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

func rules() {
    // snippet HopRules
}

func metrics(factory: any MetricsFactory) {
    // snippet SchedulerMetrics
}

func uses(_ rules: UseRules) {
    // snippet UseRecorder
}

func rules(_ recorder: UseRecorder) {
    // snippet UseRules
}

func drawing() throws {
    // snippet SequenceDiagram
}
