// SPDX-License-Identifier: Apache-2.0
// flags: -lcufft
// Transforms of many lengths, layouts and types.
#include "../cases.h"
#include "fft_values.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Transforms of many lengths, along one to three axes, one and several at a time, in place and not.
CASE(cufft_lengths) {
  for (int n = 1; n <= 64; ++n) show_both(std::to_string(n).c_str(), {1, {n, 1, 1}, 1});
  for (const int n : {1, 2, 3, 16, 17, 30, 31, 64}) show_both(("batch of 5 x " + std::to_string(n)).c_str(), {1, {n, 1, 1}, 5});
  for (const int n : {97, 101, 127, 128, 243, 251, 256, 1000, 1009, 1024, 2310}) show_both(std::to_string(n).c_str(), {1, {n, 1, 1}, 3});
  for (const int n : {4093, 65536, 65537, 100000, 262144}) show_both(std::to_string(n).c_str(), {1, {n, 1, 1}, 1});
  const int planes[][2] = {{1, 1}, {1, 8}, {8, 1}, {2, 2}, {3, 5}, {4, 6}, {7, 11}, {16, 16}, {15, 32}, {33, 17}, {64, 48}, {97, 13}, {13, 97}};
  for (const auto &p : planes) show_both((std::to_string(p[0]) + " x " + std::to_string(p[1])).c_str(), {2, {p[0], p[1], 1}, 2});
  const int boxes[][3] = {{1, 1, 1}, {2, 3, 4}, {4, 4, 4}, {5, 3, 7}, {1, 6, 5}, {6, 1, 5}, {6, 5, 1}, {8, 12, 10}, {16, 16, 16}};
  for (const auto &b : boxes)
    show_both((std::to_string(b[0]) + " x " + std::to_string(b[1]) + " x " + std::to_string(b[2])).c_str(), {3, {b[0], b[1], b[2]}, 2});
}

namespace {

void show_ways(const char *what, const Transform &t, std::vector<Way> ways) {
  for (const Way way : ways) {
    std::printf("%s, way %d: float %s, double %s\n", what, static_cast<int>(way), is_right<float>(t, way) ? "right" : "wrong",
                is_right<double>(t, way) ? "right" : "wrong");
    std::fflush(stdout);
  }
}

Transform embedded(int rank, std::vector<int> n, int batch, Side in, Side out, bool in_place = false) {
  Transform t{rank, {n[0], rank > 1 ? n[1] : 1, rank > 2 ? n[2] : 1}, batch, in_place, true, in, out};
  return t;
}

}  // namespace

