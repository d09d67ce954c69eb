// SPDX-License-Identifier: Apache-2.0
// flags: -lcusolver
// Factorisations of matrices that are large enough for several threads: they need more stack than small ones.
#include <cusolverDn.h>

#include <cmath>

#include "../transcript.h"

#define NEED(...) \
  if ((__VA_ARGS__) != CUSOLVER_STATUS_SUCCESS) std::printf("failed: %s\n", #__VA_ARGS__)

std::vector<float> dominant(int n) {
  std::vector<float> a(static_cast<std::size_t>(n) * n);
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < n; ++row)
      a[static_cast<std::size_t>(column) * n + row] = static_cast<float>((row * column) % 17) / 17 + (row == column ? n : 0);
  return a;
}

/// Whether a * x is b, as far as floats tell.
bool solves(const std::vector<float> &a, const std::vector<float> &x, const std::vector<float> &b, int n) {
  for (int row = 0; row < n; ++row) {
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += static_cast<double>(a[static_cast<std::size_t>(k) * n + row]) * x[k];
    if (std::abs(sum - b[row]) > 1e-3) return false;
  }
  return true;
}

void solve(cusolverDnHandle_t solver, int n) {
  const std::vector<float> a = dominant(n);
  std::vector<float> b(n);
  for (int i = 0; i < n; ++i) b[i] = static_cast<float>(i % 13) - 6;
  DeviceArray<int> info(1), pivots(n);
  int words = 0;
  {
    DeviceArray<float> matrix(a), right(b);
    NEED(cusolverDnSgetrf_bufferSize(solver, n, n, matrix, n, &words));
    DeviceArray<float> work(words);
    NEED(cusolverDnSgetrf(solver, n, n, matrix, n, work, pivots, info));
    NEED(cusolverDnSgetrs(solver, CUBLAS_OP_N, n, 1, matrix, n, pivots, right, n, info));
    std::printf("LU of %d: info %d, solved: %s\n", n, info.read()[0], solves(a, right.read(), b, n) ? "yes" : "no");
  }
  DeviceArray<float> matrix(a), right(b);
  NEED(cusolverDnSpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, n, matrix, n, &words));
  DeviceArray<float> work(words);
  NEED(cusolverDnSpotrf(solver, CUBLAS_FILL_MODE_LOWER, n, matrix, n, work, words, info));
  NEED(cusolverDnSpotrs(solver, CUBLAS_FILL_MODE_LOWER, n, 1, matrix, n, right, n, info));
  std::printf("Cholesky of %d: info %d, solved: %s\n", n, info.read()[0], solves(a, right.read(), b, n) ? "yes" : "no");
}

int main() {
  cusolverDnHandle_t solver;
  NEED(cusolverDnCreate(&solver));
  for (const int n : {100, 256, 700, 1500}) solve(solver, n);
  NEED(cusolverDnDestroy(solver));
}
