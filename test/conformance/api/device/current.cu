// SPDX-License-Identifier: Apache-2.0
// The current device, and the flags of its context.
#include "../../cases.h"
#include "../../capturing.h"

namespace get_device_count_ {
static void inside(void *count) { SHOW(cudaGetDeviceCount(static_cast<int *>(count))); }

// cudaGetDeviceCount: a null pointer, in a host function, in a capture, and that the number stays.
CASE(get_device_count) {
  SHOW(cudaGetDeviceCount(nullptr));
  show_last_error("after a null pointer");
  int first = 77, count = 77;
  SHOW(cudaGetDeviceCount(&first));
  show_truth("some", first >= 1);
  std::thread([&] { SHOW(cudaGetDeviceCount(&count)); }).join();
  show_truth("the same in another thread", count == first);
  int zero = 0;
  MUST(cudaSetValidDevices(&zero, 1));
  SHOW(cudaGetDeviceCount(&count));
  show_truth("the same with a list of valid ones", count == first);
  MUST(cudaFree(nullptr));
  show_while_capturing("count", [&] { return cudaGetDeviceCount(&count); });
  count = 77;
  MUST(cudaLaunchHostFunc(nullptr, inside, &count));
  SHOW(cudaDeviceSynchronize());
  show_truth("the same in a host function", count == first);
  for (int device : {-1, first, first + 1}) {
    const cudaError_t error = cudaSetDevice(device);
    std::printf("a device outside: %s\n", name_of(error));
  }
}
}  // namespace get_device_count_

namespace get_device_ {
static void inside(void *) {
  int device = 77;
  SHOW(cudaGetDevice(&device));
  show_value("untouched", device);
}

// cudaGetDevice: a null pointer, each thread's own, before anything else and in a host function.
CASE(get_device) {
  int device = 77;
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  SHOW(cudaGetDevice(nullptr));
  show_last_error("after a null pointer");
  std::thread([] {
    int own = 77;
    SHOW(cudaGetDevice(&own));
    show_value("device of a new thread", own);
  }).join();
  device = 77;
  show_while_capturing("device", [&] { return cudaGetDevice(&device); });
  show_value("device", device);
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
  MUST(cudaDeviceReset());
  device = 77;
  SHOW(cudaGetDevice(&device));
  show_value("device after a reset", device);
}
}  // namespace get_device_

namespace set_device_ {
static void inside(void *) {
  SHOW(cudaSetDevice(0));
  SHOW(cudaSetDevice(-1));
}

// cudaSetDevice: devices outside leave the current one; refused in a host function, allowed in a capture.
CASE(set_device) {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaSetDevice(-1));
  SHOW(cudaSetDevice(count));
  SHOW(cudaSetDevice(0x7fffffff));
  show_last_error("after refused calls");
  SHOW(cudaSetDevice(0));
  SHOW(cudaSetDevice(0));
  SHOW(cudaSetDevice(count));
  MUST(cudaGetDevice(&device));
  show_value("device", device);
  int *memory;
  MUST(cudaMalloc(&memory, 64));
  cudaPointerAttributes attributes = {};
  MUST(cudaPointerGetAttributes(&attributes, memory));
  show_value("device of new memory", attributes.device);
  std::thread([&] {
    SHOW(cudaSetDevice(count));
    MUST(cudaGetDevice(&device));
    show_value("device of a thread that set none", device);
  }).join();
  show_last_error("of the first thread");
  show_while_capturing("set", [] { return cudaSetDevice(0); });
  show_while_capturing("set outside", [] { return cudaSetDevice(-1); });
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
}  // namespace set_device_

