// SPDX-License-Identifier: Apache-2.0
// The driver API's handle types and version, for programs of the runtime API that include this header and name a
// type of it. Its functions are not available yet: calling one is an error at compile time. The guard macro of
// CUDA's own header is left undefined on purpose, since helper headers call driver functions when they see it.
#ifndef RIFFLE_CUDA_H
#define RIFFLE_CUDA_H

#include <stdint.h>
#include <stdlib.h>

#include "driver_types.h"

#ifndef CUDA_VERSION
#define CUDA_VERSION 13000
#endif

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef struct CUkern_st* CUkernel;
typedef struct CUlib_st* CUlibrary;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef struct CUgraph_st* CUgraph;
typedef struct CUgraphNode_st* CUgraphNode;
typedef struct CUgraphExec_st* CUgraphExec;
typedef struct CUmemPoolHandle_st* CUmemoryPool;

#endif  // RIFFLE_CUDA_H
