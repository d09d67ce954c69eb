// SPDX-License-Identifier: Apache-2.0
// What the conformance programs share: printing calls with their results, values with their bits, and a gate that
// keeps a stream busy for as long as a program wants.
//
// A program prints a transcript that is the same on each correct implementation: names of errors, values, orders;
// never an address, a duration or a property of the machine. Only CUDA's runtime and standard C++ are used, so that
// nvcc and riffle compile the same file.
#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

inline const char *name_of(cudaError_t error) { return cudaGetErrorName(error); }

inline cudaError_t show(const char *what, cudaError_t error) {
  std::printf("%s: %s\n", what, name_of(error));
  std::fflush(stdout);
  return error;
}

// Prints the call as written and the name of what it returned.
#define SHOW(...) show(#__VA_ARGS__, (__VA_ARGS__))

inline void must(const char *what, int line, cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("line %d: setup failed: %s: %s\n", line, what, name_of(error));
  std::fflush(stdout);
  std::exit(2);
}

// Preparation that is not what the program asks about: silent, and fatal when it fails.
#define MUST(...) must(#__VA_ARGS__, __LINE__, (__VA_ARGS__))

// The last error is fetched and thereby cleared.
inline void show_last_error(const char *when) {
  std::printf("last error %s: %s\n", when, name_of(cudaGetLastError()));
  std::fflush(stdout);
}

inline void show_value(const char *what, long long value) {
  std::printf("%s = %lld\n", what, value);
  std::fflush(stdout);
}

inline void show_truth(const char *what, bool value) {
  std::printf("%s: %s\n", what, value ? "yes" : "no");
  std::fflush(stdout);
}

inline void show_bits(const char *what, float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  std::printf("%s = %08x\n", what, bits);
}

inline void show_bits(const char *what, double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  std::printf("%s = %016llx\n", what, static_cast<unsigned long long>(bits));
}

// An array in device memory, filled with zeros, that is read back as a vector.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    MUST(cudaMalloc(&ptr_, count * sizeof(T)));
    MUST(cudaMemset(ptr_, 0, count * sizeof(T)));
    MUST(cudaDeviceSynchronize());
  }
  explicit DeviceArray(const std::vector<T> &values) : DeviceArray(values.size()) {
    MUST(cudaMemcpy(ptr_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(ptr_); }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  T *get() const { return ptr_; }
  operator T *() const { return ptr_; }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    MUST(cudaMemcpy(values.data(), ptr_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T *ptr_ = nullptr;
  std::size_t count_;
};

inline void show_row(const char *what, const std::vector<int> &values) {
  std::printf("%s:", what);
  for (int value : values) std::printf(" %d", value);
  std::printf("\n");
  std::fflush(stdout);
}

inline void show_hex_row(const char *what, const std::vector<unsigned> &values) {
  std::printf("%s:", what);
  for (unsigned value : values) std::printf(" %08x", value);
  std::printf("\n");
  std::fflush(stdout);
}
