// SPDX-License-Identifier: Apache-2.0
// Copies to, from and between arrays, by rows.
#include "../../cases.h"
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"
#include "../../gate.h"

namespace memcpy_2d_to_array_ {
static cudaArray_t array;

static void tell(const char *what, cudaError_t error) { show_copy_into(array, what, error); }

// cudaMemcpy2DToArray: offsets and widths in bytes, each direction, nothing to copy, what is refused, captures.
CASE(memcpy_2d_to_array) {
  const auto format = cudaCreateChannelDesc<short>();  // 4 by 3 elements of 2 bytes
  MUST(cudaMallocArray(&array, &format, 4, 3));
  clear(array, 8, 3);
  std::vector<unsigned char> image(32);
  for (int i = 0; i < 32; ++i) image[i] = static_cast<unsigned char>(i + 1);
  const void *host = image.data();
  DeviceArray<unsigned char> device(image);
  const auto up = cudaMemcpyHostToDevice, over = cudaMemcpyDeviceToDevice;
  tell("the whole array", cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 3, up));
  tell("to (2, 1), pitch 10", cudaMemcpy2DToArray(array, 2, 1, host, 10, 4, 2, up));
  tell("from the device", cudaMemcpy2DToArray(array, 4, 0, device, 8, 4, 3, over));
  tell("default", cudaMemcpy2DToArray(array, 0, 0, device, 8, 8, 1, cudaMemcpyDefault));
  tell("one row, pitch 0", cudaMemcpy2DToArray(array, 0, 2, host, 0, 8, 1, up));
  std::printf("nothing to copy\n");
  tell("no width", cudaMemcpy2DToArray(array, 0, 0, host, 8, 0, 3, up));
  tell("no rows", cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 0, up));
  tell("no width, no array", cudaMemcpy2DToArray(nullptr, 0, 0, host, 8, 0, 3, up));
  tell("no rows, no source", cudaMemcpy2DToArray(array, 0, 0, nullptr, 8, 8, 0, up));
  std::printf("refused\n");
  tell("no array", cudaMemcpy2DToArray(nullptr, 0, 0, host, 8, 8, 3, up));
  tell("no source", cudaMemcpy2DToArray(array, 0, 0, nullptr, 8, 8, 3, up));
  tell("pitch below the width", cudaMemcpy2DToArray(array, 0, 0, host, 4, 8, 3, up));
  tell("too wide", cudaMemcpy2DToArray(array, 0, 0, host, 10, 10, 3, up));
  tell("too wide from 2", cudaMemcpy2DToArray(array, 2, 0, host, 8, 8, 3, up));
  tell("too high", cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 4, up));
  tell("too high from 1", cudaMemcpy2DToArray(array, 0, 1, host, 8, 8, 3, up));
  tell("half an element", cudaMemcpy2DToArray(array, 1, 0, host, 8, 2, 1, up));
  tell("unknown kind", cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 3, static_cast<cudaMemcpyKind>(9)));
  tell("to the host", cudaMemcpy2DToArray(array, 0, 0, device, 8, 8, 3, cudaMemcpyDeviceToHost));
  tell("pageable as the device's", cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 3, over));
  show_captured("the whole array", [&](cudaStream_t) { return cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 3, up); });
  show_captured("no rows", [&](cudaStream_t) { return cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 0, up); });
}
}  // namespace memcpy_2d_to_array_

// cudaMemcpy2DToArrayAsync: in stream order, each stream, what is refused, which calls wait, captures.
CASE(memcpy_2d_to_array_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto format = cudaCreateChannelDesc<uchar4>();  // 2 by 2 elements of 4 bytes
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 2, 2));
  clear(array, 8, 2);
  unsigned char *pinned, pageable[16] = {};
  MUST(cudaMallocHost(&pinned, 16));
  for (int i = 0; i < 16; ++i) pinned[i] = static_cast<unsigned char>(i + 1);
  DeviceArray<unsigned char> device(16);
  const auto up = cudaMemcpyHostToDevice;
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemcpy2DToArrayAsync(array, 0, 0, device, 8, 8, 2, cudaMemcpyDeviceToDevice, stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, up, stream));
    SHOW(cudaMemcpy2DToArrayAsync(array, 4, 1, device, 4, 4, 1, cudaMemcpyDeviceToDevice, stream));
    SHOW(cudaMemcpy2DToArrayAsync(array, 0, 1, pinned, 8, 4, 1, up, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  show_bytes("array", bytes_of(array, 8, 2), 8);
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, up));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, cudaMemcpyDefault, cudaStreamPerThread));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 0, 2, up, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpy2DToArrayAsync(nullptr, 0, 0, pinned, 8, 8, 2, up, stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, nullptr, 8, 8, 2, up, stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 4, 8, 2, up, stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 4, 0, pinned, 8, 8, 2, up, stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 1, pinned, 8, 8, 2, up, stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, static_cast<cudaMemcpyKind>(9), stream));
  SHOW(cudaMemcpy2DToArrayAsync(array, 0, 0, pageable, 8, 8, 2, cudaMemcpyDeviceToDevice, stream));
  show_last_error("after refused calls");
  show_while_busy("pinned", stream, [&] { return cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, up, stream); });
  show_while_busy("device", stream, [&] {
    return cudaMemcpy2DToArrayAsync(array, 0, 0, device, 8, 8, 2, cudaMemcpyDeviceToDevice, stream);
  });
  show_captured("pinned", [&](cudaStream_t s) {
    return cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, up, s);
  });
  show_captured("nothing", [&](cudaStream_t s) {
    return cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 0, 2, up, s);
  });
  show_captured("too wide", [&](cudaStream_t s) {
    return cudaMemcpy2DToArrayAsync(array, 4, 0, pinned, 8, 8, 2, up, s);
  });
}

