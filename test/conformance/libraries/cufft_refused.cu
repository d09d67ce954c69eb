// SPDX-License-Identifier: Apache-2.0
// flags: -lcufft
// What cuFFT answers to arguments that are wrong, to plans that are not made, and about itself.
#include "fft_values.h"

int main() {
  DeviceArray<cufftComplex> a(4096), b(4096);
  MUST(cudaMemset(a, 0, 4096 * sizeof(cufftComplex)));
  cufftHandle p = 77, q = 77;
  size_t w = 77;
  int v = 0;
  constexpr auto bad_type = static_cast<cufftType>(5);
  RESULT(cufftGetVersion(&v));
  show_value("version", v);
  for (int part = 0; part < 4; ++part) {
    v = 77;
    RESULT(cufftGetProperty(static_cast<libraryPropertyType>(part), &v));
    show_value("property", v);
  }
  RESULT(cufftGetProperty(MAJOR_VERSION, nullptr));

  RESULT(cufftCreate(nullptr));
  RESULT(cufftCreate(&p));
  RESULT(cufftCreate(&q));
  show_truth("two plans", p != q);
  RESULT(cufftDestroy(q));
  RESULT(cufftDestroy(q));
  RESULT(cufftDestroy(123456));
  RESULT(cufftDestroy(CUFFT_PLAN_NULL));

  // Created, not made.
  RESULT(cufftExecC2C(p, a, b, CUFFT_FORWARD));
  RESULT(cufftXtExec(p, a, b, CUFFT_FORWARD));
  RESULT(cufftGetSize(p, &w));
  RESULT(cufftGetSize(p, nullptr));
  RESULT(cufftSetStream(p, nullptr));
  RESULT(cufftSetAutoAllocation(p, 0));
  RESULT(cufftMakePlan1d(p, 0, CUFFT_C2C, 1, &w));
  RESULT(cufftMakePlan1d(p, 16, CUFFT_C2C, 0, &w));
  RESULT(cufftMakePlan1d(p, 16, bad_type, 1, &w));
  RESULT(cufftMakePlan1d(p, 16, CUFFT_C2C, 1, nullptr));
  RESULT(cufftMakePlan1d(p, 16, CUFFT_C2C, 1, &w));
  RESULT(cufftMakePlan1d(p, 16, CUFFT_C2C, 1, &w));
  RESULT(cufftMakePlan2d(p, 4, 4, CUFFT_C2C, &w));
  DeviceArray<char> work(w + 256);
  RESULT(cufftSetWorkArea(p, work));
  RESULT(cufftExecC2C(p, a, b, CUFFT_FORWARD));
  RESULT(cufftGetSize(p, &w));
  RESULT(cufftExecC2C(p, a, b, 0));
  RESULT(cufftExecC2C(p, a, b, 2));
  RESULT(cufftXtExec(p, a, b, 5));
  RESULT(cufftExecC2C(p, a, b, CUFFT_INVERSE));
  MUST(cudaDeviceSynchronize());
  RESULT(cufftDestroy(p));

  // Of no plan.
  RESULT(cufftSetStream(p, nullptr));
  RESULT(cufftGetSize(p, &w));
  RESULT(cufftSetAutoAllocation(p, 1));
  RESULT(cufftSetWorkArea(p, a));
  RESULT(cufftMakePlan1d(p, 8, CUFFT_C2C, 1, &w));
  RESULT(cufftMakePlan2d(p, 8, 8, CUFFT_C2C, &w));
  RESULT(cufftMakePlan3d(p, 8, 8, 8, CUFFT_C2C, &w));
  RESULT(cufftGetSize1d(p, 8, CUFFT_C2C, 1, &w));
  RESULT(cufftExecC2C(p, a, b, CUFFT_FORWARD));
  RESULT(cufftExecR2C(p, reinterpret_cast<float *>(a.get()), b));
  RESULT(cufftExecC2R(p, b, reinterpret_cast<float *>(a.get())));
  RESULT(cufftXtExec(p, a, b, CUFFT_FORWARD));

  RESULT(cufftPlan1d(nullptr, 8, CUFFT_C2C, 1));
  RESULT(cufftPlan1d(&p, 0, CUFFT_C2C, 1));
  RESULT(cufftPlan1d(&p, -1, CUFFT_C2C, 1));
  RESULT(cufftPlan1d(&p, 8, CUFFT_C2C, 0));
  RESULT(cufftPlan1d(&p, 8, CUFFT_C2C, -1));
  RESULT(cufftPlan1d(&p, 8, bad_type, 1));
  RESULT(cufftPlan2d(nullptr, 4, 4, CUFFT_C2C));
  RESULT(cufftPlan2d(&p, 0, 4, CUFFT_C2C));
  RESULT(cufftPlan2d(&p, 4, -4, CUFFT_C2C));
  RESULT(cufftPlan2d(&p, 4, 4, bad_type));
  RESULT(cufftPlan3d(nullptr, 4, 4, 4, CUFFT_C2C));
  RESULT(cufftPlan3d(&p, 0, 4, 4, CUFFT_C2C));
  RESULT(cufftPlan3d(&p, 4, 4, 0, CUFFT_C2C));

  int n[] = {4, 4, 4, 4}, zero[] = {0, 4, 4}, negative[] = {-4, 4, 4}, embed[] = {4, 4, 4};
  RESULT(cufftPlanMany(&p, 0, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(&p, 4, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(&p, -1, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(&p, 2, nullptr, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(nullptr, 2, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(&p, 2, zero, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(&p, 2, negative, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(&p, 2, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 0));
  RESULT(cufftPlanMany(&p, 2, n, nullptr, 1, 0, nullptr, 1, 0, bad_type, 1));
  RESULT(cufftPlanMany(&p, 2, n, embed, 0, 16, embed, 1, 16, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(&p, 2, n, embed, 1, 16, embed, 0, 16, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(&p, 2, n, embed, -1, 16, embed, 1, 16, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(&p, 2, n, embed, 1, 0, embed, 1, 16, CUFFT_C2C, 2));
  RESULT(cufftPlanMany(&p, 2, n, embed, 1, 0, embed, 1, 0, CUFFT_C2C, 1));
  RESULT(cufftPlanMany(&p, 2, n, embed, 1, -16, embed, 1, 16, CUFFT_C2C, 2));
  RESULT(cufftPlanMany(&p, 2, n, embed, 1, 16, nullptr, 1, 16, CUFFT_C2C, 2));
  RESULT(cufftPlanMany(&p, 2, n, nullptr, 1, 16, embed, 1, 16, CUFFT_C2C, 2));

  RESULT(cufftEstimate1d(8, CUFFT_C2C, 1, &w));
  RESULT(cufftEstimate1d(8, CUFFT_C2C, 1, nullptr));
  RESULT(cufftEstimate1d(0, CUFFT_C2C, 1, &w));
  RESULT(cufftEstimate1d(8, CUFFT_C2C, 0, &w));
  RESULT(cufftEstimate1d(8, bad_type, 1, &w));
  RESULT(cufftEstimate2d(8, 8, CUFFT_R2C, &w));
  RESULT(cufftEstimate2d(0, 8, CUFFT_R2C, &w));
  RESULT(cufftEstimate3d(8, 8, 8, CUFFT_Z2D, &w));
  RESULT(cufftEstimateMany(2, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 3, &w));
  RESULT(cufftEstimateMany(5, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 3, &w));
  NEED(cufftCreate(&p));
  RESULT(cufftGetSize1d(p, 8, CUFFT_C2C, 1, &w));
  RESULT(cufftGetSize1d(p, 8, CUFFT_C2C, 1, nullptr));
  RESULT(cufftGetSize1d(p, 0, CUFFT_C2C, 1, &w));
  RESULT(cufftGetSize2d(p, 8, 8, CUFFT_C2C, &w));
  RESULT(cufftGetSize3d(p, 8, 8, 8, CUFFT_C2C, &w));
  RESULT(cufftGetSizeMany(p, 2, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 3, &w));

  long long property = 77;
  RESULT(cufftSetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1));
  RESULT(cufftGetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, &property));
  show_value("value", property);
  RESULT(cufftResetPlanProperty(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT));
  RESULT(cufftSetPlanPropertyInt64(p, static_cast<cufftProperty>(99), 1));
  RESULT(cufftGetPlanPropertyInt64(p, static_cast<cufftProperty>(99), &property));
  RESULT(cufftGetPlanPropertyInt64(p, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, nullptr));
  RESULT(cufftResetPlanProperty(p, static_cast<cufftProperty>(99)));
  int devices[] = {0};
  RESULT(cufftXtSetGPUs(p, 1, devices));
  RESULT(cufftXtSetGPUs(p, 0, devices));
  RESULT(cufftDestroy(p));

  long long eight[] = {8}, sixty[] = {60};
  const cudaDataType types[] = {CUDA_R_32F, CUDA_C_32F, CUDA_R_64F, CUDA_C_64F, CUDA_R_16F, CUDA_C_16F, CUDA_R_16BF, CUDA_C_16BF, CUDA_C_8I};
  for (const auto in : types)
    for (const auto out : types)
      for (const auto execution : {CUDA_C_32F, CUDA_C_64F, CUDA_C_16F, CUDA_C_16BF, CUDA_R_32F}) {
        NEED(cufftCreate(&p));
        const cufftResult result = cufftXtMakePlanMany(p, 1, eight, nullptr, 1, 8, in, nullptr, 1, 8, out, 1, &w, execution);
        if (result != CUFFT_INVALID_TYPE) std::printf("from %d to %d by %d: %d\n", in, out, execution, result);
        NEED(cufftDestroy(p));
      }
  NEED(cufftCreate(&p));
  RESULT(cufftXtMakePlanMany(p, 1, sixty, nullptr, 1, 60, CUDA_C_16F, nullptr, 1, 60, CUDA_C_16F, 1, &w, CUDA_C_16F));
  RESULT(cufftXtMakePlanMany(p, 1, sixty, nullptr, 1, 60, CUDA_C_16BF, nullptr, 1, 60, CUDA_C_16BF, 1, &w, CUDA_C_16BF));
  RESULT(cufftXtMakePlanMany(p, 0, sixty, nullptr, 1, 60, CUDA_C_32F, nullptr, 1, 60, CUDA_C_32F, 1, &w, CUDA_C_32F));
  RESULT(cufftXtMakePlanMany(p, 1, nullptr, nullptr, 1, 60, CUDA_C_32F, nullptr, 1, 60, CUDA_C_32F, 1, &w, CUDA_C_32F));
  RESULT(cufftXtMakePlanMany(p, 1, sixty, nullptr, 1, 60, CUDA_C_32F, nullptr, 1, 60, CUDA_C_32F, 0, &w, CUDA_C_32F));
  RESULT(cufftXtGetSizeMany(p, 1, sixty, nullptr, 1, 60, CUDA_C_32F, nullptr, 1, 60, CUDA_C_32F, 1, &w, CUDA_C_32F));
  RESULT(cufftXtMakePlanMany(p, 1, sixty, nullptr, 1, 60, CUDA_C_32F, nullptr, 1, 60, CUDA_C_32F, 1, &w, CUDA_C_32F));
  RESULT(cufftXtExec(p, a, b, CUFFT_FORWARD));
  RESULT(cufftXtSetGPUs(p, 2, n));
  RESULT(cufftXtSetWorkAreaPolicy(p, CUFFT_WORKAREA_MINIMAL, nullptr));
  RESULT(cufftXtSetWorkAreaPolicy(p, CUFFT_WORKAREA_PERFORMANCE, nullptr));
  MUST(cudaDeviceSynchronize());
  RESULT(cufftDestroy(p));
}
