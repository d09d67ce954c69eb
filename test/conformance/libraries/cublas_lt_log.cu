// SPDX-License-Identifier: Apache-2.0
// flags: -lcublasLt
// cuBLASLt's logger: which calls a callback is told of at each level, without what is told.
#include <cublasLt.h>

#include "blas_numbers.h"

#include <string>

static std::vector<std::string> told;
static void tell(int level, const char *function, const char *message) {
  told.push_back(std::to_string(level) + " " + function + ": " + message);
}
static void show_told(const std::string &when) {
  std::vector<int> levels;
  for (const std::string &message : told) {
    levels.push_back(std::atoi(message.c_str()));
  }
  std::printf("%s:", when.c_str());
  for (const std::string &message : told) std::printf(" [%s]", message.substr(0, message.find(':')).c_str());
  std::printf("\n");
  told.clear();
  std::fflush(stdout);
}
#undef STATUS
#define STATUS(...)                                            \
  std::printf("%s: %d\n", #__VA_ARGS__, static_cast<int>(__VA_ARGS__)); \
  std::fflush(stdout)

static void work(cublasLtHandle_t lt, const std::string &when) {
  cublasLtMatmulDesc_t product;
  cublasLtMatrixLayout_t layout;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, 4, 4, 4);
  show_told(when + " creation");
  const cublasOperation_t op = CUBLAS_OP_T;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op);
  show_told(when + " attribute");
  DeviceArray<float> a(16), b(16), c(16);
  const float one = 1, zero = 0;
  STATUS(cublasLtMatmul(lt, product, &one, a, layout, b, layout, &zero, c, layout, c, layout, nullptr, nullptr, 0, nullptr));
  show_told(when + " product");
  STATUS(cublasLtMatmul(lt, product, &one, a, nullptr, b, layout, &zero, c, layout, c, layout, nullptr, nullptr, 0, nullptr));
  show_told(when + " refused product");
  STATUS(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &op, 1));
  show_told(when + " refused attribute");
  STATUS(cublasLtMatmulDescCreate(nullptr, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  show_told(when + " refused creation");
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulPreferenceCreate(&preference);
  cublasLtMatmulHeuristicResult_t results[4];
  int count = 0;
  cublasLtMatmulAlgoGetHeuristic(lt, product, layout, layout, layout, layout, preference, 1, results, &count);
  show_told(when + " search");
  cublasLtMatmulPreferenceDestroy(preference);
  cublasLtMatrixLayoutDestroy(layout);
  cublasLtMatmulDescDestroy(product);
  show_told(when + " destruction");
}

int main() {
  // Lines have the time.
  cublasLtLoggerSetFile(std::fopen("/dev/null", "w"));
  STATUS(cublasLtLoggerSetCallback(tell));
  cublasLtHandle_t lt;
  STATUS(cublasLtCreate(&lt));
  show_told("before a level is set");
  for (int level : {-1, 0, 1, 2, 3, 4, 5, 6, 100}) STATUS(cublasLtLoggerSetLevel(level));
  for (int mask : {-1, 0, 1, 2, 4, 8, 16, 31, 32, 1000}) STATUS(cublasLtLoggerSetMask(mask));
  cublasLtLoggerSetMask(0);
  told.clear();
  for (int level = 0; level <= 4; ++level) {
    STATUS(cublasLtLoggerSetLevel(level));
    told.clear();
    work(lt, "level " + std::to_string(level));
  }
  cublasLtLoggerSetLevel(0);
  cublasLtDestroy(lt);
}
