// SPDX-License-Identifier: Apache-2.0
// FFTW's interface to cuFFT: plans and transforms of arrays in memory of the host. A call of fftw_execute returns when the
// transform is done. src/libraries/cufftw/cufftw.tsv lists the functions.
#ifndef CUFFTW_H_
#define CUFFTW_H_

#include <stdio.h>

#include "cufft.h"

// The sign of the exponent.
#define FFTW_FORWARD -1
#define FFTW_INVERSE 1
#define FFTW_BACKWARD 1

// How long to look for a plan. All give the same plan.
#define FFTW_ESTIMATE 0x01
#define FFTW_MEASURE 0x02
#define FFTW_PATIENT 0x03
#define FFTW_EXHAUSTIVE 0x04
#define FFTW_WISDOM_ONLY 0x05

#define FFTW_DESTROY_INPUT 0x08
#define FFTW_PRESERVE_INPUT 0x0C
#define FFTW_UNALIGNED 0x10

#ifdef __cplusplus
extern "C" {
#endif

// C's own complex numbers where complex.h was included before.
#if !defined(FFTW_NO_Complex) && defined(_Complex_I) && defined(complex)
typedef double _Complex fftw_complex;
typedef float _Complex fftwf_complex;
#else
typedef double fftw_complex[2];
typedef float fftwf_complex[2];
#endif

typedef void* fftw_plan;
typedef void* fftwf_plan;

// A dimension: its length, and the distance between neighbours on each side, in elements of that side.
typedef struct {
  int n;
  int is;
  int os;
} fftw_iodim;
typedef fftw_iodim fftwf_iodim;

typedef struct {
  ptrdiff_t n;
  ptrdiff_t is;
  ptrdiff_t os;
} fftw_iodim64;
typedef fftw_iodim64 fftwf_iodim64;

#include <riffle_fft/fftw_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUFFTW_H_
