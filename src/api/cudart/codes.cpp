// SPDX-License-Identifier: Apache-2.0
// The table of codes as a function. Apart from error.cpp so that a test can have it without the
// library.
#include "api/cudart/error.h"

namespace riffle::api::cudart {

cudaError_t to_cuda(Code code) noexcept {
  switch (code) {
#define RIFFLE_CODE(ours, theirs) \
  case Code::ours:                \
    return theirs;
#include "api/table/codes.def"
#undef RIFFLE_CODE
  }
  return cudaErrorUnknown;
}

}  // namespace riffle::api::cudart
