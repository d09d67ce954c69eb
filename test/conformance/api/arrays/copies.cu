// SPDX-License-Identifier: Apache-2.0
// Copies to, from and between arrays, by bytes that run on from row to row.
#include "../../cases.h"
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"
#include "../../gate.h"

namespace memcpy_to_array_ {
static cudaArray_t array;

static void tell(const char *what, cudaError_t error) { show_copy_into(array, what, error); }

// cudaMemcpyToArray: bytes that run on from row to row, each direction, what is refused, captures.
CASE(memcpy_to_array) {
  const auto format = cudaCreateChannelDesc<short>();  // 4 by 3 elements of 2 bytes
  MUST(cudaMallocArray(&array, &format, 4, 3));
  clear(array, 8, 3);
  std::vector<unsigned char> image(32);
  for (int i = 0; i < 32; ++i) image[i] = static_cast<unsigned char>(i + 1);
  const void *host = image.data();
  DeviceArray<unsigned char> device(image);
  const auto up = cudaMemcpyHostToDevice;
  tell("all of it", cudaMemcpyToArray(array, 0, 0, host, 24, up));
  tell("a row and a half", cudaMemcpyToArray(array, 0, 0, host, 12, up));
  tell("from (4, 0) to (4, 2)", cudaMemcpyToArray(array, 4, 0, host, 16, up));
  tell("the last row", cudaMemcpyToArray(array, 0, 2, host, 8, up));
  tell("from the device", cudaMemcpyToArray(array, 2, 1, device, 4, cudaMemcpyDeviceToDevice));
  tell("default", cudaMemcpyToArray(array, 0, 0, host, 4, cudaMemcpyDefault));
  tell("no bytes", cudaMemcpyToArray(array, 0, 0, host, 0, up));
  std::printf("refused\n");
  tell("no array", cudaMemcpyToArray(nullptr, 0, 0, host, 8, up));
  tell("no source", cudaMemcpyToArray(array, 0, 0, nullptr, 8, up));
  tell("more than there is", cudaMemcpyToArray(array, 0, 0, host, 26, up));
  tell("more than there is from (2, 2)", cudaMemcpyToArray(array, 2, 2, host, 8, up));
  tell("offset past the row", cudaMemcpyToArray(array, 10, 0, host, 2, up));
  tell("row past the last", cudaMemcpyToArray(array, 0, 3, host, 2, up));
  tell("half an element", cudaMemcpyToArray(array, 0, 0, host, 3, up));
  tell("unknown kind", cudaMemcpyToArray(array, 0, 0, host, 8, static_cast<cudaMemcpyKind>(9)));
  tell("unknown kind, no array", cudaMemcpyToArray(nullptr, 0, 0, host, 8, static_cast<cudaMemcpyKind>(9)));
  tell("unknown kind, too much", cudaMemcpyToArray(array, 0, 0, host, 26, static_cast<cudaMemcpyKind>(9)));
  tell("unknown kind, no source", cudaMemcpyToArray(array, 0, 0, nullptr, 8, static_cast<cudaMemcpyKind>(9)));
  tell("negative kind", cudaMemcpyToArray(array, 0, 0, host, 8, static_cast<cudaMemcpyKind>(-1)));
  tell("on the host", cudaMemcpyToArray(array, 0, 0, host, 8, cudaMemcpyHostToHost));
  tell("to the host", cudaMemcpyToArray(array, 0, 0, device, 8, cudaMemcpyDeviceToHost));
  tell("pageable as the device's", cudaMemcpyToArray(array, 0, 0, host, 8, cudaMemcpyDeviceToDevice));
  show_captured("all of it", [&](cudaStream_t) { return cudaMemcpyToArray(array, 0, 0, host, 24, up); });
}
}  // namespace memcpy_to_array_

