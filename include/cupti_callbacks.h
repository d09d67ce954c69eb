// SPDX-License-Identifier: Apache-2.0
// Callbacks at calls of the runtime API and of the driver API.
#ifndef CUPTI_CALLBACKS_H_
#define CUPTI_CALLBACKS_H_

#include "cuda.h"
#include "cupti_result.h"

#define CUPTI_CALLBACK_STRUCT_SIZE(type_, lastfield_) \
  (offsetof(type_, lastfield_) + sizeof(((type_*)0)->lastfield_))

#ifdef __cplusplus
extern "C" {
#endif

#include <riffle_cupti/callbacks_types.h>

typedef uint32_t CUpti_CallbackId;

#include <riffle_cupti/callback_data.h>

typedef void(CUPTIAPI* CUpti_CallbackFunc)(void* userdata, CUpti_CallbackDomain domain,
                                           CUpti_CallbackId cbid, const void* cbdata);
typedef struct CUpti_Subscriber_st* CUpti_SubscriberHandle;
typedef CUpti_CallbackDomain* CUpti_DomainTable;

#include <riffle_cupti/callbacks_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUPTI_CALLBACKS_H_
