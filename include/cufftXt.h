// SPDX-License-Identifier: Apache-2.0
// The part of cuFFT with types and sizes of 64 bits. Transforms on several devices, and callbacks for link-time
// optimisation, are declared, and refused where they are called.
#ifndef CUFFT_XT_H_
#define CUFFT_XT_H_

#include "cudalibxt.h"
#include "cufft.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cufftXtSubFormat_t {
  CUFFT_XT_FORMAT_INPUT = 0,
  CUFFT_XT_FORMAT_OUTPUT = 1,
  CUFFT_XT_FORMAT_INPLACE = 2,
  CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
  CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
  CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5,
  CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6,
  CUFFT_FORMAT_UNDEFINED = 7
} cufftXtSubFormat;

typedef enum cufftXtCopyType_t {
  CUFFT_COPY_HOST_TO_DEVICE = 0,
  CUFFT_COPY_DEVICE_TO_HOST = 1,
  CUFFT_COPY_DEVICE_TO_DEVICE = 2,
  CUFFT_COPY_UNDEFINED = 3
} cufftXtCopyType;

typedef enum cufftXtQueryType_t {
  CUFFT_QUERY_1D_FACTORS = 0,
  CUFFT_QUERY_UNDEFINED = 1
} cufftXtQueryType;

typedef struct cufftXt1dFactors_t {
  long long size;
  long long stringCount;
  long long stringLength;
  long long substringLength;
  long long factor1;
  long long factor2;
  long long stringMask;
  long long substringMask;
  long long factor1Mask;
  long long factor2Mask;
  int stringShift;
  int substringShift;
  int factor1Shift;
  int factor2Shift;
} cufftXt1dFactors;

typedef enum cufftXtWorkAreaPolicy_t {
  CUFFT_WORKAREA_MINIMAL = 0,
  CUFFT_WORKAREA_USER = 1,
  CUFFT_WORKAREA_PERFORMANCE = 2
} cufftXtWorkAreaPolicy;

typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX = 0,
  CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
  CUFFT_CB_LD_REAL = 2,
  CUFFT_CB_LD_REAL_DOUBLE = 3,
  CUFFT_CB_ST_COMPLEX = 4,
  CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
  CUFFT_CB_ST_REAL = 6,
  CUFFT_CB_ST_REAL_DOUBLE = 7,
  CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;

typedef cufftComplex (*cufftCallbackLoadC)(void* dataIn, size_t offset, void* callerInfo,
                                           void* sharedPointer);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void* dataIn, size_t offset, void* callerInfo,
                                                 void* sharedPointer);
typedef cufftReal (*cufftCallbackLoadR)(void* dataIn, size_t offset, void* callerInfo,
                                        void* sharedPointer);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void* dataIn, size_t offset, void* callerInfo,
                                              void* sharedPointer);
typedef void (*cufftCallbackStoreC)(void* dataOut, size_t offset, cufftComplex element,
                                    void* callerInfo, void* sharedPointer);
typedef void (*cufftCallbackStoreZ)(void* dataOut, size_t offset, cufftDoubleComplex element,
                                    void* callerInfo, void* sharedPointer);
typedef void (*cufftCallbackStoreR)(void* dataOut, size_t offset, cufftReal element,
                                    void* callerInfo, void* sharedPointer);
typedef void (*cufftCallbackStoreD)(void* dataOut, size_t offset, cufftDoubleReal element,
                                    void* callerInfo, void* sharedPointer);
typedef cufftComplex (*cufftJITCallbackLoadC)(void* dataIn, unsigned long long offset,
                                              void* callerInfo, void* sharedPointer);
typedef cufftDoubleComplex (*cufftJITCallbackLoadZ)(void* dataIn, unsigned long long offset,
                                                    void* callerInfo, void* sharedPointer);
typedef cufftReal (*cufftJITCallbackLoadR)(void* dataIn, unsigned long long offset,
                                           void* callerInfo, void* sharedPointer);
typedef cufftDoubleReal (*cufftJITCallbackLoadD)(void* dataIn, unsigned long long offset,
                                                 void* callerInfo, void* sharedPointer);
typedef void (*cufftJITCallbackStoreC)(void* dataOut, unsigned long long offset,
                                       cufftComplex element, void* callerInfo, void* sharedPointer);
typedef void (*cufftJITCallbackStoreZ)(void* dataOut, unsigned long long offset,
                                       cufftDoubleComplex element, void* callerInfo,
                                       void* sharedPointer);
typedef void (*cufftJITCallbackStoreR)(void* dataOut, unsigned long long offset, cufftReal element,
                                       void* callerInfo, void* sharedPointer);
typedef void (*cufftJITCallbackStoreD)(void* dataOut, unsigned long long offset,
                                       cufftDoubleReal element, void* callerInfo,
                                       void* sharedPointer);

#include <riffle_fft/xt_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUFFT_XT_H_
