// SPDX-License-Identifier: Apache-2.0
// flags: -lcublasLt
// cuBLASLt's descriptors: what attributes are at first, sizes that do not fit, and what is refused of products.
#include <cublasLt.h>

#include "../transcript.h"

template <class Get>
static void attribute(const char *kind, int number, Get get) {
  unsigned char bytes[64];
  std::memset(bytes, 0x5a, sizeof bytes);
  size_t written = 77;
  std::printf("%s %d: size %d", kind, number, get(nullptr, 0, &written));
  const size_t size = written;
  std::printf(" = %zu, too small %d", size, size > 1 && size < sizeof bytes ? get(bytes, size - 1, &written) : -1);
  if (size < sizeof bytes && size > 0) {
    std::printf(", get %d =", get(bytes, size, &written));
    for (size_t i = 0; i < size; ++i) std::printf(" %02x", bytes[i]);
    std::printf(", without a count %d", get(bytes, size, nullptr));
  }
  std::printf("\n");
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  cublasLtHandle_t handle = nullptr;
  cublasLtCreate(&handle);
  cublasLtMatrixLayout_t layout = nullptr;
  std::printf("layout %d\n", cublasLtMatrixLayoutCreate(&layout, CUDA_R_16F, 8, 4, 16));
  for (int i = 0; i <= 9; ++i)
    attribute("layout", i, [&](void *buffer, size_t bytes, size_t *written) {
      return cublasLtMatrixLayoutGetAttribute(layout, static_cast<cublasLtMatrixLayoutAttribute_t>(i), buffer, bytes, written);
    });
  cublasLtMatmulDesc_t desc = nullptr;
  std::printf("product %d\n", cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  for (const int i : {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 31, 32, 33, 34, 35, 36, 37, 99})
    attribute("product", i, [&](void *buffer, size_t bytes, size_t *written) {
      return cublasLtMatmulDescGetAttribute(desc, static_cast<cublasLtMatmulDescAttributes_t>(i), buffer, bytes, written);
    });
  cublasLtMatmulPreference_t preference = nullptr;
  std::printf("preference %d\n", cublasLtMatmulPreferenceCreate(&preference));
  for (const int i : {0, 1, 3, 5, 6, 7, 8, 9, 12, 99})
    attribute("preference", i, [&](void *buffer, size_t bytes, size_t *written) {
      return cublasLtMatmulPreferenceGetAttribute(preference, static_cast<cublasLtMatmulPreferenceAttributes_t>(i), buffer, bytes, written);
    });
  cublasLtMatrixTransformDesc_t transform = nullptr;
  std::printf("transform %d\n", cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F));
  for (const int i : {0, 1, 2, 3, 99})
    attribute("transform", i, [&](void *buffer, size_t bytes, size_t *written) {
      return cublasLtMatrixTransformDescGetAttribute(transform, static_cast<cublasLtMatrixTransformDescAttributes_t>(i), buffer, bytes, written);
    });

  cublasLtMatrixLayout_t other = nullptr;
  std::printf("layouts: null %d", cublasLtMatrixLayoutCreate(nullptr, CUDA_R_32F, 4, 4, 4));
  std::printf(" no rows %d", cublasLtMatrixLayoutCreate(&other, CUDA_R_32F, 0, 4, 4));
  std::printf(" short ld %d", cublasLtMatrixLayoutCreate(&other, CUDA_R_32F, 4, 4, 2));
  std::printf(" negative ld %d", cublasLtMatrixLayoutCreate(&other, CUDA_R_32F, 4, 4, -4));
  std::printf(" type %d\n", cublasLtMatrixLayoutCreate(&other, static_cast<cudaDataType>(999), 4, 4, 4));
  std::printf("products: null %d", cublasLtMatmulDescCreate(nullptr, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  cublasLtMatmulDesc_t odd = nullptr;
  std::printf(" compute type %d", cublasLtMatmulDescCreate(&odd, static_cast<cublasComputeType_t>(999), CUDA_R_32F));
  std::printf(" scale type %d\n", cublasLtMatmulDescCreate(&odd, CUBLAS_COMPUTE_32F, static_cast<cudaDataType>(999)));
  std::printf("destroy null %d %d %d\n", cublasLtMatrixLayoutDestroy(nullptr), cublasLtMatmulDescDestroy(nullptr), cublasLtMatmulPreferenceDestroy(nullptr));

  int32_t value = 1;
  std::printf("set: null %d", cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, nullptr, 4));
  std::printf(" too small %d", cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &value, 2));
  std::printf(" too large %d", cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &value, 8));
  std::printf(" unknown %d", cublasLtMatmulDescSetAttribute(desc, static_cast<cublasLtMatmulDescAttributes_t>(99), &value, 4));
  value = 77;
  std::printf(" no operation %d", cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &value, 4));
  std::printf(" no epilogue %d", cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &value, 4));
  std::printf(" of no product %d\n", cublasLtMatmulDescSetAttribute(nullptr, CUBLASLT_MATMUL_DESC_TRANSA, &value, 4));
  cublasLtMatmulDescDestroy(desc);

  // Products that are refused.
  cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayout_t a, b, c, wide, words;
  cublasLtMatrixLayoutCreate(&a, CUDA_R_32F, 8, 4, 8);
  cublasLtMatrixLayoutCreate(&b, CUDA_R_32F, 4, 8, 4);
  cublasLtMatrixLayoutCreate(&c, CUDA_R_32F, 8, 8, 8);
  cublasLtMatrixLayoutCreate(&wide, CUDA_R_32F, 8, 9, 8);
  cublasLtMatrixLayoutCreate(&words, CUDA_R_32I, 8, 8, 8);
  DeviceArray<float> memory(1024);
  float *const A = memory, *const B = memory + 256, *const C = memory + 512;
  const float one = 1, zero = 0;
  const auto product = [&](const char *what, cublasLtHandle_t h, cublasLtMatmulDesc_t d, const void *alpha, const void *pa, cublasLtMatrixLayout_t la, const void *pb,
                           cublasLtMatrixLayout_t lb, const void *beta, const void *pc, cublasLtMatrixLayout_t lc, void *pd, cublasLtMatrixLayout_t ld) {
    std::printf("%s %d\n", what, cublasLtMatmul(h, d, alpha, pa, la, pb, lb, beta, pc, lc, pd, ld, nullptr, nullptr, 0, nullptr));
  };
  product("product", handle, desc, &one, A, a, B, b, &zero, C, c, C, c);
  product("no handle", nullptr, desc, &one, A, a, B, b, &zero, C, c, C, c);
  product("no A", handle, desc, &one, nullptr, a, B, b, &zero, C, c, C, c);
  product("no C, no beta", handle, desc, &one, A, a, B, b, &zero, nullptr, c, C, c);
  product("no C", handle, desc, &one, A, a, B, b, &one, nullptr, c, C, c);
  product("no D", handle, desc, &one, A, a, B, b, &zero, C, c, nullptr, c);
  product("shapes", handle, desc, &one, A, a, A, a, &zero, C, c, C, c);
  product("wide D", handle, desc, &one, A, a, B, b, &zero, C, wide, C, wide);
  product("C and D differ", handle, desc, &one, A, a, B, b, &zero, C, c, C, wide);
  product("types", handle, desc, &one, A, a, B, b, &zero, C, words, C, words);

  cublasLtMatmulHeuristicResult_t found[2];
  int count = 77;
  std::printf("search: %d", cublasLtMatmulAlgoGetHeuristic(handle, desc, a, b, c, c, preference, 2, found, &count));
  std::printf(" found %d state %d", count > 0 && count <= 2, found[0].state);
  std::printf(", none wanted %d", cublasLtMatmulAlgoGetHeuristic(handle, desc, a, b, c, c, preference, 0, found, &count));
  std::printf("\n");
}
