// SPDX-License-Identifier: Apache-2.0
// The rival that runs kernels on the processor too: an OpenCL CPU device, on Debian PoCL. Built
// with -DRIVALS_OPENCL=1 where the OpenCL headers are installed; otherwise, or without a device,
// all figures are 0.
#include "rivals.h"

#if RIVALS_OPENCL

#include "opencl_device.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "../bench.h"

namespace rivals {
namespace {

// The device with the program of the kernels below.
struct OpenCl {
  cl_device_id device = opencl_device().device;
  cl_context context = opencl_device().context;
  cl_program program =
      device == nullptr ? nullptr : opencl_device().build("kernel void empty() {}\n");

  cl_command_queue queue() const { return clCreateCommandQueue(context, device, 0, nullptr); }
  cl_kernel kernel(const char* name) const { return clCreateKernel(program, name, nullptr); }
};

const OpenCl& opencl() {
  static const OpenCl instance;
  return instance;
}

void launch(cl_command_queue queue, cl_kernel kernel, std::size_t threads, std::size_t block) {
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &threads, &block, 0, nullptr, nullptr);
}

}  // namespace

OpenClDevice::OpenClDevice() {
  cl_platform_id platforms[8];
  cl_uint count = 0;
  if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) return;
  for (cl_uint i = 0; i < std::min(count, 8u) && device == nullptr; ++i) {
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, nullptr) != CL_SUCCESS) {
      device = nullptr;
    }
  }
  if (device != nullptr) {
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  }
}

cl_program OpenClDevice::build(const char* source) const {
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  if (program == nullptr) return nullptr;
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS) return program;
  char log[4096] = "";
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
  std::fprintf(stderr, "an OpenCL program does not build; its figures are left out\n%s\n", log);
  return nullptr;
}

const OpenClDevice& opencl_device() {
  static const OpenClDevice instance;
  return instance;
}

double opencl_enqueue_ns(int burst) {
  if (opencl().program == nullptr) return 0;
  cl_command_queue queue = opencl().queue();
  cl_kernel empty = opencl().kernel("empty");
  bench::Samples samples;
  for (int i = 0; i < 20; ++i) {
    samples.add(bench::time_ns([&] {
                  for (int k = 0; k < burst; ++k) launch(queue, empty, 1, 1);
                }) /
                burst);
    clFinish(queue);
  }
  clReleaseKernel(empty);
  clReleaseCommandQueue(queue);
  return samples.median();
}

double opencl_launch_and_wait_ns() {
  if (opencl().program == nullptr) return 0;
  cl_command_queue queue = opencl().queue();
  cl_kernel empty = opencl().kernel("empty");
  bench::Samples samples;
  for (int i = 0; i < 500; ++i) {
    samples.add(bench::time_ns([&] {
      launch(queue, empty, 1, 1);
      clFinish(queue);
    }));
  }
  clReleaseKernel(empty);
  clReleaseCommandQueue(queue);
  return samples.median();
}

double opencl_many_queues_ns(int queues, int operations) {
  if (opencl().program == nullptr) return 0;
  cl_kernel empty = opencl().kernel("empty");
  std::vector<cl_command_queue> all(static_cast<std::size_t>(queues));
  for (cl_command_queue& queue : all) queue = opencl().queue();
  bench::Samples samples;
  for (int i = 0; i < 5; ++i) {
    samples.add(bench::time_ns([&] {
                  for (int k = 0; k < operations; ++k) {
                    for (cl_command_queue queue : all) launch(queue, empty, 1, 1);
                  }
                  for (cl_command_queue queue : all) clFinish(queue);
                }) /
                (static_cast<double>(queues) * operations));
  }
  for (cl_command_queue queue : all) clReleaseCommandQueue(queue);
  clReleaseKernel(empty);
  return samples.median();
}

}  // namespace rivals

#else

namespace rivals {
double opencl_enqueue_ns(int) { return 0; }
double opencl_launch_and_wait_ns() { return 0; }
double opencl_many_queues_ns(int, int) { return 0; }
}  // namespace rivals

#endif