namespace memcpy_2d_from_array_ {
static std::vector<unsigned char> back(32, 0xee);

static void tell(const char *what, cudaError_t error) { show_copy_into(back, what, error); }

// cudaMemcpy2DFromArray: offsets and widths in bytes, each direction, nothing to copy, what is refused, captures.
CASE(memcpy_2d_from_array) {
  const auto format = cudaCreateChannelDesc<short>();  // 4 by 3 elements of 2 bytes
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 4, 3));
  std::vector<unsigned char> image(24);
  for (int i = 0; i < 24; ++i) image[i] = static_cast<unsigned char>(i + 1);
  MUST(cudaMemcpy2DToArray(array, 0, 0, image.data(), 8, 8, 3, cudaMemcpyHostToDevice));
  void *host = back.data();
  const auto down = cudaMemcpyDeviceToHost;
  tell("the whole array", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 3, down));
  tell("from (2, 1), pitch 10", cudaMemcpy2DFromArray(host, 10, array, 2, 1, 4, 2, down));
  tell("default", cudaMemcpy2DFromArray(host, 8, array, 0, 2, 8, 1, cudaMemcpyDefault));
  tell("one row, pitch 0", cudaMemcpy2DFromArray(host, 0, array, 0, 2, 8, 1, down));
  DeviceArray<unsigned char> device(24);
  SHOW(cudaMemcpy2DFromArray(device, 8, array, 4, 0, 4, 3, cudaMemcpyDeviceToDevice));
  show_bytes("  device", device.read(), 8);
  std::printf("nothing to copy\n");
  tell("no width", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 0, 3, down));
  tell("no rows", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 0, down));
  tell("no rows, no array", cudaMemcpy2DFromArray(host, 8, nullptr, 0, 0, 8, 0, down));
  tell("no width, no destination", cudaMemcpy2DFromArray(nullptr, 8, array, 0, 0, 0, 3, down));
  std::printf("refused\n");
  tell("no array", cudaMemcpy2DFromArray(host, 8, nullptr, 0, 0, 8, 3, down));
  tell("no destination", cudaMemcpy2DFromArray(nullptr, 8, array, 0, 0, 8, 3, down));
  tell("pitch below the width", cudaMemcpy2DFromArray(host, 4, array, 0, 0, 8, 3, down));
  tell("too wide", cudaMemcpy2DFromArray(host, 10, array, 0, 0, 10, 3, down));
  tell("too wide from 2", cudaMemcpy2DFromArray(host, 8, array, 2, 0, 8, 3, down));
  tell("too high", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 4, down));
  tell("too high from 1", cudaMemcpy2DFromArray(host, 8, array, 0, 1, 8, 3, down));
  tell("half an element", cudaMemcpy2DFromArray(host, 8, array, 1, 0, 2, 1, down));
  tell("unknown kind", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 3, static_cast<cudaMemcpyKind>(9)));
  tell("to the device", cudaMemcpy2DFromArray(device, 8, array, 0, 0, 8, 3, cudaMemcpyHostToDevice));
  tell("pageable as the device's", cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 3, cudaMemcpyDeviceToDevice));
  show_captured("the whole array", [&](cudaStream_t) {
    return cudaMemcpy2DFromArray(host, 8, array, 0, 0, 8, 3, down);
  });
}
}  // namespace memcpy_2d_from_array_

