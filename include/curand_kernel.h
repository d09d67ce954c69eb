// SPDX-License-Identifier: Apache-2.0
// cuRAND's device side: XORWOW, Philox4x32-10, MRG32k3a and Sobol generators with cuRAND's sequences; discrete
// distributions. MTGP32 needs tables that cuRAND's host library makes, which is not there: a use is a compile error that
// says so.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "curand.h"

#if defined(__cplusplus) && defined(__CUDACC__)
#include "riffle_random/discrete.h"

typedef curandStateXORWOW curandState;
typedef curandStateXORWOW_t curandState_t;

typedef struct curandStateMtgp32 curandStateMtgp32_t __attribute__((
    unavailable("Riffle has no MTGP32 generator: cuRAND's host library makes its parameters; "
                "XORWOW, Philox and MRG32k3a need none")));
#elif defined(__cplusplus)
/* Host code beside kernels has pointers to states, and no more. */
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
#endif

#endif  // CURAND_KERNEL_H_
