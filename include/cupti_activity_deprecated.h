// SPDX-License-Identifier: Apache-2.0
// Records of earlier versions, as cupti_activity.h includes them. No function gives them: a record begins as its earlier
// versions do.
#ifndef CUPTI_ACTIVITY_DEPRECATED_H_
#define CUPTI_ACTIVITY_DEPRECATED_H_

#include "cupti_activity.h"

#include <riffle_cupti/older_kernel_records_1.h>
#include <riffle_cupti/older_kernel_records_2.h>
#include <riffle_cupti/older_records_1.h>
#include <riffle_cupti/older_records_2.h>
#include <riffle_cupti/older_records_3.h>
typedef CUpti_ActivityMemcpyPtoP CUpti_ActivityMemcpy2;

#endif  // CUPTI_ACTIVITY_DEPRECATED_H_
