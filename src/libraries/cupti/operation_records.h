// SPDX-License-Identifier: Apache-2.0
// Operations as CUPTI's records. What a processor does not have (registers, caches to choose, channels) is 0 or invalid.
#pragma once

#include <cupti.h>

#include "trace/activity/activity.h"

namespace riffle::cupti {

CUpti_ActivityKernel10 kernel_record(const trace::OperationActivity& operation);
CUpti_ActivityMemcpy6 copy_record(const trace::OperationActivity& operation);
CUpti_ActivityMemset4 fill_record(const trace::OperationActivity& operation);
CUpti_ActivitySynchronization2 wait_record(const trace::OperationActivity& operation);
/// Of no stream and no event.
CUpti_ActivitySynchronization2 synchronization(CUpti_ActivitySynchronizationType type,
                                               std::uint64_t begin_ns, std::uint64_t end_ns);

}  // namespace riffle::cupti
