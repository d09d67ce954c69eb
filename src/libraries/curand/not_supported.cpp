// SPDX-License-Identifier: Apache-2.0
// What needs tables that are not there: quasirandom numbers, Mersenne twisters.
#include "libraries/curand/not_supported.h"

#include <cstdio>
#include <mutex>
#include <set>
#include <string>

#include "libraries/curand/entry.h"

curandStatus_t riffle::curand::not_supported(const char* what) {
  static std::mutex mutex;
  static auto& told = *new std::set<std::string>;  // used until the last static object is gone
  const std::scoped_lock lock(mutex);
  if (told.insert(what).second)
    std::fprintf(stderr, "riffle: cuRAND: %s: not supported yet\n", what);
  return CURAND_STATUS_ARCH_MISMATCH;
}

using riffle::curand::not_supported;

RIFFLE_ENTRY curandGetDirectionVectors32(curandDirectionVectors32_t*[],
                                         curandDirectionVectorSet_t) {
  return invoke([] { return not_supported("curandGetDirectionVectors32"); });
}
RIFFLE_ENTRY curandGetDirectionVectors64(curandDirectionVectors64_t*[],
                                         curandDirectionVectorSet_t) {
  return invoke([] { return not_supported("curandGetDirectionVectors64"); });
}
RIFFLE_ENTRY curandGetScrambleConstants32(unsigned**) {
  return invoke([] { return not_supported("curandGetScrambleConstants32"); });
}
RIFFLE_ENTRY curandGetScrambleConstants64(unsigned long long**) {
  return invoke([] { return not_supported("curandGetScrambleConstants64"); });
}
