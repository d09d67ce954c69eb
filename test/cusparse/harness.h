// SPDX-License-Identifier: Apache-2.0
// What the tests of cuSPARSE share: random matrices, the same matrix in every format and type, and comparison with plain
// evaluation in complex double. A program prints how many comparisons it made and what was wrong.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

using Value = std::complex<double>;

inline int checks = 0, failures = 0;
inline void check(bool is_right, const std::string& what) {
  ++checks;
  if (!is_right && ++failures <= 20) std::printf("wrong: %s\n", what.c_str());
}
inline int report() {
  std::printf("%d of %d comparisons wrong\n", failures, checks);
  return failures != 0;
}
#define MUST(call)                                                         \
  do {                                                                     \
    if (const int code = static_cast<int>(call); code != 0) {              \
      std::printf("%s:%d: %s gave %d\n", __FILE__, __LINE__, #call, code); \
      std::exit(1);                                                        \
    }                                                                      \
  } while (false)

inline unsigned random_state = 12345;
inline unsigned random_below(unsigned limit) {
  random_state = random_state * 1664525u + 1013904223u;
  return (random_state >> 8) % limit;
}
/// A small number that halves have exactly.
inline double random_number() { return (static_cast<int>(random_below(33)) - 16) / 8.0; }

/// Memory that both sides see.
struct Memory {
  explicit Memory(size_t bytes = 0) : bytes(bytes) {
    MUST(cudaMallocManaged(&data, bytes + 16));
    std::memset(data, 0x7f, bytes + 16);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { cudaFree(data); }
  template <class T>
  operator T*() const {
    return static_cast<T*>(data);
  }
  void* data = nullptr;
  size_t bytes;
};
using Array = std::shared_ptr<Memory>;
inline Array allocate(size_t bytes) { return std::make_shared<Memory>(bytes); }
template <class T>
Array array_of(const std::vector<T>& values) {
  Array made = allocate(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(made->data, values.data(), values.size() * sizeof(T));
  return made;
}
template <class T>
T* at(const Array& array) {
  return static_cast<T*>(array->data);
}

inline size_t size_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I:
      return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return 2;
    case CUDA_R_64F:
    case CUDA_C_32F:
      return 8;
    case CUDA_C_64F:
      return 16;
    default:
      return 4;
  }
}
inline bool is_complex(cudaDataType type) {
  return type == CUDA_C_32F || type == CUDA_C_64F || type == CUDA_C_16F || type == CUDA_C_16BF;
}
inline Value read(const void* data, cudaDataType type, size_t i) {
  switch (type) {
    case CUDA_R_8I:
      return static_cast<const signed char*>(data)[i];
    case CUDA_R_32I:
      return static_cast<const int*>(data)[i];
    case CUDA_R_16F:
      return __half2float(static_cast<const __half*>(data)[i]);
    case CUDA_R_16BF:
      return __bfloat162float(static_cast<const __nv_bfloat16*>(data)[i]);
    case CUDA_R_32F:
      return static_cast<const float*>(data)[i];
    case CUDA_R_64F:
      return static_cast<const double*>(data)[i];
    case CUDA_C_16F:
      return {read(data, CUDA_R_16F, 2 * i).real(), read(data, CUDA_R_16F, 2 * i + 1).real()};
    case CUDA_C_16BF:
      return {read(data, CUDA_R_16BF, 2 * i).real(), read(data, CUDA_R_16BF, 2 * i + 1).real()};
    case CUDA_C_32F:
      return static_cast<const std::complex<float>*>(data)[i];
    default:
      return static_cast<const Value*>(data)[i];
  }
}
inline void write(void* data, cudaDataType type, size_t i, Value v) {
  switch (type) {
    case CUDA_R_8I:
      static_cast<signed char*>(data)[i] = static_cast<signed char>(v.real());
      break;
    case CUDA_R_32I:
      static_cast<int*>(data)[i] = static_cast<int>(v.real());
      break;
    case CUDA_R_16F:
      static_cast<__half*>(data)[i] = __float2half(static_cast<float>(v.real()));
      break;
    case CUDA_R_16BF:
      static_cast<__nv_bfloat16*>(data)[i] = __float2bfloat16(static_cast<float>(v.real()));
      break;
    case CUDA_R_32F:
      static_cast<float*>(data)[i] = static_cast<float>(v.real());
      break;
    case CUDA_R_64F:
      static_cast<double*>(data)[i] = v.real();
      break;
    case CUDA_C_16F:
      write(data, CUDA_R_16F, 2 * i, v.real());
      write(data, CUDA_R_16F, 2 * i + 1, v.imag());
      break;
    case CUDA_C_16BF:
      write(data, CUDA_R_16BF, 2 * i, v.real());
      write(data, CUDA_R_16BF, 2 * i + 1, v.imag());
      break;
    case CUDA_C_32F:
      static_cast<std::complex<float>*>(data)[i] = std::complex<float>(v);
      break;
    default:
      static_cast<Value*>(data)[i] = v;
  }
}
/// A random number that the type has exactly: whole ones for integers.
inline Value random_value(cudaDataType type) {
  if (type == CUDA_R_8I || type == CUDA_R_32I) return static_cast<int>(random_below(11)) - 5;
  return is_complex(type) ? Value(random_number(), random_number()) : Value(random_number());
}
inline double tolerance(cudaDataType type) {
  switch (type) {
    case CUDA_R_16F:
    case CUDA_C_16F:
      return 2e-3;
    case CUDA_R_16BF:
    case CUDA_C_16BF:
      return 1.6e-2;
    case CUDA_R_64F:
    case CUDA_C_64F:
      return 1e-11;
    default:
      return 2e-5;
  }
}
inline bool is_near(Value a, Value b, cudaDataType type) {
  return std::abs(a - b) <= tolerance(type) * std::max(1.0, std::abs(b));
}

inline Value applied(Value v, cusparseOperation_t op) {
  return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(v) : v;
}

/// A dense matrix by rows, the model of all.
struct Dense {
  int rows, cols;
  std::vector<Value> v;
  Dense(int rows, int cols) : rows(rows), cols(cols), v(size_t(rows) * cols) {}
  Value& operator()(int i, int j) { return v[size_t(i) * cols + j]; }
  Value operator()(int i, int j) const { return v[size_t(i) * cols + j]; }
};
inline Dense op_of(const Dense& a, cusparseOperation_t op) {
  if (op == CUSPARSE_OPERATION_NON_TRANSPOSE) return a;
  Dense t(a.cols, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j) t(j, i) = applied(a(i, j), op);
  return t;
}
inline Dense times(const Dense& a, const Dense& b) {
  Dense c(a.rows, b.cols);
  for (int i = 0; i < a.rows; ++i)
    for (int k = 0; k < a.cols; ++k)
      if (a(i, k) != 0.0)
        for (int j = 0; j < b.cols; ++j) c(i, j) += a(i, k) * b(k, j);
  return c;
}
/// One place in `one_in` has a value, never zero.
inline Dense random_dense(int rows, int cols, cudaDataType type, unsigned one_in = 1) {
  Dense a(rows, cols);
  for (Value& v : a.v)
    if (random_below(one_in) == 0)
      while (v == 0.0) v = random_value(type);
  return a;
}

/// A dense matrix in device memory.
struct DeviceDense {
  cusparseDnMatDescr_t descr = nullptr;
  Array memory;
  cudaDataType type;
  cusparseOrder_t order;
  int rows, cols;
  long ld;
  DeviceDense(const Dense& a, cudaDataType type, cusparseOrder_t order, int pad = 3)
      : type(type),
        order(order),
        rows(a.rows),
        cols(a.cols),
        ld((order == CUSPARSE_ORDER_ROW ? a.cols : a.rows) + pad) {
    memory = allocate(ld * (order == CUSPARSE_ORDER_ROW ? rows : cols) * size_of(type));
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j) write(memory->data, type, place(i, j), a(i, j));
    MUST(cusparseCreateDnMat(&descr, rows, cols, ld, memory->data, type, order));
  }
  DeviceDense(const DeviceDense&) = delete;
  DeviceDense& operator=(const DeviceDense&) = delete;
  ~DeviceDense() { cusparseDestroyDnMat(descr); }
  size_t place(int i, int j) const { return order == CUSPARSE_ORDER_ROW ? i * ld + j : j * ld + i; }
  Value operator()(int i, int j) const { return read(memory->data, type, place(i, j)); }
};

inline void expect(const DeviceDense& got, const Dense& wanted, const std::string& what) {
  bool is_right = true;
  for (int i = 0; i < wanted.rows; ++i)
    for (int j = 0; j < wanted.cols; ++j)
      is_right = is_right && is_near(got(i, j), wanted(i, j), got.type);
  check(is_right, what);
}
