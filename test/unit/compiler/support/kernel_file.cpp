// SPDX-License-Identifier: Apache-2.0
#include "support/kernel_file.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>

#include "compiler/cache/hash.h"
#include "compiler/image.h"
#include "compiler/native.h"
#include "support/fake_runtime.h"

namespace riffle::test {
namespace {

constexpr const char* kPrelude = R"(
#include <__clang_cuda_builtin_vars.h>
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
extern "C" __device__ int vprintf(const char*, const char*);
extern "C" __device__ void __assertfail(const char*, const char*, unsigned, const char*, unsigned long);
extern "C" __device__ float sinf(float);
extern "C" __device__ float expf(float);
#define __syncthreads() __nvvm_barrier_sync(0)
static __device__ inline int atomicAdd(int* p, int v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }
#line 1
)";

std::string temporary_path(const char* suffix) {
  static int counter = 0;
  return ::testing::TempDir() + "riffle-" + std::to_string(::getpid()) + "-" +
         std::to_string(counter++) + suffix;
}

std::vector<std::byte> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

}  // namespace

std::vector<std::byte> wrap_image(const std::vector<std::byte>& bitcode) {
  compiler::ImageHeader header{};
  std::memcpy(header.magic, compiler::kImageMagic, sizeof header.magic);
  header.version = compiler::kImageVersion;
  header.cuda_arch = 800;
  header.optimization_level = 2;
  header.payload_bytes = bitcode.size();
  const compiler::Hash128 hash = compiler::hash128(bitcode);
  header.payload_hash[0] = hash.low;
  header.payload_hash[1] = hash.high;
  std::vector<std::byte> image(sizeof header + bitcode.size());
  std::memcpy(image.data(), &header, sizeof header);
  if (!bitcode.empty()) std::memcpy(image.data() + sizeof header, bitcode.data(), bitcode.size());
  return image;
}

std::vector<std::byte> device_image(const std::string& source, const std::string& options) {
  const std::string input = temporary_path(".cu"), output = temporary_path(".bc");
  std::ofstream(input) << kPrelude << source;
  const std::string command = std::string(RIFFLE_TEST_CLANG) +
                              " -x cuda --cuda-path=/nonexistent -nocudainc -nocudalib "
                              "--cuda-gpu-arch=sm_80 --cuda-feature=+ptx88"
                              " -Xclang -target-sdk-version=12.9 -fno-strict-float-cast-overflow "
                              "--cuda-device-only -cuid=1 -O2"
                              " -Wno-unused-function -Wno-tautological-compare " +
                              options + " -emit-llvm -c " + input + " -o " + output;
  const int status = std::system(command.c_str());
  EXPECT_EQ(status, 0) << "clang rejected the test's source";
  const std::vector<std::byte> bitcode = read_file(output);
  std::remove(input.c_str());
  std::remove(output.c_str());
  return status == 0 ? wrap_image(bitcode) : std::vector<std::byte>();
}

LoadedModule::LoadedModule(const std::vector<std::byte>& image, const std::string& strategy,
                           const std::string& kernels) {
  ::setenv("RIFFLE_STRATEGY", strategy.c_str(), 1);
  ::setenv("RIFFLE_KERNELS", kernels.c_str(), 1);
  auto native = compiler::native_module(image);
  if (!native) {
    error_ = native.error().text;
    return;
  }
  native_ = std::move(*native);
  const std::string path = "/proc/self/fd/" + std::to_string(native_.descriptor());
  handle_ = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) {
    error_ = ::dlerror();
    return;
  }
  module_ = static_cast<const abi::ModuleTable*>(::dlsym(handle_, "riffle_module"));
  if (module_ == nullptr) {
    error_ = ::dlerror();
    return;
  }
  *module_->runtime = &fake_runtime();
}

LoadedModule::~LoadedModule() {
  if (handle_ != nullptr) ::dlclose(handle_);
}

const abi::KernelRow* LoadedModule::kernel(const std::string& name) const {
  for (const abi::KernelRow& kernel : std::span(module_->kernels, module_->kernel_count)) {
    if (name == kernel.name) return &kernel;
  }
  return nullptr;
}

std::string LoadedModule::refusal(const std::string& name) const {
  for (const abi::RefusedKernelRow& kernel : std::span(module_->refused, module_->refused_count)) {
    if (name == kernel.name) return kernel.reason;
  }
  return {};
}

const abi::VariableRow* LoadedModule::variable(const std::string& name) const {
  for (const abi::VariableRow& variable : std::span(module_->variables, module_->variable_count)) {
    if (name == variable.name) return &variable;
  }
  return nullptr;
}

}  // namespace riffle::test
