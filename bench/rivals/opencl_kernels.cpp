// SPDX-License-Identifier: Apache-2.0
#include "opencl_kernels.h"

#include "opencl_device.h"

#if RIVALS_OPENCL

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace rivals {
namespace {

void require(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "OpenCL: %s: error %d\n", what, static_cast<int>(status));
  std::exit(1);
}

}  // namespace

struct OpenClKernels::State {
  cl_program program = nullptr;
  cl_command_queue queue = nullptr;
  std::map<const void*, cl_mem> arrays;
  std::map<std::string, cl_kernel> kernels;

  cl_mem array(const void* memory) const {
    const auto found = arrays.find(memory);
    require(found == arrays.end() ? CL_INVALID_MEM_OBJECT : CL_SUCCESS, "an array was not shared");
    return found->second;
  }
  cl_kernel kernel(const char* name) {
    cl_kernel& kernel = kernels[name];
    cl_int status = CL_SUCCESS;
    if (kernel == nullptr) kernel = clCreateKernel(program, name, &status);
    require(status, name);
    return kernel;
  }
};

OpenClKernels::OpenClKernels(const char* source) : state_(std::make_unique<State>()) {
  const OpenClDevice& device = opencl_device();
  if (device.device == nullptr || source == nullptr) return;
  state_->program = device.build(source);
  state_->queue = clCreateCommandQueue(device.context, device.device, 0, nullptr);
}

OpenClKernels::~OpenClKernels() = default;

bool OpenClKernels::exists() const { return state_->program != nullptr; }

void OpenClKernels::share(void* memory, std::size_t bytes) {
  cl_int status = CL_SUCCESS;
  state_->arrays[memory] = clCreateBuffer(
      opencl_device().context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, &status);
  require(status, "clCreateBuffer");
}

void OpenClKernels::launch(const char* name, Extent blocks, Extent block,
                           std::initializer_list<Argument> arguments) {
  cl_kernel kernel = state_->kernel(name);
  cl_uint index = 0;
  for (const Argument& argument : arguments) {
    const cl_mem array = argument.bytes_ == 0 ? state_->array(argument.value_) : nullptr;
    require(clSetKernelArg(kernel, index++, array ? sizeof array : argument.bytes_,
                           array ? static_cast<const void*>(&array) : argument.value_),
            name);
  }
  const std::size_t threads[3] = {blocks.x * block.x, blocks.y * block.y, blocks.z * block.z};
  const std::size_t local[3] = {block.x, block.y, block.z};
  require(clEnqueueNDRangeKernel(state_->queue, kernel, 3, nullptr, threads, local, 0, nullptr,
                                 nullptr),
          name);
}

void OpenClKernels::copy_in(void* array, const void* from, std::size_t bytes) {
  require(clEnqueueWriteBuffer(state_->queue, state_->array(array), CL_FALSE, 0, bytes, from, 0,
                               nullptr, nullptr),
          "clEnqueueWriteBuffer");
}

void OpenClKernels::copy_out(const void* array, void* to, std::size_t bytes) {
  require(clEnqueueReadBuffer(state_->queue, state_->array(array), CL_FALSE, 0, bytes, to, 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
}

void OpenClKernels::finish() { require(clFinish(state_->queue), "clFinish"); }

}  // namespace rivals

#else

namespace rivals {
struct OpenClKernels::State {};
OpenClKernels::OpenClKernels(const char*) {}
OpenClKernels::~OpenClKernels() = default;
bool OpenClKernels::exists() const { return false; }
void OpenClKernels::share(void*, std::size_t) {}
void OpenClKernels::launch(const char*, Extent, Extent, std::initializer_list<Argument>) {}
void OpenClKernels::copy_in(void*, const void*, std::size_t) {}
void OpenClKernels::copy_out(const void*, void*, std::size_t) {}
void OpenClKernels::finish() {}
}  // namespace rivals

#endif
