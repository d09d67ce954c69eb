// SPDX-License-Identifier: Apache-2.0
// Inside the device room: from a worker's pending fault to the record that others can read.
#pragma once

namespace riffle::device {

class BlockExecutor;

/// After the landing, on the thread's own stack: publishes `worker.fault` as the newest FaultRecord.
void report_fault(BlockExecutor& executor) noexcept;

}  // namespace riffle::device
