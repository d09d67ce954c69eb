// SPDX-License-Identifier: Apache-2.0
// Inside the device room: from a worker's pending fault to the record that others can read.
#pragma once

namespace riffle::device {

class Worker;

/// After the landing, on the thread's own stack: publishes `worker.fault` as the newest FaultRecord.
void report_fault(Worker& worker) noexcept;

}  // namespace riffle::device