// Where the elements of a transform lie: strides, distances, embeddings in larger arrays, columns of a matrix; and what
// lies between them stays.
CASE(cufft_layouts) {
  const std::vector<Way> complex{Way::kForward, Way::kInverse};
  const std::vector<Way> all{Way::kForward, Way::kInverse, Way::kToComplex, Way::kToReal};
  for (const int n : {1, 2, 5, 8, 12, 17, 32}) {
    show_ways("stride 2 to 3", embedded(1, {n}, 3, {{n}, 2, 2 * n + 3}, {{n}, 3, 3 * n + 1}), all);
    show_ways("columns of a matrix", embedded(1, {n}, 7, {{n}, 7, 1}, {{n}, 7, 1}), all);
    show_ways("columns to rows", embedded(1, {n}, 6, {{n}, 6, 1}, {{n}, 1, n}), all);
    show_ways("columns in place", embedded(1, {n}, 5, {{n}, 5, 1}, {{n}, 5, 1}, true), complex);
    show_ways("rows with room in place", embedded(1, {n}, 4, {{n}, 1, 2 * (n / 2 + 1)}, {{n}, 1, n / 2 + 1}, true), {Way::kToComplex});
    show_ways("rows with room in place", embedded(1, {n}, 4, {{n}, 1, n / 2 + 1}, {{n}, 1, 2 * (n / 2 + 1)}, true), {Way::kToReal});
  }
  show_ways("plane in a larger one", embedded(2, {6, 5}, 2, {{8, 9}, 1, 80}, {{7, 7}, 1, 50}), all);
  show_ways("plane in a larger one with strides", embedded(2, {6, 5}, 3, {{8, 9}, 2, 150}, {{7, 7}, 3, 160}), all);
  show_ways("interleaved planes", embedded(2, {4, 8}, 3, {{4, 8}, 3, 1}, {{4, 8}, 3, 1}), all);
  show_ways("plane, its first length is not asked for", embedded(2, {6, 5}, 2, {{1, 9}, 1, 80}, {{99, 7}, 1, 50}), complex);
  show_ways("plane with room in place", embedded(2, {6, 10}, 2, {{6, 12}, 1, 72}, {{6, 6}, 1, 36}, true), {Way::kToComplex});
  show_ways("plane with room in place", embedded(2, {6, 10}, 2, {{6, 6}, 1, 36}, {{6, 12}, 1, 72}, true), {Way::kToReal});
  show_ways("box in a larger one", embedded(3, {3, 4, 5}, 2, {{3, 6, 8}, 1, 200}, {{5, 5, 6}, 2, 320}), all);
  show_ways("interleaved boxes", embedded(3, {4, 2, 6}, 5, {{4, 2, 6}, 5, 1}, {{4, 2, 6}, 5, 1}), all);
  show_ways("box in place", embedded(3, {4, 6, 8}, 2, {{4, 6, 10}, 1, 260}, {{4, 6, 10}, 1, 260}, true), complex);
  // Windows that overlap are only read.
  show_ways("one input for all", embedded(1, {16}, 4, {{16}, 1, 32}, {{16}, 1, 40}), {Way::kToComplex});

  // Without embeddings strides and distances are not asked for.
  cufftHandle plan;
  int n[] = {8};
  NEED(cufftPlanMany(&plan, 1, n, nullptr, 3, 99, nullptr, 5, 77, CUFFT_C2C, 2));
  std::vector<cufftComplex> values(16);
  for (int i = 0; i < 16; ++i) values[i] = {i < 8 ? 1.f : 2.f, 0};
  DeviceArray<cufftComplex> in(values), out(16);
  NEED(cufftExecC2C(plan, in, out, CUFFT_FORWARD));
  MUST(cudaDeviceSynchronize());
  const auto result = out.read();
  show_truth("sums at 0 and 8", result[0].x == 8 && result[8].x == 16 && result[1].x == 0 && result[9].x == 0);
  NEED(cufftDestroy(plan));

  // 64-bit sizes, and the types of cufftXtMakePlanMany.
  size_t size = 77;
  long long wide[] = {8}, embed[] = {8};
  NEED(cufftCreate(&plan));
  NEED(cufftMakePlanMany64(plan, 1, wide, embed, 1, 8, embed, 1, 8, CUFFT_C2C, 2, &size));
  NEED(cufftExecC2C(plan, in, in, CUFFT_FORWARD));
  MUST(cudaDeviceSynchronize());
  show_truth("the same by 64 bits", in.read()[8].x == 16);
  NEED(cufftDestroy(plan));
  NEED(cufftCreate(&plan));
  NEED(cufftXtMakePlanMany(plan, 1, wide, nullptr, 1, 8, CUDA_R_32F, nullptr, 1, 5, CUDA_C_32F, 2, &size, CUDA_C_32F));
  DeviceArray<float> real(std::vector<float>{1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2});
  NEED(cufftXtExec(plan, real, out, CUFFT_FORWARD));
  MUST(cudaDeviceSynchronize());
  show_truth("real numbers by cufftXtExec", out.read()[0].x == 8 && out.read()[5].x == 16);
  NEED(cufftExecR2C(plan, real, out));
  MUST(cudaDeviceSynchronize());
  NEED(cufftDestroy(plan));
}

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

// Transforms of numbers of 16 bits: there and back within what these can say.
CASE(cufft_halves) {
  for (const int n : {2, 4, 8, 16, 64, 256}) {
    show_there_and_back<__half>("half", n, 3, CUDA_R_16F, CUDA_C_16F, 4e-3);
    show_there_and_back<__nv_bfloat16>("bfloat16", n, 3, CUDA_R_16BF, CUDA_C_16BF, 3e-2);
  }
}
