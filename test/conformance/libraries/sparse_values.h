// SPDX-License-Identifier: Apache-2.0
// Sparse matrices for the programs on cuSPARSE, and rows of numbers that are rounded: the order of sums does not show.
#pragma once

#include <cusparse.h>

#include <cmath>

#include "../transcript.h"

inline void show_status(const char *what, cusparseStatus_t status) {
  std::printf("%s: %s\n", what, cusparseGetErrorName(status));
  std::fflush(stdout);
}
#define STATUS(...) show_status(#__VA_ARGS__, (__VA_ARGS__))
#define SPARSE(...)                                                                \
  do {                                                                             \
    if (const cusparseStatus_t status_ = (__VA_ARGS__); status_ != CUSPARSE_STATUS_SUCCESS) { \
      std::printf("%s: %s\n", #__VA_ARGS__, cusparseGetErrorName(status_));        \
      std::fflush(stdout);                                                         \
    }                                                                              \
  } while (false)

template <class T>
void show_numbers(const char *what, const std::vector<T> &values) {
  std::printf("%s:", what);
  // A value between two of them becomes the upper one, however its last bits are.
  for (const T value : values) std::printf(" %.3f", std::fabs(double(value)) < 4e-4 ? 0.0 : double(value) + 1e-8);
  std::printf("\n");
  std::fflush(stdout);
}
template <class T>
void show_array(const char *what, const DeviceArray<T> &array) {
  MUST(cudaDeviceSynchronize());
  if constexpr (std::is_same<T, int>::value)
    show_row(what, array.read());
  else
    show_numbers(what, array.read());
}

struct Csr {
  int rows, cols;
  std::vector<int> offsets{0}, columns;
  std::vector<double> values;
  Csr(int rows, int cols, const std::vector<double> &dense, int base = 0) : rows(rows), cols(cols) {
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < cols; ++j)
        if (dense[i * cols + j] != 0) {
          columns.push_back(j + base);
          values.push_back(dense[i * cols + j]);
        }
      offsets.push_back(int(columns.size()));
    }
    for (int &offset : offsets) offset += base;
  }
  int nnz() const { return int(columns.size()); }
};
struct DeviceCsr {
  int rows, cols, nnz;
  DeviceArray<int> offsets, columns;
  DeviceArray<double> values;
  explicit DeviceCsr(const Csr &a) : rows(a.rows), cols(a.cols), nnz(a.nnz()), offsets(a.offsets), columns(a.columns), values(a.values) {}
};
inline cusparseSpMatDescr_t descr_of(const DeviceCsr &a) {
  cusparseSpMatDescr_t descr = nullptr;
  SPARSE(cusparseCreateCsr(&descr, a.rows, a.cols, a.nnz, a.offsets.get(), a.columns.get(), a.values.get(), CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  return descr;
}
inline cusparseMatDescr_t mat_descr(cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO) {
  cusparseMatDescr_t descr = nullptr;
  SPARSE(cusparseCreateMatDescr(&descr));
  SPARSE(cusparseSetMatIndexBase(descr, base));
  return descr;
}