// cudaMemcpy2DFromArrayAsync: in stream order, each stream, what is refused, which calls wait, captures.
CASE(memcpy_2d_from_array_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto format = cudaCreateChannelDesc<uchar4>();  // 2 by 2 elements of 4 bytes
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 2, 2));
  clear(array, 8, 2);
  unsigned char *pinned, pageable[16] = {};
  MUST(cudaMallocHost(&pinned, 48));
  std::memset(pinned, 0, 48);
  for (int i = 0; i < 16; ++i) pinned[i] = static_cast<unsigned char>(i + 1);
  const auto down = cudaMemcpyDeviceToHost;
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemcpy2DFromArrayAsync(pinned + 16, 8, array, 0, 0, 8, 2, down, stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemcpy2DFromArrayAsync(pinned + 16, 8, array, 0, 0, 8, 2, down, stream));
    MUST(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, cudaMemcpyHostToDevice, stream));
    SHOW(cudaMemcpy2DFromArrayAsync(pinned + 32, 8, array, 4, 0, 4, 2, down, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  show_bytes("before and after", std::vector<unsigned char>(pinned + 16, pinned + 48), 8);
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 2, down));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 2, cudaMemcpyDefault, cudaStreamPerThread));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 0, down, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, nullptr, 0, 0, 8, 2, down, stream));
  SHOW(cudaMemcpy2DFromArrayAsync(nullptr, 8, array, 0, 0, 8, 2, down, stream));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 4, array, 0, 0, 8, 2, down, stream));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 4, 0, 8, 2, down, stream));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 1, 8, 2, down, stream));
  SHOW(cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 2, static_cast<cudaMemcpyKind>(9), stream));
  SHOW(cudaMemcpy2DFromArrayAsync(pageable, 8, array, 0, 0, 8, 2, cudaMemcpyDeviceToDevice, stream));
  show_last_error("after refused calls");
  show_while_busy("to pinned memory", stream, [&] {
    return cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 2, down, stream);
  });
  show_while_busy("to pageable memory", stream, [&] {
    return cudaMemcpy2DFromArrayAsync(pageable, 8, array, 0, 0, 8, 2, down, stream);
  });
  show_captured("to pinned memory", [&](cudaStream_t s) {
    return cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 0, 8, 2, down, s);
  });
  show_captured("too high", [&](cudaStream_t s) {
    return cudaMemcpy2DFromArrayAsync(pinned, 8, array, 0, 1, 8, 2, down, s);
  });
}

namespace memcpy_2d_array_to_array_ {
static cudaArray_t to;

static void tell(const char *what, cudaError_t error) { show_copy_into(to, what, error); }

// cudaMemcpy2DArrayToArray: offsets and widths in bytes, other elements, nothing to copy, what is refused, captures.
CASE(memcpy_2d_array_to_array) {
  const auto format = cudaCreateChannelDesc<short>(), other = cudaCreateChannelDesc<int>();
  cudaArray_t from, wide;
  MUST(cudaMallocArray(&to, &format, 4, 3));
  MUST(cudaMallocArray(&from, &format, 4, 3));
  MUST(cudaMallocArray(&wide, &other, 2, 3));
  clear(to, 8, 3);
  std::vector<unsigned char> image(24);
  for (int i = 0; i < 24; ++i) image[i] = static_cast<unsigned char>(i + 1);
  MUST(cudaMemcpy2DToArray(from, 0, 0, image.data(), 8, 8, 3, cudaMemcpyHostToDevice));
  MUST(cudaMemcpy2DToArray(wide, 0, 0, image.data(), 8, 8, 3, cudaMemcpyHostToDevice));
  tell("the whole array", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3));
  tell("from (2, 1) to (4, 0)", cudaMemcpy2DArrayToArray(to, 4, 0, from, 2, 1, 4, 2));
  tell("default", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 1, cudaMemcpyDefault));
  tell("onto itself", cudaMemcpy2DArrayToArray(to, 0, 0, to, 0, 1, 8, 1));
  tell("other elements", cudaMemcpy2DArrayToArray(to, 0, 0, wide, 0, 0, 8, 3));
  std::printf("nothing to copy\n");
  tell("no width", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 0, 3));
  tell("no rows", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 0));
  tell("no rows, no source", cudaMemcpy2DArrayToArray(to, 0, 0, nullptr, 0, 0, 8, 0));
  std::printf("refused\n");
  tell("no destination", cudaMemcpy2DArrayToArray(nullptr, 0, 0, from, 0, 0, 8, 3));
  tell("no source", cudaMemcpy2DArrayToArray(to, 0, 0, nullptr, 0, 0, 8, 3));
  tell("neither", cudaMemcpy2DArrayToArray(nullptr, 0, 0, nullptr, 0, 0, 8, 3));
  tell("too wide, no destination", cudaMemcpy2DArrayToArray(nullptr, 0, 0, from, 0, 0, 10, 3));
  tell("too wide", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 10, 3));
  tell("too wide for the destination", cudaMemcpy2DArrayToArray(to, 2, 0, from, 0, 0, 8, 3));
  tell("too wide for the source", cudaMemcpy2DArrayToArray(to, 0, 0, from, 2, 0, 8, 3));
  tell("too high for the destination", cudaMemcpy2DArrayToArray(to, 0, 1, from, 0, 0, 8, 3));
  tell("too high for the source", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 1, 8, 3));
  tell("half an element", cudaMemcpy2DArrayToArray(to, 0, 0, from, 1, 0, 2, 1));
  tell("unknown kind", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3, static_cast<cudaMemcpyKind>(9)));
  tell("to the device", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3, cudaMemcpyHostToDevice));
  tell("to the host", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3, cudaMemcpyDeviceToHost));
  tell("on the host", cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3, cudaMemcpyHostToHost));
  show_captured("the whole array", [&](cudaStream_t) { return cudaMemcpy2DArrayToArray(to, 0, 0, from, 0, 0, 8, 3); });
}
}  // namespace memcpy_2d_array_to_array_