// cudaMemcpyToArrayAsync: in stream order, each stream, what is refused, which calls wait, captures.
CASE(memcpy_to_array_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto format = cudaCreateChannelDesc<uchar4>();  // 2 by 2 elements of 4 bytes
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 2, 2));
  clear(array, 8, 2);
  unsigned char *pinned;
  MUST(cudaMallocHost(&pinned, 16));
  for (int i = 0; i < 16; ++i) pinned[i] = static_cast<unsigned char>(i + 1);
  DeviceArray<unsigned char> device(16);
  const auto up = cudaMemcpyHostToDevice;
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemcpyToArrayAsync(array, 0, 0, device, 16, cudaMemcpyDeviceToDevice, stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemcpyToArrayAsync(array, 0, 0, pinned, 16, up, stream));
    SHOW(cudaMemcpyToArrayAsync(array, 4, 0, device, 4, cudaMemcpyDeviceToDevice, stream));
    SHOW(cudaMemcpyToArrayAsync(array, 0, 1, pinned, 4, cudaMemcpyDefault, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  show_bytes("array", bytes_of(array, 8, 2), 8);
  SHOW(cudaMemcpyToArrayAsync(array, 4, 0, pinned, 8, up));
  SHOW(cudaDeviceSynchronize());
  show_bytes("array", bytes_of(array, 8, 2), 8);
  SHOW(cudaMemcpyToArrayAsync(array, 0, 0, pinned, 16, up, cudaStreamPerThread));
  SHOW(cudaMemcpyToArrayAsync(array, 0, 0, pinned, 0, up, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpyToArrayAsync(nullptr, 0, 0, pinned, 16, up, stream));
  SHOW(cudaMemcpyToArrayAsync(array, 0, 0, nullptr, 16, up, stream));
  SHOW(cudaMemcpyToArrayAsync(array, 0, 0, pinned, 20, up, stream));
  SHOW(cudaMemcpyToArrayAsync(array, 0, 2, pinned, 4, up, stream));
  SHOW(cudaMemcpyToArrayAsync(array, 0, 0, pinned, 16, static_cast<cudaMemcpyKind>(9), stream));
  show_last_error("after refused calls");
  show_while_busy("pinned", stream, [&] { return cudaMemcpyToArrayAsync(array, 0, 0, pinned, 16, up, stream); });
  show_captured("all of it", [&](cudaStream_t s) { return cudaMemcpyToArrayAsync(array, 0, 0, pinned, 16, up, s); });
  show_captured("parts of two rows",
                [&](cudaStream_t s) { return cudaMemcpyToArrayAsync(array, 4, 0, pinned, 8, up, s); });
  show_captured("nothing", [&](cudaStream_t s) { return cudaMemcpyToArrayAsync(array, 0, 0, pinned, 0, up, s); });
}

namespace memcpy_from_array_ {
static std::vector<unsigned char> back(32, 0xee);

static void tell(const char *what, cudaError_t error) { show_copy_into(back, what, error); }

// cudaMemcpyFromArray: bytes that run on from row to row, each direction, what is refused, captures.
CASE(memcpy_from_array) {
  const auto format = cudaCreateChannelDesc<short>();  // 4 by 3 elements of 2 bytes
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 4, 3));
  std::vector<unsigned char> image(24);
  for (int i = 0; i < 24; ++i) image[i] = static_cast<unsigned char>(i + 1);
  MUST(cudaMemcpy2DToArray(array, 0, 0, image.data(), 8, 8, 3, cudaMemcpyHostToDevice));
  void *host = back.data();
  const auto down = cudaMemcpyDeviceToHost;
  tell("all of it", cudaMemcpyFromArray(host, array, 0, 0, 24, down));
  tell("a row and a half", cudaMemcpyFromArray(host, array, 0, 0, 12, down));
  tell("from (4, 0) to (4, 2)", cudaMemcpyFromArray(host, array, 4, 0, 16, down));
  tell("the last row", cudaMemcpyFromArray(host, array, 0, 2, 8, down));
  tell("default", cudaMemcpyFromArray(host, array, 2, 1, 4, cudaMemcpyDefault));
  DeviceArray<unsigned char> device(24);
  SHOW(cudaMemcpyFromArray(device, array, 4, 1, 8, cudaMemcpyDeviceToDevice));
  show_bytes("  device", device.read(), 8);
  tell("no bytes", cudaMemcpyFromArray(host, array, 0, 0, 0, down));
  std::printf("refused\n");
  tell("no array", cudaMemcpyFromArray(host, nullptr, 0, 0, 8, down));
  tell("no destination", cudaMemcpyFromArray(nullptr, array, 0, 0, 8, down));
  tell("more than there is", cudaMemcpyFromArray(host, array, 0, 0, 26, down));
  tell("more than there is from (2, 2)", cudaMemcpyFromArray(host, array, 2, 2, 8, down));
  tell("offset past the row", cudaMemcpyFromArray(host, array, 10, 0, 2, down));
  tell("row past the last", cudaMemcpyFromArray(host, array, 0, 3, 2, down));
  tell("half an element", cudaMemcpyFromArray(host, array, 0, 0, 3, down));
  tell("unknown kind", cudaMemcpyFromArray(host, array, 0, 0, 8, static_cast<cudaMemcpyKind>(9)));
  tell("unknown kind, no array", cudaMemcpyFromArray(host, nullptr, 0, 0, 8, static_cast<cudaMemcpyKind>(9)));
  tell("unknown kind, too much", cudaMemcpyFromArray(host, array, 0, 0, 26, static_cast<cudaMemcpyKind>(9)));
  tell("on the host", cudaMemcpyFromArray(host, array, 0, 0, 8, cudaMemcpyHostToHost));
  tell("to the device", cudaMemcpyFromArray(device, array, 0, 0, 8, cudaMemcpyHostToDevice));
  tell("pageable as the device's", cudaMemcpyFromArray(host, array, 0, 0, 8, cudaMemcpyDeviceToDevice));
  show_captured("all of it", [&](cudaStream_t) { return cudaMemcpyFromArray(host, array, 0, 0, 24, down); });
}
}  // namespace memcpy_from_array_

