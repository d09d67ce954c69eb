// SPDX-License-Identifier: Apache-2.0
// Selects the CUDA version that the headers declare: 13.0, or 12.8 with `riffle cc --cuda-version=12`. A program compiled for 12.8
// needs libcudart.so.12. The toolkit folder for CUDA 12 has its own copy of this file.
#ifndef RIFFLE_API_CUDA_VERSION_H
#define RIFFLE_API_CUDA_VERSION_H

#if defined(RIFFLE_CUDA_VERSION) && RIFFLE_CUDA_VERSION < 13000
#define RIFFLE_CUDA_12
#define CUDART_VERSION RIFFLE_CUDA_VERSION
#ifndef CUDA_VERSION
#define CUDA_VERSION RIFFLE_CUDA_VERSION
#endif
#endif

#endif  // RIFFLE_API_CUDA_VERSION_H
