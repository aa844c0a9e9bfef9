import Logging

/// The log of this module: calls that did not reach a service, and waits that were refused.
let schedulingLog = Logger(label: "scheduling")
