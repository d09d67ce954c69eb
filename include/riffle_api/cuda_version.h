// SPDX-License-Identifier: Apache-2.0
// Which CUDA the headers declare: 13.0, or with `riffle cc --cuda-version=12` the forms of 12.8. A program that is compiled
// with these needs libcudart.so.12. The toolkit folder for CUDA 12 has a file of its own in this place.
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
