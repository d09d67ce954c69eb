// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// cuBLAS's logger: what a callback is told (without addresses, times and numbers of processes), when the log is on.
#include "blas_values.h"

#include <string>

static std::vector<std::string> told;
static void tell(const char *message) { told.push_back(message); }
static void show_told(const char *when) {
  show_truth((std::string("told ") + when).c_str(), !told.empty());
  told.clear();
}
static void show_lines(const char *when) {
  for (std::string &message : told) {
    if (!message.empty() && message.back() == '\n') message.pop_back();
    const bool is_argument = message.rfind("i!  ", 0) == 0 && message.find("POINTER") == std::string::npos;
    if (is_argument || message.rfind("I! ", 0) == 0) std::printf("%s: %s\n", when, message.c_str());
  }
}

int main() {
  cublasLogCallback callback = tell;
  STATUS(cublasGetLoggerCallback(&callback));
  show_truth("none", callback == nullptr);
  STATUS(cublasGetLoggerCallback(nullptr));
  cublasHandle_t blas;
  STATUS(cublasSetLoggerCallback(tell));
  STATUS(cublasGetLoggerCallback(&callback));
  show_truth("kept", callback == tell);
  NEED(cublasCreate(&blas));
  show_told("with a callback alone");
  STATUS(cublasLoggerConfigure(1, 0, 0, nullptr));
  const float one = 1;
  DeviceArray<float> a(64), b(64), c(64);
  NEED(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 2, 3, 4, &one, a, 2, b, 3, &one, c, 2));
  show_lines("gemm");
  show_told("of a product");
  NEED(cublasSscal(blas, 4, &one, a, 1));
  show_lines("scal");
  show_told("of a vector");
  cudaStream_t stream;
  NEED(cublasGetStream(blas, &stream));
  NEED(cublasSetStream(blas, nullptr));
  show_told("of settings");
  STATUS(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, -2, 3, 4, &one, a, 2, b, 3, &one, c, 2));
  show_told("of a refused product");
  float dot = 0;
  NEED(cublasSdot(blas, 4, a, 1, b, 1, &dot));
  show_lines("dot");
  show_told("of a result");
  STATUS(cublasLoggerConfigure(0, 0, 0, nullptr));
  NEED(cublasSscal(blas, 4, &one, a, 1));
  show_told("when it is off");
  STATUS(cublasLoggerConfigure(1, 0, 0, "/nonexistent/folder/file"));
  STATUS(cublasLoggerConfigure(1, 0, 0, ""));
  STATUS(cublasLoggerConfigure(7, 7, 7, nullptr));
  NEED(cublasLoggerConfigure(0, 0, 0, nullptr));
}
