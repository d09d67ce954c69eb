// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Kernels with 300 parameters, with all bytes of parameters that there may be, and with a name of thousands of letters; and
// parameters in a buffer of a wrong size.
#include <string>
#include <utility>

#include "../driver/driver.h"

#define TEN(f, n) f(n##0) f(n##1) f(n##2) f(n##3) f(n##4) f(n##5) f(n##6) f(n##7) f(n##8) f(n##9)
#define HUNDRED(f, n) \
  TEN(f, n##0) TEN(f, n##1) TEN(f, n##2) TEN(f, n##3) TEN(f, n##4) TEN(f, n##5) TEN(f, n##6) TEN(f, n##7) TEN(f, n##8) TEN(f, n##9)
#define ALL(f) HUNDRED(f, 1) HUNDRED(f, 2) HUNDRED(f, 3)
#define PARAMETER(n) , short p##n
#define ADD(n) +p##n * (n % 7)

extern "C" __global__ void many(long long *out ALL(PARAMETER)) { *out = 0 ALL(ADD); }

struct Big {
  unsigned char bytes[32764 - 12];
};
extern "C" __global__ void big(unsigned long long *out, Big values, int last) {
  unsigned long long sum = 0;
  for (unsigned i = threadIdx.x; i < sizeof values.bytes; i += blockDim.x) sum += values.bytes[i] * (i % 251 + 1);
  atomicAdd(out, sum + (threadIdx.x == 0 ? last : 0));
}

template <int... kNumbers>
struct Numbers {};
template <int... kNumbers>
__global__ void named(int *out, Numbers<kNumbers...>) {
  *out = sizeof...(kNumbers);
}
template <int... kNumbers>
void launch_named(int *out, std::integer_sequence<int, kNumbers...>) {
  named<<<1, 1>>>(out, Numbers<kNumbers...>{});
}

int main() {
  use_primary();
  const CUmodule module = own_module();
  std::vector<short> values(300);
  CUdeviceptr out = allocate(8);
  std::vector<void *> arguments = {&out};
  long long wanted = 0;
  for (int i = 0; i < 300; ++i) {
    values[i] = short(i * 37 - 5000);
    wanted += values[i] * ((i + 100) % 7);
    arguments.push_back(&values[i]);
  }
  CUfunction function = function_of(module, "many");
  SHOW(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments.data(), nullptr));
  show_truth("300 parameters", read<long long>(out, 1)[0] == wanted);
  std::size_t offset = 0, bytes = 0;
  SHOW(cuFuncGetParamInfo(function, 300, &offset, &bytes));
  show_value("offset", offset);
  SHOW(cuFuncGetParamInfo(function, 301, &offset, &bytes));

  static Big all;
  unsigned long long sum = 77;
  for (unsigned i = 0; i < sizeof all.bytes; ++i) {
    all.bytes[i] = static_cast<unsigned char>(i * i + 3);
    sum += all.bytes[i] * (i % 251 + 1);
  }
  int last = 77;
  function = function_of(module, "big");
  void *three[] = {&out, &all, &last};
  MUST(cuMemsetD8(out, 0, 8));
  SHOW(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, three, nullptr));
  show_truth("32764 bytes", read<unsigned long long>(out, 1)[0] == sum);
  MUST(cuMemsetD8(out, 0, 8));
  big<<<1, 128>>>(reinterpret_cast<unsigned long long *>(out), all, 77);
  SHOW(cudaGetLastError());
  show_truth("32764 bytes", read<unsigned long long>(out, 1)[0] == sum);

  std::vector<unsigned char> buffer(32764 + 64);
  std::memcpy(&buffer[0], &out, 8);
  std::memcpy(&buffer[8], &all, sizeof all);
  std::memcpy(&buffer[8 + sizeof all], &last, 4);
  for (std::size_t size : {std::size_t{32764}, std::size_t{32763}, std::size_t{32765}, std::size_t{40000}}) {
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer.data(), CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    std::printf("%d bytes: ", int(size));
    SHOW(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra));
  }
  SHOW(cuCtxSynchronize());
  SHOW(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
  std::size_t size = 32764;
  void *both[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer.data(), CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  SHOW(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, three, both));
  void *unknown[] = {reinterpret_cast<void *>(9), buffer.data(), CU_LAUNCH_PARAM_END};
  SHOW(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, unknown));
  void *no_size[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer.data(), CU_LAUNCH_PARAM_END};
  SHOW(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, no_size));

  MUST(cuMemsetD8(out, 0, 8));
  launch_named(reinterpret_cast<int *>(out), std::make_integer_sequence<int, 2500>{});
  SHOW(cudaGetLastError());
  show_value("a long name", read<int>(out, 1)[0]);
  const std::string longest(100000, 'k');
  SHOW(cuModuleGetFunction(&function, module, longest.c_str()));
}
