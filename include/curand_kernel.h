// SPDX-License-Identifier: Apache-2.0
// cuRAND's device side: XORWOW, Philox4x32-10 and MRG32k3a with cuRAND's sequences. Sobol, MTGP32 and the discrete
// distributions are not there: a use is an undeclared name.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#if defined(__cplusplus) && defined(__CUDACC__)
#include "riffle_random/distributions.h"

typedef curandStateXORWOW curandState;
typedef curandStateXORWOW_t curandState_t;
#endif

#endif  // CURAND_KERNEL_H_
