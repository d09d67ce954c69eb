// SPDX-License-Identifier: Apache-2.0
// Copies of bytes and of rows.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

// cudaMemcpy: each direction, parts of memory, what is refused, which calls wait, captures.
CASE(memcpy) {
  prepare_gates();
  constexpr std::size_t kBytes = 64;
  char *device, *pinned, *managed, *target_device, *target_pinned, *target_managed;
  static char pageable[kBytes], target_pageable[kBytes];
  MUST(cudaMalloc(&device, kBytes));
  MUST(cudaMallocHost(&pinned, kBytes));
  MUST(cudaMallocManaged(&managed, kBytes));
  MUST(cudaMalloc(&target_device, kBytes));
  MUST(cudaMallocHost(&target_pinned, kBytes));
  MUST(cudaMallocManaged(&target_managed, kBytes));
  struct Copy {
    const char *name;
    char *to, *from;
    cudaMemcpyKind kind;
  } copies[] = {{"pageable to pageable", target_pageable, pageable, cudaMemcpyHostToHost},
                {"pageable to device", device, pageable, cudaMemcpyHostToDevice},
                {"device to pageable", target_pageable, device, cudaMemcpyDeviceToHost},
                {"device to device", target_device, device, cudaMemcpyDeviceToDevice},
                {"pinned to device", target_device, pinned, cudaMemcpyHostToDevice},
                {"device to pinned", target_pinned, device, cudaMemcpyDeviceToHost},
                {"managed to device", target_device, managed, cudaMemcpyDeviceToDevice},
                {"pinned to managed", target_managed, pinned, cudaMemcpyHostToDevice}};
  char mark = 0;
  for (auto &copy : copies)
    for (auto kind : {copy.kind, cudaMemcpyDefault}) {
      std::vector<char> image(kBytes, ++mark), back(kBytes);
      MUST(cudaMemcpy(copy.from, image.data(), kBytes, cudaMemcpyDefault));
      cudaError_t error = cudaMemcpy(copy.to, copy.from, kBytes, kind);
      MUST(cudaMemcpy(back.data(), copy.to, kBytes, cudaMemcpyDefault));
      std::printf("%s, kind %d: %s, %s\n", copy.name, kind, name_of(error), back == image ? "copied" : "not copied");
    }
  std::printf("part of it\n");
  MUST(cudaMemset(device, 1, kBytes));
  MUST(cudaMemset(target_device, 2, kBytes));
  SHOW(cudaMemcpy(target_device + 3, device + 5, 7, cudaMemcpyDeviceToDevice));
  MUST(cudaMemcpy(pageable, target_device, kBytes, cudaMemcpyDeviceToHost));
  show_row("bytes 2, 3, 9, 10", {pageable[2], pageable[3], pageable[9], pageable[10]});
  std::printf("refused\n");
  for (int kind : {-1, 5, 99}) {
    std::printf("kind %d: %s", kind, name_of(cudaMemcpy(device, pageable, 4, static_cast<cudaMemcpyKind>(kind))));
    std::printf(", no bytes: %s\n", name_of(cudaMemcpy(device, pageable, 0, static_cast<cudaMemcpyKind>(kind))));
  }
  SHOW(cudaMemcpy(nullptr, pageable, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(nullptr, device, 4, cudaMemcpyDefault));
  SHOW(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy(device, pageable, std::size_t(1) << 40, cudaMemcpyHostToDevice));
  show_last_error("after refused calls");

  cudaStream_t blocking;
  MUST(cudaStreamCreate(&blocking));
  show_while_busy("device to device", blocking,
                  [&] { return cudaMemcpy(target_device, device, kBytes, cudaMemcpyDeviceToDevice); });
  show_while_busy("device to pageable", blocking,
                  [&] { return cudaMemcpy(pageable, device, kBytes, cudaMemcpyDeviceToHost); });
  show_while_busy("no bytes", blocking, [&] { return cudaMemcpy(pageable, device, 0, cudaMemcpyDeviceToHost); });
  show_captured("host to device",
                [&](cudaStream_t) { return cudaMemcpy(device, pageable, kBytes, cudaMemcpyHostToDevice); });
  show_captured("unknown kind",
                [&](cudaStream_t) { return cudaMemcpy(device, pageable, kBytes, static_cast<cudaMemcpyKind>(9)); });
  show_captured("null", [&](cudaStream_t) { return cudaMemcpy(nullptr, pageable, kBytes, cudaMemcpyHostToDevice); });
}

// cudaMemcpyAsync: every kind with every pair of memories, order in its stream, which calls wait, captures.
CASE(memcpy_async) {
  prepare_gates();
  constexpr std::size_t kBytes = 64;
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  char *device, *pinned, *target_device, *target_pinned;
  static char pageable[kBytes], target_pageable[kBytes];
  MUST(cudaMalloc(&device, kBytes));
  MUST(cudaMallocHost(&pinned, kBytes));
  MUST(cudaMalloc(&target_device, kBytes));
  MUST(cudaMallocHost(&target_pinned, kBytes));
  struct Memory {
    const char *name;
    char *from, *to;
  } memories[] = {{"device", device, target_device},
                  {"pinned", pinned, target_pinned},
                  {"pageable", pageable, target_pageable}};
  char mark = 0;
  for (auto &from : memories)
    for (auto &to : memories) {
      std::printf("%s to %s:", from.name, to.name);
      for (int kind = 0; kind <= 4; ++kind) {
        std::vector<char> image(kBytes, ++mark), back(kBytes);
        MUST(cudaMemcpy(from.from, image.data(), kBytes, cudaMemcpyDefault));
        MUST(cudaDeviceSynchronize());
        cudaError_t error = cudaMemcpyAsync(to.to, from.from, kBytes, static_cast<cudaMemcpyKind>(kind), stream);
        MUST(cudaStreamSynchronize(stream));
        MUST(cudaMemcpy(back.data(), to.to, kBytes, cudaMemcpyDefault));
        std::printf(" %s%s", name_of(error), error == cudaSuccess && back != image ? " but not copied" : "");
      }
      std::printf("\n");
    }
  cudaGetLastError();
  std::printf("refused\n");
  for (int kind : {-1, 5})
    std::printf("kind %d: %s\n", kind,
                name_of(cudaMemcpyAsync(device, pinned, 4, static_cast<cudaMemcpyKind>(kind), stream)));
  SHOW(cudaMemcpyAsync(nullptr, pinned, 4, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyAsync(device, nullptr, 4, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyAsync(nullptr, nullptr, 0, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyAsync(device, pinned, std::size_t(1) << 40, cudaMemcpyHostToDevice, stream));
  show_last_error("after refused calls");
  SHOW(cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, cudaStreamLegacy));
  SHOW(cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, cudaStreamPerThread));
  SHOW(cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice));
  SHOW(cudaDeviceSynchronize());

  std::printf("in order\n");
  {
    Gate gate(stream);
    pinned[0] = 1;
    MUST(cudaMemcpyAsync(device, pinned, 1, cudaMemcpyHostToDevice, stream));
    MUST(cudaMemcpyAsync(target_device, device, 1, cudaMemcpyDeviceToDevice, stream));
    MUST(cudaMemcpyAsync(target_pinned, target_device, 1, cudaMemcpyDeviceToHost, stream));
    pinned[0] = 2;
    target_pinned[0] = 0;
    gate.open();
    SHOW(cudaStreamSynchronize(stream));
    show_value("the pinned source was read when the copy ran", target_pinned[0]);
  }
  show_while_busy("pageable to device", stream,
                  [&] { return cudaMemcpyAsync(device, pageable, kBytes, cudaMemcpyHostToDevice, stream); });
  show_while_busy("device to pageable", stream,
                  [&] { return cudaMemcpyAsync(pageable, device, kBytes, cudaMemcpyDeviceToHost, stream); });
  show_while_busy("device to pinned", stream,
                  [&] { return cudaMemcpyAsync(pinned, device, kBytes, cudaMemcpyDeviceToHost, stream); });
  show_captured("pinned to device",
                [&](cudaStream_t s) { return cudaMemcpyAsync(device, pinned, kBytes, cudaMemcpyHostToDevice, s); });
  show_captured("device to pageable",
                [&](cudaStream_t s) { return cudaMemcpyAsync(pageable, device, kBytes, cudaMemcpyDeviceToHost, s); });
  show_captured("no bytes",
                [&](cudaStream_t s) { return cudaMemcpyAsync(device, pinned, 0, cudaMemcpyHostToDevice, s); });
  show_captured("null", [&](cudaStream_t s) { return cudaMemcpyAsync(nullptr, pinned, 4, cudaMemcpyHostToDevice, s); });
}

// cudaMemcpyBatchAsync: ranges of attributes, order between batches, each access order, what is refused, captures.
CASE(memcpy_batch_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> a(std::vector<int>{1, 2, 3, 4}), b(4), c(4);
  int *pinned, host[4] = {50, 60, 70, 80};
  MUST(cudaMallocHost(&pinned, 16));
  for (int i = 0; i < 4; ++i) pinned[i] = 10 * (i + 1);
  MUST(cudaDeviceSynchronize());
  void *dsts[3] = {b.get(), b.get() + 2, c.get()};
  const void *srcs[3] = {a.get(), host, pinned + 1};
  std::size_t sizes[3] = {8, 8, 12}, first[2] = {0, 1};
  cudaMemcpyAttributes attributes[2] = {};
  attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 2, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("b", b.read());
  show_row("c", c.read());

  std::printf("behind what was in the stream, before what follows\n");
  void *to_c = c.get();
  const void *from_b = b.get();
  std::size_t bytes = 16;
  {
    Gate gate(stream);
    MUST(cudaMemsetAsync(b, 0, 16, stream));
    SHOW(cudaMemcpyBatchAsync(&to_c, &from_b, &bytes, 1, attributes, first, 1, stream));
    MUST(cudaMemsetAsync(b, 1, 16, stream));
  }
  MUST(cudaStreamSynchronize(stream));
  show_row("c", c.read());
  for (auto order : {cudaMemcpySrcAccessOrderStream, cudaMemcpySrcAccessOrderDuringApiCall,
                     cudaMemcpySrcAccessOrderAny}) {
    cudaMemcpyAttributes one = {};
    one.srcAccessOrder = order;
    MUST(cudaMemset(b, 0, 16));
    MUST(cudaDeviceSynchronize());
    std::printf("order %d: %s, ", order,
                name_of(cudaMemcpyBatchAsync(dsts, srcs, sizes, 2, &one, first, 1, stream)));
    MUST(cudaStreamSynchronize(stream));
    show_row("b", b.read());
  }
  std::printf("one set of attributes for all\n");
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes[0], stream));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 2, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 2, nullptr));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 0, attributes, first, 1, stream));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 0, stream));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 1, attributes, first, 2, stream));
  std::size_t late[2] = {1, 2}, falling[2] = {0, 0}, beyond[2] = {0, 3};
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, late, 2, stream));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, falling, 2, stream));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, beyond, 2, stream));
  show_last_error("after refused calls");
  show_while_busy("device and pinned memory", stream, [&] {
    srcs[1] = pinned;
    return cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 1, stream);
  });
  show_captured("a batch", [&](cudaStream_t s) {
    return cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 1, s);
  });
}

