// SPDX-License-Identifier: Apache-2.0
// flags: -lcufft
// What cuFFT refuses, and its work in streams.
#include "../cases.h"
#include "fft_values.h"
#include "../gate.h"

// What cuFFT answers to arguments that are wrong, to plans that are not made, and about itself.
CASE(cufft_refused) {
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

__global__ void fill(cufftDoubleComplex *x, int n, double value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = {value, 0};
}

__global__ void scale(cufftDoubleComplex *x, int n, double factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = {x[i].x * factor, x[i].y * factor};
}

cudaError_t as_error(cufftResult result) { return result == CUFFT_SUCCESS ? cudaSuccess : cudaErrorUnknown; }

// A plan works in its stream: calls return while the stream is busy, work is ordered with kernels, captured, and repeated
// by graphs, also when the plan is gone.
CASE(cufft_streams) {
  prepare_gates();
  constexpr int n = 1024;
  cudaStream_t stream, other;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamCreate(&other));
  DeviceArray<cufftDoubleComplex> a(n), b(n), c(n);
  cufftHandle plan, second;
  NEED(cufftPlan1d(&plan, n, CUFFT_Z2Z, 1));
  NEED(cufftPlan1d(&second, n, CUFFT_Z2Z, 1));
  NEED(cufftSetStream(plan, stream));
  NEED(cufftSetStream(second, other));
  // Loads what a first call loads.
  fill<<<n / 128, 128, 0, stream>>>(a, n, 1);
  scale<<<n / 128, 128, 0, stream>>>(a, n, 1);
  NEED(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD));
  NEED(cufftExecZ2Z(second, c, c, CUFFT_FORWARD));
  MUST(cudaDeviceSynchronize());
  show_truth("sum", b.read()[0].x == n && b.read()[1].x == 0);

  show_while_busy("forward", stream, [&] { return as_error(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD)); });
  show_while_busy("in another stream", other, [&] { return as_error(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD)); });
  show_while_busy("cufftSetStream", stream, [&] { return as_error(cufftSetStream(plan, stream)); });

  // Between kernels, behind an event of another stream.
  cudaEvent_t filled;
  MUST(cudaEventCreate(&filled));
  {
    Gate gate(other);
    fill<<<n / 128, 128, 0, other>>>(a, n, 3);
    MUST(cudaEventRecord(filled, other));
    MUST(cudaStreamWaitEvent(stream, filled, 0));
    NEED(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD));
    scale<<<n / 128, 128, 0, stream>>>(b, n, 0.5);
    NEED(cufftExecZ2Z(plan, b, c, CUFFT_INVERSE));
    gate.open();
  }
  MUST(cudaStreamSynchronize(stream));
  show_truth("between kernels", b.read()[0].x == 1.5 * n && c.read()[n - 1].x == 1.5 * n);

  // A plan that is destroyed while its work waits.
  {
    cufftHandle soon;
    NEED(cufftPlan1d(&soon, n, CUFFT_Z2Z, 1));
    NEED(cufftSetStream(soon, stream));
    fill<<<n / 128, 128, 0, stream>>>(a, n, 7);
    NEED(cufftExecZ2Z(soon, a, b, CUFFT_FORWARD));
    NEED(cufftDestroy(soon));
    MUST(cudaStreamSynchronize(stream));
    show_truth("destroyed while it waits", b.read()[0].x == 7 * n);
  }

  // Captured: forward and back, from one plan in two streams.
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaEvent_t forked, joined;
  MUST(cudaEventCreate(&forked));
  MUST(cudaEventCreate(&joined));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(forked, stream));
  MUST(cudaStreamWaitEvent(other, forked, 0));
  RESULT(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD));
  RESULT(cufftExecZ2Z(second, a, c, CUFFT_INVERSE));
  MUST(cudaEventRecord(joined, other));
  MUST(cudaStreamWaitEvent(stream, joined, 0));
  scale<<<n / 128, 128, 0, stream>>>(a, n, 2);
  MUST(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  fill<<<n / 128, 128, 0, stream>>>(a, n, 1);
  for (int i = 0; i < 4; ++i) MUST(cudaGraphLaunch(exec, stream));
  MUST(cudaStreamSynchronize(stream));
  show_truth("graph, four times", a.read()[5].x == 16 && b.read()[0].x == 8 * n && c.read()[0].x == 8 * n && c.read()[7].x == 0);
  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaGraphDestroy(graph));
  NEED(cufftDestroy(plan));
  NEED(cufftDestroy(second));

  // The default stream waits for the stream of a plan, and that for it.
  NEED(cufftPlan1d(&plan, n, CUFFT_Z2Z, 1));
  NEED(cufftSetStream(plan, stream));
  fill<<<n / 128, 128>>>(a, n, 2);
  NEED(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD));
  scale<<<n / 128, 128>>>(b, n, 10);
  MUST(cudaDeviceSynchronize());
  show_truth("legacy default stream", b.read()[0].x == 20 * n);
  NEED(cufftDestroy(plan));
}
