// SPDX-License-Identifier: Apache-2.0
// The numbers of the functions that callbacks and records name: those of the driver API.
#ifndef CUPTI_DRIVER_CBID_H_
#define CUPTI_DRIVER_CBID_H_

#include <riffle_cupti/driver_cbid_types.h>

#endif  // CUPTI_DRIVER_CBID_H_
