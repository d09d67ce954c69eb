// SPDX-License-Identifier: Apache-2.0
// Calls of libraries that fail, and whose results nobody looks at. FIXED: the program looks at them.
// flags: -O1 -lcufft -lcurand
// tools: api
// expect: api/unchecked error api/unchecked error
// says: cufftExecC2C: the call failed, and the program does not check its result
// says: curandGenerateUniform: the call failed
// says: fix: compare the result with the library's code of success
#include <cufft.h>
#include <curand.h>

#include "case.h"

#if FIXED
#define CALL(call) \
  if ((call) != 0) std::puts("failed, as it should")
#else
#define CALL(call) call
#endif

int main() {
  cufftHandle plan;
  curandGenerator_t generator;
  if (cufftPlan1d(&plan, 1024, CUFFT_C2C, 1) != CUFFT_SUCCESS) return 1;
  if (curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS)
    return 1;
  CALL(cufftExecC2C(plan, nullptr, nullptr, CUFFT_FORWARD));
  CALL(curandGenerateUniform(nullptr, nullptr, 100));
  cufftDestroy(plan);
  curandDestroyGenerator(generator);
  return finish();
}