// cudaSetValidDevices: lists that are refused; a list does not change the current device.
CASE(set_valid_devices) {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  static int zeros[64];
  int zero = 0, outside = count, negative = -1;
  SHOW(cudaSetValidDevices(nullptr, 1));
  SHOW(cudaSetValidDevices(&zero, -1));
  SHOW(cudaSetValidDevices(zeros, count + 1));
  SHOW(cudaSetValidDevices(&outside, 1));
  SHOW(cudaSetValidDevices(&negative, 1));
  show_last_error("after refused calls");
  SHOW(cudaSetValidDevices(nullptr, 0));
  SHOW(cudaSetValidDevices(&zero, 1));
  int *memory;
  SHOW(cudaMalloc(&memory, 64));
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  SHOW(cudaSetValidDevices(&zero, 1));
  std::thread([&] {
    SHOW(cudaSetValidDevices(&zero, 1));
    SHOW(cudaSetDevice(0));
  }).join();
  show_while_capturing("set", [&] { return cudaSetValidDevices(&zero, 1); });
  SHOW(cudaSetValidDevices(&zero, 0));
  SHOW(cudaFree(memory));
}

namespace init_device_ {
static void show_flags(const char *when) {
  unsigned flags = 77;
  MUST(cudaGetDeviceFlags(&flags));
  std::printf("flags %s: %u\n", when, flags);
}

// cudaInitDevice: devices, flags with and without the bit that makes them count; it selects no device.
CASE(init_device) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaInitDevice(-1, 0, 0));
  SHOW(cudaInitDevice(count, 0, 0));
  SHOW(cudaInitDevice(count, cudaDeviceScheduleYield, cudaInitDeviceFlagsAreValid));
  SHOW(cudaInitDevice(0, 3, cudaInitDeviceFlagsAreValid));
  SHOW(cudaInitDevice(0, 0x400, cudaInitDeviceFlagsAreValid));
  show_last_error("after refused calls");
  SHOW(cudaInitDevice(0, 3, 0));
  show_flags("that do not count");
  SHOW(cudaInitDevice(0, cudaDeviceScheduleBlockingSync, cudaInitDeviceFlagsAreValid));
  show_flags("of blocking");
  std::thread([] {
    SHOW(cudaInitDevice(0, cudaDeviceScheduleSpin, cudaInitDeviceFlagsAreValid));
    int device = 77;
    MUST(cudaGetDevice(&device));
    show_value("device of another thread", device);
  }).join();
  show_flags("of another thread");
  show_while_capturing("again", [] { return cudaInitDevice(0, 0, 0); });
  show_flags("at the end");
}
}  // namespace init_device_

// cudaGetDeviceFlags: a null pointer, before and after a context, in another thread and after a reset.
CASE(get_device_flags) {
  unsigned flags = 77;
  SHOW(cudaGetDeviceFlags(nullptr));
  show_last_error("after a null pointer");
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("at first", flags);
  MUST(cudaSetDeviceFlags(cudaDeviceScheduleYield));
  MUST(cudaFree(nullptr));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("yield, with a context", flags);
  std::thread([&] {
    SHOW(cudaGetDeviceFlags(&flags));
    show_value("in another thread", flags);
  }).join();
  show_while_capturing("flags", [&] { return cudaGetDeviceFlags(&flags); });
  MUST(cudaDeviceReset());
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("after a reset", flags);
}

namespace set_device_flags_ {
static void show_flags() {
  unsigned flags = 77;
  MUST(cudaGetDeviceFlags(&flags));
  std::printf("now %x\n", flags);
}

// cudaSetDeviceFlags: every flag alone, ways to wait that exclude each other, and unknown bits.
CASE(set_device_flags) {
  for (unsigned flags : {0x0u, 0x1u, 0x2u, 0x3u, 0x4u, 0x5u, 0x6u, 0x7u, 0x8u, 0x10u, 0x80u, 0x9cu, 0x100u, 0x10000u}) {
    std::printf("flags %x\n", flags);
    SHOW(cudaSetDeviceFlags(flags));
    show_flags();
  }
  show_last_error("after refused calls");
  MUST(cudaFree(nullptr));
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleYield));
  show_flags();
  std::thread([] { SHOW(cudaSetDeviceFlags(cudaDeviceScheduleSpin)); }).join();
  show_flags();
  show_while_capturing("set", [] { return cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync); });
  show_flags();
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
  show_flags();
}
}  // namespace set_device_flags_
