// SPDX-License-Identifier: Apache-2.0
// Which of two zeros, and of a NaN and a number, the overloads of fmin and fmax give: fmin(float, float) is not spelled fminf.
#include <cmath>
#include <cstdio>

constexpr int kValues = 6;

template <typename Real>
__global__ void overloads(const Real* values, Real* results) {
  const int i = threadIdx.x / kValues, j = threadIdx.x % kValues;
  Real* own = results + 8 * threadIdx.x;
  own[0] = fmin(values[i], values[j]);
  own[1] = fmax(values[i], values[j]);
  own[2] = std::fmin(values[i], values[j]);
  own[3] = std::fmax(values[i], values[j]);
  own[4] = min(values[i], values[j]);
  own[5] = max(values[i], values[j]);
  own[6] = static_cast<Real>(fmin(static_cast<double>(values[i]), static_cast<double>(values[j])));
  own[7] = fmax(static_cast<Real>(static_cast<int>(threadIdx.x) - static_cast<int>(threadIdx.x)), values[j]);
}

template <typename Real>
void show(const char* name) {
  Real *values, *results;
  cudaMallocManaged(&values, kValues * sizeof(Real));
  cudaMallocManaged(&results, 8 * kValues * kValues * sizeof(Real));
  const Real all[kValues] = {0.0, -0.0, 1.5, -1.5, INFINITY, NAN};
  for (int i = 0; i < kValues; ++i) values[i] = all[i];
  overloads<<<1, kValues * kValues>>>(values, results);
  printf("%s: %s\n", name, cudaGetErrorName(cudaDeviceSynchronize()));
  for (int pair = 0; pair < kValues * kValues; ++pair) {
    printf("%4g %4g:", static_cast<double>(values[pair / kValues]), static_cast<double>(values[pair % kValues]));
    for (int form = 0; form < 8; ++form) {
      const Real result = results[8 * pair + form];
      if (result != result)
        printf(" nan");
      else
        printf(" %g", static_cast<double>(result));
    }
    printf("\n");
  }
  cudaFree(values);
  cudaFree(results);
}

int main() {
  show<float>("float");
  show<double>("double");
}
