// SPDX-License-Identifier: Apache-2.0
// Registration, loading per device, lookup, launch rules and occupancy, with modules written by hand.
#include "runtime/module/module.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "compiler/image.h"
#include "device/cpu/launch.h"
#include "device/cpu/limits.h"
#include "runtime/module/image.h"
#include "runtime/module/prepare_launch.h"

namespace riffle::module {
namespace {

std::atomic<int> compilations;
const char* module_path = SAMPLE_MODULE;

Result<compiler::NativeModule> open_sample(std::span<const std::byte>) {
  ++compilations;
  const int descriptor = open(module_path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return error(Code::kJitCompilationFailed, "no sample");
  return compiler::NativeModule(descriptor, module_path);
}

/// A program's object file: an embedded image with three kernels and two variables.
struct Program {
  struct {
    std::uint32_t magic = 0x466243b1;
    std::uint32_t version = 1;
    const void* image = nullptr;
    const void* unused = nullptr;
  } wrapper;
  std::vector<std::byte> image;
  void** handle = nullptr;
  // Any distinct addresses serve as stubs and shadows.
  char sum, bump, trap, missing, counter, table, missing_variable;

  Program() {
    compiler::ImageHeader header{};
    std::memcpy(header.magic, compiler::kImageMagic, sizeof header.magic);
    image.resize(sizeof header);
    std::memcpy(image.data(), &header, sizeof header);
    wrapper.image = image.data();
  }
  void enroll() {
    handle = register_fat_binary(&wrapper);
    register_function(handle, &sum, "sum");
    register_function(handle, &bump, "bump");
    register_function(handle, &trap, "trap");
    register_function(handle, &missing, "missing");
    register_variable(handle, &counter, "counter", sizeof(int), false);
    register_variable(handle, &table, "table", 16, true);
    register_variable(handle, &missing_variable, "missing_variable", 4, false);
    register_fat_binary_end(handle);
  }
  ~Program() { unregister_fat_binary(handle); }
};

class ModuleTest : public testing::Test {
 protected:
  void SetUp() override {
    compilations = 0;
    module_path = SAMPLE_MODULE;
    set_native_source(&open_sample);
    program = std::make_unique<Program>();
    program->enroll();
  }
  void TearDown() override {
    program.reset();
    for (int device = 0; device < 4; ++device) unload_device(device);
    set_load_observer({});
    set_native_source(nullptr);
  }

  Code run(Kernel& kernel, Dim3 grid, std::vector<void*> arguments = {}) {
    std::vector<std::max_align_t> payload(kernel.payload_bytes / sizeof(std::max_align_t) + 1);
    write_launch(payload.data(), prepare_launch(kernel, {grid, {1}}), kernel, arguments.data());
    return device::run_blocks(payload.data(), 0, grid.count());
  }
  int counter_of(int device) {
    return *static_cast<int*>(variable_for(&program->counter, device)->address);
  }

  std::unique_ptr<Program> program;
};

TEST_F(ModuleTest, RegistrationLoadsNothing) { EXPECT_EQ(compilations, 0); }

TEST_F(ModuleTest, KernelRunsWithItsArguments) {
  const auto kernel = kernel_for(&program->sum, 0);
  ASSERT_TRUE(kernel) << kernel.error().text;
  EXPECT_STREQ((*kernel)->name(), "sum");
  EXPECT_TRUE((*kernel)->cost.ends);
  int out = 0;
  int* pointer = &out;
  long long wide = 1000;
  short narrow = 30;
  EXPECT_EQ(run(**kernel, {2, 2}, {&pointer, &wide, &narrow}), Code::kOk);
  EXPECT_EQ(out, 4 * (1000 + 30 + 7));
}

TEST_F(ModuleTest, LoadsOncePerDevice) {
  const auto first = kernel_for(&program->sum, 0);
  ASSERT_TRUE(first);
  EXPECT_EQ(*first, *kernel_for(&program->sum, 0));
  ASSERT_TRUE(kernel_for(&program->bump, 0));
  ASSERT_TRUE(variable_for(&program->counter, 0));
  EXPECT_EQ(compilations, 1);
}

TEST_F(ModuleTest, ThreadsThatAskTogetherLoadOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> failures = 0;
  for (int index = 0; index < 8; ++index) {
    threads.emplace_back([&] {
      if (!kernel_for(&program->sum, 0)) ++failures;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(compilations, 1);
}

TEST_F(ModuleTest, EachDeviceHasItsVariables) {
  ASSERT_EQ(run(**kernel_for(&program->bump, 0), {5}), Code::kOk);
  ASSERT_EQ(run(**kernel_for(&program->bump, 2), {100}), Code::kOk);
  EXPECT_EQ(counter_of(0), 12);
  EXPECT_EQ(counter_of(1), 7);
  EXPECT_EQ(counter_of(2), 107);
  EXPECT_NE(*kernel_for(&program->bump, 0), *kernel_for(&program->bump, 2));
  EXPECT_EQ((*kernel_for(&program->bump, 2))->device, 2);
}

TEST_F(ModuleTest, ImagesWithTheSameContentHaveTheirOwnVariables) {
  Program other;
  other.enroll();
  ASSERT_EQ(run(**kernel_for(&program->bump, 0), {5}), Code::kOk);
  EXPECT_EQ(counter_of(0), 12);
  EXPECT_EQ(*static_cast<int*>(variable_for(&other.counter, 0)->address), 7);
}

TEST_F(ModuleTest, ResetGivesFreshVariables) {
  for (int repeat = 0; repeat < 20; ++repeat) {
    for (int device = 0; device < 3; ++device) {
      EXPECT_EQ(counter_of(device), 7);
      ASSERT_EQ(run(**kernel_for(&program->bump, device), {5}), Code::kOk);
      EXPECT_EQ(counter_of(device), 12);
    }
    unload_device(repeat % 3);
    EXPECT_EQ(counter_of(repeat % 3), 7);
    for (int device = 0; device < 3; ++device) unload_device(device);
  }
}

TEST_F(ModuleTest, RuntimeTableIsStored) {
  EXPECT_EQ(run(**kernel_for(&program->trap, 0), {1}), Code::kLaunchFailure);
  EXPECT_EQ(run(**kernel_for(&program->trap, 1), {1}), Code::kLaunchFailure);
}

TEST_F(ModuleTest, VariableTellsItsStorage) {
  const auto variable = variable_for(&program->table, 0);
  ASSERT_TRUE(variable);
  EXPECT_EQ(variable->size, 16u);
  EXPECT_TRUE(variable->is_constant);
  EXPECT_EQ(static_cast<int*>(variable->address)[3], 4);
}

TEST_F(ModuleTest, UnknownAddressesAreCudasErrors) {
  int host_variable = 0;
  EXPECT_EQ(kernel_for(nullptr, 0).error().code, Code::kInvalidDeviceFunction);
  EXPECT_EQ(kernel_for(&host_variable, 0).error().code, Code::kInvalidResourceHandle);
  EXPECT_EQ(kernel_for(&program->missing, 0).error().code, Code::kInvalidDeviceFunction);
  EXPECT_EQ(kernel_for(&program->sum, -1).error().code, Code::kInvalidDevice);
  EXPECT_EQ(kernel_for(&program->sum, kMaxDevices).error().code, Code::kInvalidDevice);
  EXPECT_EQ(variable_for(nullptr, 0).error().code, Code::kInvalidSymbol);
  EXPECT_EQ(variable_for(&host_variable, 0).error().code, Code::kInvalidSymbol);
  EXPECT_EQ(variable_for(&program->missing_variable, 0).error().code, Code::kInvalidSymbol);
}

TEST_F(ModuleTest, FirstRegistrationOfAnAddressWins) {
  Program other;
  other.handle = register_fat_binary(&other.wrapper);
  register_function(other.handle, &program->sum, "bump");
  EXPECT_STREQ((*kernel_for(&program->sum, 0))->name(), "sum");
}

TEST_F(ModuleTest, AnAddressOfTwoImagesIsTheOthersWhenOneIsGone) {
  char stub = 0;
  auto first = std::make_unique<Program>();
  first->handle = register_fat_binary(&first->wrapper);
  register_function(first->handle, &stub, "sum");
  auto second = std::make_unique<Program>();
  second->handle = register_fat_binary(&second->wrapper);
  register_function(second->handle, &stub, "bump");
  EXPECT_STREQ((*kernel_for(&stub, 0))->name(), "sum");
  first.reset();
  EXPECT_STREQ((*kernel_for(&stub, 0))->name(), "bump");
  second.reset();
  EXPECT_EQ(kernel_for(&stub, 0).error().code, Code::kInvalidResourceHandle);
}

TEST_F(ModuleTest, TheVersionOfPtxIsTheImages) {
  Program newer;
  compiler::ImageHeader header{};
  std::memcpy(&header, newer.image.data(), sizeof header);
  header.cuda_arch = 1200;
  std::memcpy(newer.image.data(), &header, sizeof header);
  newer.enroll();
  EXPECT_EQ(attributes_of(**kernel_for(&newer.sum, 0)).ptx_version, 120);
  EXPECT_EQ(attributes_of(**kernel_for(&newer.sum, 0)).binary_version, 80);
}

TEST_F(ModuleTest, AnAddressCanBeRegisteredAgainAfterItsObjectIsGone) {
  char stub = 0;
  {
    Program gone;
    gone.handle = register_fat_binary(&gone.wrapper);
    register_function(gone.handle, &stub, "sum");
    EXPECT_STREQ((*kernel_for(&stub, 0))->name(), "sum");
  }
  EXPECT_EQ(kernel_for(&stub, 0).error().code, Code::kInvalidResourceHandle);
  Program next;
  next.handle = register_fat_binary(&next.wrapper);
  register_function(next.handle, &stub, "bump");
  EXPECT_STREQ((*kernel_for(&stub, 0))->name(), "bump");
}

TEST_F(ModuleTest, ManyFunctionsAreAllFound) {
  Program big;
  big.handle = register_fat_binary(&big.wrapper);
  std::vector<char> stubs(5000);
  for (char& stub : stubs) register_function(big.handle, &stub, "sum");
  for (char& stub : stubs) ASSERT_TRUE(kernel_for(&stub, 0));
  EXPECT_TRUE(kernel_for(&program->bump, 0));
}

TEST_F(ModuleTest, LookupsRaceWithRegistrationAndLoading) {
  std::atomic<bool> stop = false;
  std::thread reader([&] {
    while (!stop) {
      if (!kernel_for(&program->sum, 0)) std::abort();
    }
  });
  std::vector<std::unique_ptr<Program>> programs;
  for (int index = 0; index < 100; ++index) {
    programs.push_back(std::make_unique<Program>());
    programs.back()->enroll();
  }
  EXPECT_TRUE(kernel_for(&programs.back()->sum, 0));
  programs.clear();
  stop = true;
  reader.join();
}

// As modules of the driver API are used: each thread has its own, all come and go at once.
TEST_F(ModuleTest, EightThreadsLoadRunAndUnload) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int index = 0; index < 8; ++index) {
    threads.emplace_back([&] {
      for (int round = 0; round < 25; ++round) {
        Program own;
        own.enroll();
        const auto kernel = kernel_for(&own.sum, 0);
        int out = 0;
        int* pointer = &out;
        long long wide = round;
        short narrow = 3;
        if (!kernel || run(**kernel, {2, 2}, {&pointer, &wide, &narrow}) != Code::kOk ||
            out != 4 * (round + 10) || !kernel_for(&program->sum, 0))
          ++wrong;
        unload(*reinterpret_cast<Image*>(own.handle), 0);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(ModuleTest, FailuresAreToldOnceAndKept) {
  module_path = "/nonexistent";
  testing::internal::CaptureStderr();
  EXPECT_EQ(kernel_for(&program->sum, 0).error().code, Code::kJitCompilationFailed);
  EXPECT_EQ(kernel_for(&program->bump, 0).error().code, Code::kJitCompilationFailed);
  EXPECT_EQ(variable_for(&program->counter, 0).error().code, Code::kJitCompilationFailed);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "riffle: no sample\n");
  EXPECT_EQ(compilations, 1);
  // A reset device tries again.
  module_path = SAMPLE_MODULE;
  unload_device(0);
  EXPECT_TRUE(kernel_for(&program->sum, 0));
}

/// A fat binary with code for sm_90 alone.
std::vector<std::byte> code_of_a_processor() {
  const std::uint64_t header[] = {0x10'0001'ba55ed50, 64};
  const std::uint64_t entry[8] = {64ull << 32 | 0x101'0002, 0, 0, 90ull << 32, 0, 0x11, 0, 0};
  std::vector<std::byte> binary(sizeof header + sizeof entry);
  std::memcpy(binary.data(), header, sizeof header);
  std::memcpy(binary.data() + sizeof header, entry, sizeof entry);
  return binary;
}

TEST_F(ModuleTest, ImagesWithoutCodeThatRunsAreRefused) {
  testing::internal::CaptureStderr();
  Program nvidia;
  nvidia.image = code_of_a_processor();
  nvidia.wrapper.image = nvidia.image.data();
  nvidia.enroll();
  EXPECT_EQ(kernel_for(&nvidia.sum, 0).error().code, Code::kNoKernelImageForDevice);
  Program unknown;
  unknown.image[0] = std::byte{'X'};
  unknown.enroll();
  EXPECT_EQ(kernel_for(&unknown.sum, 0).error().code, Code::kInvalidKernelImage);
  Program torn;
  torn.wrapper.magic = 0;
  torn.enroll();
  EXPECT_EQ(kernel_for(&torn.sum, 0).error().code, Code::kInvalidKernelImage);
  EXPECT_EQ(compilations, 0);
  testing::internal::GetCapturedStderr();
}

TEST_F(ModuleTest, FilesThatAreNoModuleAreRefused) {
  testing::internal::CaptureStderr();
  module_path = "/proc/self/status";
  EXPECT_EQ(kernel_for(&program->sum, 0).error().code, Code::kOperatingSystem);
  module_path = OTHER_ABI_MODULE;
  EXPECT_EQ(kernel_for(&program->sum, 1).error().code, Code::kInvalidKernelImage);
  testing::internal::GetCapturedStderr();
}

std::vector<std::string> loads;

TEST_F(ModuleTest, ObserverSeesLoadsAndUnloads) {
  loads.clear();
  set_load_observer({.loaded =
                         [](int device, std::span<const abi::VariableRow> variables) {
                           loads.push_back("+" + std::to_string(device) + variables.front().name);
                         },
                     .unloading =
                         [](int device, std::span<const abi::VariableRow> variables) {
                           loads.push_back("-" + std::to_string(device) + variables.front().name);
                         }});
  ASSERT_TRUE(kernel_for(&program->sum, 0));
  ASSERT_TRUE(kernel_for(&program->sum, 1));
  unload_device(0);
  EXPECT_EQ(loads, (std::vector<std::string>{"+0counter", "+1counter", "-0counter"}));
}

TEST_F(ModuleTest, BadConfigurationsAreInvalidValues) {
  const Kernel& kernel = **kernel_for(&program->sum, 0);
  const auto code = [&](Dim3 grid, Dim3 block, std::size_t shared = 0) {
    const Status status = check_launch(kernel, grid, block, shared);
    return status ? Code::kOk : status.error().code;
  };
  EXPECT_EQ(code({1}, {1024}), Code::kOk);
  EXPECT_EQ(code({0x7fffffff, 65535, 65535}, {1, 1, 64}), Code::kOk);
  EXPECT_EQ(code({1}, {16, 16, 4}), Code::kOk);
  EXPECT_EQ(code({1}, {1}, 49152), Code::kOk);
  EXPECT_EQ(code({1}, {1025}), Code::kInvalidValue);
  EXPECT_EQ(code({1}, {32, 33}), Code::kInvalidValue);
  EXPECT_EQ(code({1}, {1, 1, 65}), Code::kInvalidValue);
  EXPECT_EQ(code({1}, {65536, 65536}), Code::kInvalidValue);
  EXPECT_EQ(code({0}, {1}), Code::kInvalidValue);
  EXPECT_EQ(code({1, 0}, {1}), Code::kInvalidValue);
  EXPECT_EQ(code({1}, {1, 1, 0}), Code::kInvalidValue);
  EXPECT_EQ(code({0x80000000}, {1}), Code::kInvalidValue);
  EXPECT_EQ(code({1, 65536}, {1}), Code::kInvalidValue);
  EXPECT_EQ(code({1, 1, 65536}, {1}), Code::kInvalidValue);
  EXPECT_EQ(code({1}, {1}, 49153), Code::kInvalidValue);
  EXPECT_EQ(code({1}, {1}, std::size_t{1} << 32), Code::kInvalidValue);
}

TEST_F(ModuleTest, LaunchBoundsAndStaticSharedMemoryCount) {
  Kernel& kernel = **kernel_for(&program->bump, 0);  // 4000 static bytes, at most 128 threads
  EXPECT_TRUE(check_launch(kernel, {1}, {128}, 45152));
  EXPECT_FALSE(check_launch(kernel, {1}, {129}, 0));
  EXPECT_FALSE(check_launch(kernel, {1}, {128}, 45153));
  const KernelAttributes attributes = attributes_of(kernel);
  EXPECT_EQ(attributes.shared_bytes, 4000u);
  EXPECT_EQ(attributes.local_bytes, 64u);
  EXPECT_EQ(attributes.constant_bytes, 16u);
  EXPECT_EQ(attributes.max_threads_per_block, 128);
  EXPECT_EQ(attributes.max_dynamic_shared_bytes, 45152);
  // The rest as seen on an H200, with the limits of 8.0.
  EXPECT_TRUE(set_max_dynamic_shared_bytes(kernel, device::kSharedBytesOptIn - 4000));
  EXPECT_TRUE(check_launch(kernel, {1}, {1}, device::kSharedBytesOptIn - 4000));
  EXPECT_EQ(set_max_dynamic_shared_bytes(kernel, device::kSharedBytesOptIn - 3999).error().code,
            Code::kInvalidValue);
  EXPECT_EQ(set_max_dynamic_shared_bytes(kernel, -1).error().code, Code::kInvalidValue);
  EXPECT_TRUE(set_max_dynamic_shared_bytes(kernel, 1000));
  EXPECT_FALSE(check_launch(kernel, {1}, {1}, 1001));
  EXPECT_TRUE(set_max_dynamic_shared_bytes(kernel, 0));
  EXPECT_FALSE(check_launch(kernel, {1}, {1}, 16));
}

TEST_F(ModuleTest, OccupancyFollowsThreadsAndSharedMemory) {
  Kernel& kernel = **kernel_for(&program->sum, 0);
  const auto blocks = [&](int threads, std::size_t shared) {
    return *max_active_blocks_per_multiprocessor(kernel, threads, shared);
  };
  EXPECT_EQ(blocks(1, 0), 32);
  EXPECT_EQ(blocks(64, 0), 32);
  EXPECT_EQ(blocks(96, 0), 21);
  EXPECT_EQ(blocks(100, 0), 16);
  EXPECT_EQ(blocks(256, 0), 8);
  EXPECT_EQ(blocks(1024, 0), 2);
  EXPECT_EQ(blocks(2048, 0), 0);
  EXPECT_EQ(blocks(32, 49152), 3);
  EXPECT_EQ(blocks(32, 49153), 0);
  EXPECT_EQ(max_active_blocks_per_multiprocessor(kernel, 0, 0).error().code, Code::kInvalidValue);
  EXPECT_EQ(max_active_blocks_per_multiprocessor(kernel, -1, 0).error().code, Code::kInvalidValue);
  // Launch bounds are ignored: semantics of the hardware.
  EXPECT_EQ(*max_active_blocks_per_multiprocessor(**kernel_for(&program->bump, 0), 256, 0), 8);
}

TEST_F(ModuleTest, AvailableSharedMemoryIsTheShareOfABlock) {
  Kernel& kernel = **kernel_for(&program->bump, 0);
  ASSERT_TRUE(set_max_dynamic_shared_bytes(kernel, device::kSharedBytesOptIn - 4000));
  const auto bytes = [&](int blocks, int threads) {
    return *available_dynamic_shared_bytes(kernel, blocks, threads);
  };
  EXPECT_EQ(bytes(1, 32), device::kSharedBytesOptIn - 4000);
  EXPECT_EQ(bytes(2, 1024), 83968u - 4000);
  EXPECT_EQ(bytes(32, 64), 5248u - 4000);
  for (const auto& [blocks, threads] : {std::pair{0, 32}, {33, 32}, {8, 1024}, {1, 0}, {1, 2048}}) {
    EXPECT_EQ(available_dynamic_shared_bytes(kernel, blocks, threads).error().code,
              Code::kInvalidValue);
  }
}

}  // namespace
}  // namespace riffle::module
