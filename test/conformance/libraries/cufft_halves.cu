// SPDX-License-Identifier: Apache-2.0
// flags: -lcufft
// Transforms of numbers of 16 bits: there and back within what these can say.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "fft_values.h"

float wide(__half x) { return __half2float(x); }
float wide(__nv_bfloat16 x) { return __bfloat162float(x); }
template <class T>
T small(float x);
template <>
__half small(float x) {
  return __float2half(x);
}
template <>
__nv_bfloat16 small(float x) {
  return __float2bfloat16(x);
}

// From real numbers to complex ones and back, against sums.
template <class T>
void show_there_and_back(const char *what, int n, int batch, cudaDataType real, cudaDataType complex, double tolerance) {
  cufftHandle there, back, same;
  size_t size;
  long long lengths[] = {n};
  const int half = n / 2 + 1;
  NEED(cufftCreate(&there));
  NEED(cufftCreate(&back));
  NEED(cufftCreate(&same));
  NEED(cufftXtMakePlanMany(there, 1, lengths, nullptr, 1, n, real, nullptr, 1, half, complex, batch, &size, complex));
  NEED(cufftXtMakePlanMany(back, 1, lengths, nullptr, 1, half, complex, nullptr, 1, n, real, batch, &size, complex));
  NEED(cufftXtMakePlanMany(same, 1, lengths, nullptr, 1, n, complex, nullptr, 1, n, complex, batch, &size, complex));
  std::vector<T> values;
  Numbers numbers(n);
  for (int i = 0; i < n * batch * 2; ++i) values.push_back(small<T>(static_cast<float>(numbers.next())));
  DeviceArray<T> in(values), middle(2 * half * batch), out(n * batch), result(2 * n * batch);
  NEED(cufftXtExec(there, in, middle, CUFFT_FORWARD));
  NEED(cufftXtExec(same, in, result, CUFFT_FORWARD));
  MUST(cudaDeviceSynchronize());
  const std::vector<T> spectrum = middle.read(), all = result.read();
  NEED(cufftXtExec(back, middle, out, CUFFT_INVERSE));
  MUST(cudaDeviceSynchronize());
  const std::vector<T> again = out.read();
  const Transform t{1, {n, 1, 1}};
  bool right = true;
  const double most = tolerance * std::sqrt(n) * 2;
  for (int b = 0; b < batch; ++b) {
    std::vector<Complex> reals, pairs;
    for (int i = 0; i < n; ++i) {
      reals.emplace_back(wide(values[b * n + i]));
      pairs.emplace_back(wide(values[2 * (b * n + i)]), wide(values[2 * (b * n + i) + 1]));
    }
    for (int i = 0; i < n; ++i) {
      if (i < half) {
        const Complex seen(wide(spectrum[2 * (b * half + i)]), wide(spectrum[2 * (b * half + i) + 1]));
        right = right && std::abs(seen - element(t, reals, &i, -1)) <= most;
      }
      const Complex seen(wide(all[2 * (b * n + i)]), wide(all[2 * (b * n + i) + 1]));
      right = right && std::abs(seen - element(t, pairs, &i, -1)) <= most;
      right = right && std::abs(wide(again[b * n + i]) / n - wide(values[b * n + i])) <= tolerance * 4;
    }
  }
  std::printf("%s of %d: %s\n", what, n, right ? "right" : "wrong");
  std::fflush(stdout);
  NEED(cufftDestroy(there));
  NEED(cufftDestroy(back));
  NEED(cufftDestroy(same));
}

int main() {
  for (const int n : {2, 4, 8, 16, 64, 256}) {
    show_there_and_back<__half>("half", n, 3, CUDA_R_16F, CUDA_C_16F, 4e-3);
    show_there_and_back<__nv_bfloat16>("bfloat16", n, 3, CUDA_R_16BF, CUDA_C_16BF, 3e-2);
  }
}
