// SPDX-License-Identifier: Apache-2.0
// The functions of the runtime API and of the driver API by CUPTI's numbers.
#pragma once

#include <cupti.h>

#include <cstdint>

namespace riffle::cupti {

constexpr CUpti_CallbackId kMostCalls = 1024;

struct CallId {
  CUpti_CallbackDomain domain =
      CUPTI_CB_DOMAIN_INVALID;  ///< invalid: CUPTI does not know the function
  CUpti_CallbackId id = 0;
};

/// What compilers call in the place of a function has its name behind two underscores: the function's.
const char* symbol_of(const char* symbol);
/// By the symbol that was called.
CallId id_of(const char* symbol);
/// With the version that brought a function of the runtime behind it. Null: there is none.
const char* name_of(CallId call);

}  // namespace riffle::cupti