static void show_picture(const char *what, const std::vector<unsigned char> &bytes) {
  std::printf("%s:", what);
  for (std::size_t i = 0; i < bytes.size(); ++i) std::printf("%s%02x", i % 8 == 0 ? " " : "", bytes[i]);
  std::printf("\n");
}

// cudaMemcpy2D: rows with pitches in each direction, what lies between them is left alone, what is refused, captures.
CASE(memcpy_2d) {
  std::vector<unsigned char> image(32), back(32);
  for (int i = 0; i < 32; ++i) image[i] = static_cast<unsigned char>(i + 1);
  const std::vector<unsigned char> empty(32, 0xee);
  DeviceArray<unsigned char> a(image), b(empty);
  auto reset = [&] { MUST(cudaMemcpy(b, empty.data(), 32, cudaMemcpyHostToDevice)); };
  SHOW(cudaMemcpy2D(b, 8, image.data(), 8, 3, 4, cudaMemcpyHostToDevice));
  show_picture("to the device", b.read());
  reset();
  SHOW(cudaMemcpy2D(b.get() + 1, 16, a, 4, 2, 2, cudaMemcpyDeviceToDevice));
  show_picture("pitches of 4 and 16", b.read());
  back = empty;
  SHOW(cudaMemcpy2D(back.data(), 5, a, 8, 5, 4, cudaMemcpyDeviceToHost));
  show_picture("rows side by side", back);
  back = empty;
  SHOW(cudaMemcpy2D(back.data(), 8, image.data(), 8, 4, 2, cudaMemcpyHostToHost));
  show_picture("host to host", back);
  reset();
  SHOW(cudaMemcpy2D(b, 8, image.data(), 8, 1, 4, cudaMemcpyDefault));
  show_picture("default", b.read());

  std::printf("nothing to copy\n");
  SHOW(cudaMemcpy2D(b, 8, a, 8, 0, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, a, 8, 4, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(nullptr, 0, nullptr, 0, 0, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, a, 8, 0, 4, static_cast<cudaMemcpyKind>(9)));
  SHOW(cudaMemcpy2D(b, 2, a, 2, 4, 0, cudaMemcpyDeviceToDevice));
  reset();
  SHOW(cudaMemcpy2D(b, 0, image.data(), 0, 4, 1, cudaMemcpyHostToDevice));
  show_picture("one row, pitches 0", b.read());
  std::printf("refused\n");
  SHOW(cudaMemcpy2D(b, 8, a, 8, 4, 4, static_cast<cudaMemcpyKind>(9)));
  SHOW(cudaMemcpy2D(b, 8, a, 8, 4, 4, static_cast<cudaMemcpyKind>(-1)));
  SHOW(cudaMemcpy2D(b, 3, a, 8, 4, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, a, 3, 4, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 3, a, 3, 4, 1, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, a, 3, 4, 1, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 0, a, 8, 4, 2, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 3, a, 8, 4, 4, static_cast<cudaMemcpyKind>(9)));
  SHOW(cudaMemcpy2D(nullptr, 3, a, 8, 4, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, std::size_t(1) << 40, a, 8, 4, 2, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(nullptr, 8, a, 8, 4, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, nullptr, 8, 4, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2D(b, 8, image.data(), 8, 4, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpy2D(b, 8, image.data(), 8, 4, 4, cudaMemcpyDeviceToHost));
  show_last_error("after refused calls");
  show_captured("4 rows", [&](cudaStream_t) { return cudaMemcpy2D(b, 8, a, 8, 4, 4, cudaMemcpyDeviceToDevice); });
  show_captured("bad pitch", [&](cudaStream_t) { return cudaMemcpy2D(b, 3, a, 8, 4, 4, cudaMemcpyDeviceToDevice); });
}

// cudaMemcpy2DAsync: rows with pitches in stream order, what is refused, which calls wait, captures.
CASE(memcpy_2d_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  int *pinned, host[16] = {};
  MUST(cudaMallocHost(&pinned, 64));
  for (int i = 0; i < 16; ++i) pinned[i] = i + 1;
  DeviceArray<int> a(16), b(16);
  SHOW(cudaMemcpy2DAsync(a, 16, pinned, 16, 8, 4, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpy2DAsync(b.get() + 2, 16, a, 16, 8, 3, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(host, 8, b.get() + 1, 16, 8, 4, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("a", a.read());
  show_row("b", b.read());
  show_row("host", std::vector<int>(host, host + 16));
  SHOW(cudaMemcpy2DAsync(a, 16, pinned, 16, 8, 4, cudaMemcpyDefault));
  SHOW(cudaMemcpy2DAsync(a, 16, pinned, 16, 8, 4, cudaMemcpyDefault, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemcpy2DAsync(a, 16, b, 16, 8, 4, static_cast<cudaMemcpyKind>(9), stream));
  SHOW(cudaMemcpy2DAsync(a, 4, b, 16, 8, 4, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(a, 16, b, 4, 8, 4, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(nullptr, 16, b, 16, 8, 4, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(a, 16, nullptr, 16, 8, 4, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(a, 16, host, 16, 8, 4, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaMemcpy2DAsync(nullptr, 0, nullptr, 0, 8, 0, cudaMemcpyDeviceToDevice, stream));
  show_last_error("after refused calls");
  show_while_busy("pinned to device", stream,
                  [&] { return cudaMemcpy2DAsync(a, 16, pinned, 16, 8, 4, cudaMemcpyHostToDevice, stream); });
  show_while_busy("device to pinned", stream,
                  [&] { return cudaMemcpy2DAsync(pinned, 16, a, 16, 8, 4, cudaMemcpyDeviceToHost, stream); });
  show_while_busy("device to device", stream,
                  [&] { return cudaMemcpy2DAsync(b, 16, a, 16, 8, 4, cudaMemcpyDeviceToDevice, stream); });
  show_captured("rows", [&](cudaStream_t s) {
    return cudaMemcpy2DAsync(b, 16, a, 16, 8, 4, cudaMemcpyDeviceToDevice, s);
  });
  show_captured("nothing", [&](cudaStream_t s) {
    return cudaMemcpy2DAsync(b, 16, a, 16, 0, 4, cudaMemcpyDeviceToDevice, s);
  });
  show_captured("bad pitch", [&](cudaStream_t s) {
    return cudaMemcpy2DAsync(b, 4, a, 16, 8, 4, cudaMemcpyDeviceToDevice, s);
  });
}