// cudaMemcpyFromArrayAsync: in stream order, each stream, what is refused, which calls wait, captures.
CASE(memcpy_from_array_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto format = cudaCreateChannelDesc<uchar4>();  // 2 by 2 elements of 4 bytes
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &format, 2, 2));
  clear(array, 8, 2);
  unsigned char *pinned;
  MUST(cudaMallocHost(&pinned, 48));
  std::memset(pinned, 0, 48);
  for (int i = 0; i < 16; ++i) pinned[i] = static_cast<unsigned char>(i + 1);
  const auto down = cudaMemcpyDeviceToHost;
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemcpyFromArrayAsync(pinned + 16, array, 0, 0, 16, down, stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemcpyFromArrayAsync(pinned + 16, array, 0, 0, 16, down, stream));
    MUST(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 8, 8, 2, cudaMemcpyHostToDevice, stream));
    SHOW(cudaMemcpyFromArrayAsync(pinned + 32, array, 4, 0, 8, down, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  show_bytes("before and after", std::vector<unsigned char>(pinned + 16, pinned + 48), 8);
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 16, down));
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 16, cudaMemcpyDefault, cudaStreamPerThread));
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 0, down, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpyFromArrayAsync(pinned, nullptr, 0, 0, 16, down, stream));
  SHOW(cudaMemcpyFromArrayAsync(nullptr, array, 0, 0, 16, down, stream));
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 20, down, stream));
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 2, 4, down, stream));
  SHOW(cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 16, static_cast<cudaMemcpyKind>(9), stream));
  show_last_error("after refused calls");
  unsigned char pageable[16];
  show_while_busy("to pinned memory", stream,
                  [&] { return cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 16, down, stream); });
  show_while_busy("to pageable memory", stream,
                  [&] { return cudaMemcpyFromArrayAsync(pageable, array, 0, 0, 16, down, stream); });
  show_captured("all of it", [&](cudaStream_t s) { return cudaMemcpyFromArrayAsync(pinned, array, 0, 0, 16, down, s); });
  show_captured("parts of two rows",
                [&](cudaStream_t s) { return cudaMemcpyFromArrayAsync(pinned, array, 4, 0, 8, down, s); });
}

namespace memcpy_array_to_array_ {
static cudaArray_t to;

static void tell(const char *what, cudaError_t error) { show_copy_into(to, what, error); }

// cudaMemcpyArrayToArray: bytes that run on from row to row, arrays of other widths, what is refused, captures.
CASE(memcpy_array_to_array) {
  const auto format = cudaCreateChannelDesc<short>();
  cudaArray_t from, line;
  MUST(cudaMallocArray(&to, &format, 4, 3));
  MUST(cudaMallocArray(&from, &format, 4, 3));
  MUST(cudaMallocArray(&line, &format, 12, 0));
  clear(to, 8, 3);
  std::vector<unsigned char> image(24);
  for (int i = 0; i < 24; ++i) image[i] = static_cast<unsigned char>(i + 1);
  MUST(cudaMemcpy2DToArray(from, 0, 0, image.data(), 8, 8, 3, cudaMemcpyHostToDevice));
  MUST(cudaMemcpy2DToArray(line, 0, 0, image.data(), 24, 24, 1, cudaMemcpyHostToDevice));
  tell("all of it", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 24));
  tell("a row and a half", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 12));
  tell("from (4, 1) to (4, 0)", cudaMemcpyArrayToArray(to, 4, 0, from, 4, 1, 10));
  tell("one row", cudaMemcpyArrayToArray(to, 0, 2, from, 0, 1, 8));
  tell("from a line", cudaMemcpyArrayToArray(to, 0, 0, line, 0, 0, 8));
  tell("default", cudaMemcpyArrayToArray(to, 2, 0, from, 0, 0, 4, cudaMemcpyDefault));
  tell("no bytes", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 0));
  std::printf("refused\n");
  tell("no destination", cudaMemcpyArrayToArray(nullptr, 0, 0, from, 0, 0, 8));
  tell("no source", cudaMemcpyArrayToArray(to, 0, 0, nullptr, 0, 0, 8));
  tell("more than there is", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 26));
  tell("more than the destination has", cudaMemcpyArrayToArray(to, 2, 2, from, 0, 0, 8));
  tell("more than the source has", cudaMemcpyArrayToArray(to, 0, 0, from, 2, 2, 8));
  tell("half an element", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 3));
  tell("unknown kind", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 8, static_cast<cudaMemcpyKind>(9)));
  tell("to the host", cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 8, cudaMemcpyDeviceToHost));
  show_captured("one row", [&](cudaStream_t) { return cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 8); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 0); });
  show_captured("no source", [&](cudaStream_t) { return cudaMemcpyArrayToArray(to, 0, 0, nullptr, 0, 0, 8); });
  show_captured("more than there is", [&](cudaStream_t) { return cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 26); });
  show_captured("unknown kind", [&](cudaStream_t) {
    return cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 8, static_cast<cudaMemcpyKind>(9));
  });
  show_captured("all of it", [&](cudaStream_t) { return cudaMemcpyArrayToArray(to, 0, 0, from, 0, 0, 24); });
}
}  // namespace memcpy_array_to_array_
