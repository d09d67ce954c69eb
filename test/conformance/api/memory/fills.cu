// SPDX-License-Identifier: Apache-2.0
// Fills of bytes, rows and boxes.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

// cudaMemset: the value's low byte, parts, each kind of memory, what is refused, which wait, captures.
CASE(memset) {
  prepare_gates();
  DeviceArray<unsigned char> a(8);
  auto show_a = [&](const char *what) {
    auto bytes = a.read();
    show_row(what, std::vector<int>(bytes.begin(), bytes.end()));
  };
  SHOW(cudaMemset(a, 5, 8));
  show_a("5");
  SHOW(cudaMemset(a.get() + 1, 0x1234, 3));
  show_a("0x1234, a part");
  SHOW(cudaMemset(a.get() + 7, -1, 1));
  show_a("-1, the last byte");
  SHOW(cudaMemset(a, 9, 0));
  show_a("no bytes");
  unsigned char *pinned, *managed;
  static unsigned char pageable[64];
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocManaged(&managed, 64));
  pinned[0] = managed[0] = 0;
  SHOW(cudaMemset(pinned, 3, 64));
  SHOW(cudaMemset(managed, 4, 64));
  SHOW(cudaDeviceSynchronize());
  show_row("pinned, managed", {pinned[63], managed[63]});
  std::printf("refused\n");
  SHOW(cudaMemset(nullptr, 0, 8));
  SHOW(cudaMemset(nullptr, 0, 0));
  SHOW(cudaMemset(pageable, 0, 64));
  SHOW(cudaMemset(pageable, 0, 0));
  SHOW(cudaMemset(a, 0, std::size_t(1) << 40));
  show_last_error("after refused calls");
  cudaStream_t blocking, other;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  show_while_busy("device memory", blocking, [&] { return cudaMemset(a, 1, 8); });
  show_while_busy("device memory, another stream busy", other, [&] { return cudaMemset(a, 1, 8); });
  show_while_busy("pinned memory", blocking, [&] { return cudaMemset(pinned, 1, 8); });
  show_captured("8 bytes", [&](cudaStream_t) { return cudaMemset(a, 1, 8); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMemset(a, 1, 0); });
  show_captured("null", [&](cudaStream_t) { return cudaMemset(nullptr, 1, 8); });
}

// cudaMemsetAsync: in stream order, each kind of memory, what is refused, captures.
CASE(memset_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<unsigned char> a(4), b(4);
  {
    Gate gate(stream);
    SHOW(cudaMemsetAsync(a, 1, 4, stream));
    SHOW(cudaMemsetAsync(a.get() + 1, 0x302, 2, stream));
    MUST(cudaMemcpyAsync(b, a, 4, cudaMemcpyDeviceToDevice, stream));
    SHOW(cudaMemsetAsync(a, 9, 4, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  auto bytes = b.read();
  show_row("b", std::vector<int>(bytes.begin(), bytes.end()));
  bytes = a.read();
  show_row("a", std::vector<int>(bytes.begin(), bytes.end()));
  unsigned char *pinned, *managed;
  static unsigned char pageable[64];
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocManaged(&managed, 64));
  pinned[63] = managed[63] = 0;
  SHOW(cudaMemsetAsync(pinned, 3, 64, stream));
  SHOW(cudaMemsetAsync(managed, 4, 64, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("pinned, managed", {pinned[63], managed[63]});
  SHOW(cudaMemsetAsync(a, 1, 4));
  SHOW(cudaMemsetAsync(a, 1, 4, cudaStreamPerThread));
  SHOW(cudaMemsetAsync(nullptr, 1, 0, stream));
  std::printf("refused\n");
  SHOW(cudaMemsetAsync(nullptr, 1, 4, stream));
  SHOW(cudaMemsetAsync(pageable, 1, 4, stream));
  SHOW(cudaMemsetAsync(a, 1, std::size_t(1) << 40, stream));
  show_last_error("after refused calls");
  show_while_busy("device memory", stream, [&] { return cudaMemsetAsync(a, 1, 4, stream); });
  show_while_busy("pinned memory", stream, [&] { return cudaMemsetAsync(pinned, 1, 4, stream); });
  show_while_busy("managed memory", stream, [&] { return cudaMemsetAsync(managed, 1, 4, stream); });
  show_captured("4 bytes", [&](cudaStream_t s) { return cudaMemsetAsync(a, 1, 4, s); });
  show_captured("no bytes", [&](cudaStream_t s) { return cudaMemsetAsync(a, 1, 0, s); });
  show_captured("null", [&](cudaStream_t s) { return cudaMemsetAsync(nullptr, 1, 4, s); });
}

// cudaMemset2D: rows with a pitch, what lies between them is left alone, what is refused, captures.
CASE(memset_2d) {
  DeviceArray<unsigned char> a(16);
  auto fill = [&](const char *what, cudaError_t error) {
    auto bytes = a.read();
    show(what, error);
    show_row("  bytes", std::vector<int>(bytes.begin(), bytes.end()));
    MUST(cudaMemset(a, 0, 16));
    cudaGetLastError();
  };
  fill("2 by 4, pitch 4", cudaMemset2D(a, 4, 0x105, 2, 4));
  fill("2 by 3, pitch 4, second column", cudaMemset2D(a.get() + 1, 4, 6, 2, 3));
  fill("rows side by side", cudaMemset2D(a, 4, 7, 4, 4));
  fill("one row, pitch 4", cudaMemset2D(a, 4, 7, 4, 1));
  fill("one row wider than the pitch", cudaMemset2D(a, 4, 7, 8, 1));
  fill("one column, pitch 5", cudaMemset2D(a, 5, 8, 1, 4));
  fill("no width", cudaMemset2D(a, 4, 7, 0, 4));
  fill("no rows", cudaMemset2D(a, 4, 7, 4, 0));
  std::printf("refused\n");
  static unsigned char pageable[16];
  SHOW(cudaMemset2D(a, 3, 7, 4, 4));
  SHOW(cudaMemset2D(a, 0, 7, 4, 2));
  SHOW(cudaMemset2D(nullptr, 4, 7, 4, 4));
  SHOW(cudaMemset2D(nullptr, 4, 7, 4, 0));
  SHOW(cudaMemset2D(pageable, 4, 7, 4, 4));
  SHOW(cudaMemset2D(a, std::size_t(1) << 40, 7, 4, 4));
  SHOW(cudaMemset2D(a, 4, 7, 4, std::size_t(1) << 40));
  show_last_error("after refused calls");
  show_captured("4 rows", [&](cudaStream_t) { return cudaMemset2D(a, 4, 1, 2, 4); });
  show_captured("pitch too small", [&](cudaStream_t) { return cudaMemset2D(a, 1, 1, 2, 4); });
}

// cudaMemset2DAsync: rows with a pitch in stream order, what is refused, captures.
CASE(memset_2d_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<unsigned char> a(16), b(16);
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemset2DAsync(a, 4, 0, 3, 4, stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemset2DAsync(a, 4, 1, 3, 4, stream));
    SHOW(cudaMemset2DAsync(a.get() + 5, 4, 2, 2, 2, stream));
    MUST(cudaMemcpyAsync(b, a, 16, cudaMemcpyDeviceToDevice, stream));
    SHOW(cudaMemset2DAsync(a, 8, 3, 8, 2, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  auto bytes = b.read();
  show_row("b", std::vector<int>(bytes.begin(), bytes.end()));
  bytes = a.read();
  show_row("a", std::vector<int>(bytes.begin(), bytes.end()));
  SHOW(cudaMemset2DAsync(a, 4, 1, 2, 4));
  SHOW(cudaMemset2DAsync(a, 4, 1, 2, 4, cudaStreamPerThread));
  SHOW(cudaMemset2DAsync(nullptr, 4, 1, 0, 4, stream));
  SHOW(cudaMemset2DAsync(nullptr, 4, 1, 4, 0, stream));
  std::printf("refused\n");
  static unsigned char pageable[16];
  SHOW(cudaMemset2DAsync(nullptr, 4, 1, 4, 4, stream));
  SHOW(cudaMemset2DAsync(a, 1, 1, 2, 4, stream));
  SHOW(cudaMemset2DAsync(pageable, 4, 1, 2, 4, stream));
  SHOW(cudaMemset2DAsync(a, 4, 1, 2, std::size_t(1) << 40, stream));
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMemset2DAsync(a, 4, 1, 2, 4, stream); });
  show_captured("4 rows", [&](cudaStream_t s) { return cudaMemset2DAsync(a, 4, 1, 2, 4, s); });
  show_captured("no rows", [&](cudaStream_t s) { return cudaMemset2DAsync(a, 4, 1, 2, 0, s); });
  show_captured("pitch too small", [&](cudaStream_t s) { return cudaMemset2DAsync(a, 1, 1, 2, 4, s); });
}

// cudaMemset3D: boxes in pitched memory, what lies around them is left alone, what is refused, captures.
CASE(memset_3d) {
  DeviceArray<unsigned char> a(24);
  // Rows of 4 bytes, slices of 3 rows.
  auto box = make_cudaPitchedPtr(a.get(), 4, 4, 3);
  auto fill = [&](const char *what, cudaError_t error) {
    auto bytes = a.read();
    show(what, error);
    show_row("  bytes", std::vector<int>(bytes.begin(), bytes.end()));
    MUST(cudaMemset(a, 0, 24));
    cudaGetLastError();
  };
  fill("whole", cudaMemset3D(box, 0x105, make_cudaExtent(4, 3, 2)));
  fill("2 by 2 by 2", cudaMemset3D(box, 6, make_cudaExtent(2, 2, 2)));
  fill("one slice", cudaMemset3D(box, 7, make_cudaExtent(3, 3, 1)));
  fill("one row, second slice", cudaMemset3D(make_cudaPitchedPtr(a.get() + 12, 4, 4, 3), 8, make_cudaExtent(4, 1, 1)));
  fill("one byte of each slice", cudaMemset3D(box, 9, make_cudaExtent(1, 1, 2)));
  fill("no width", cudaMemset3D(box, 1, make_cudaExtent(0, 3, 2)));
  fill("no height", cudaMemset3D(box, 1, make_cudaExtent(4, 0, 2)));
  fill("no depth", cudaMemset3D(box, 1, make_cudaExtent(4, 3, 0)));
  std::printf("from cudaMalloc3D\n");
  cudaPitchedPtr made;
  MUST(cudaMalloc3D(&made, make_cudaExtent(10, 3, 2)));
  SHOW(cudaMemset3D(made, 5, make_cudaExtent(10, 3, 2)));
  unsigned char last = 0;
  MUST(cudaMemcpy(&last, static_cast<unsigned char *>(made.ptr) + 5 * made.pitch + 9, 1, cudaMemcpyDeviceToHost));
  show_value("last byte", last);
  std::printf("refused\n");
  static unsigned char pageable[24];
  SHOW(cudaMemset3D(make_cudaPitchedPtr(nullptr, 4, 4, 3), 1, make_cudaExtent(4, 3, 2)));
  SHOW(cudaMemset3D(make_cudaPitchedPtr(nullptr, 4, 4, 3), 1, make_cudaExtent(0, 3, 2)));
  SHOW(cudaMemset3D(make_cudaPitchedPtr(a.get(), 3, 4, 3), 1, make_cudaExtent(4, 3, 2)));
  SHOW(cudaMemset3D(make_cudaPitchedPtr(a.get(), 4, 4, 2), 1, make_cudaExtent(4, 3, 2)));
  SHOW(cudaMemset3D(make_cudaPitchedPtr(pageable, 4, 4, 3), 1, make_cudaExtent(4, 3, 2)));
  SHOW(cudaMemset3D(box, 1, make_cudaExtent(4, 3, std::size_t(1) << 40)));
  show_last_error("after refused calls");
  show_captured("whole", [&](cudaStream_t) { return cudaMemset3D(box, 1, make_cudaExtent(4, 3, 2)); });
}

// cudaMemset3DAsync: boxes in stream order, what is refused, captures.
CASE(memset_3d_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<unsigned char> a(16), b(16);
  auto box = make_cudaPitchedPtr(a.get(), 4, 4, 2);
  // Once before the gate closes: the first use may wait.
  MUST(cudaMemset3DAsync(box, 0, make_cudaExtent(3, 2, 2), stream));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(stream);
    SHOW(cudaMemset3DAsync(box, 1, make_cudaExtent(3, 2, 2), stream));
    SHOW(cudaMemset3DAsync(box, 2, make_cudaExtent(2, 1, 2), stream));
    MUST(cudaMemcpyAsync(b, a, 16, cudaMemcpyDeviceToDevice, stream));
    SHOW(cudaMemset3DAsync(box, 3, make_cudaExtent(4, 2, 2), stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  auto bytes = b.read();
  show_row("b", std::vector<int>(bytes.begin(), bytes.end()));
  bytes = a.read();
  show_row("a", std::vector<int>(bytes.begin(), bytes.end()));
  SHOW(cudaMemset3DAsync(box, 1, make_cudaExtent(4, 2, 2)));
  SHOW(cudaMemset3DAsync(box, 1, make_cudaExtent(4, 2, 2), cudaStreamPerThread));
  auto nowhere = make_cudaPitchedPtr(nullptr, 4, 4, 2);
  SHOW(cudaMemset3DAsync(nowhere, 1, make_cudaExtent(4, 2, 0), stream));
  std::printf("refused\n");
  SHOW(cudaMemset3DAsync(nowhere, 1, make_cudaExtent(4, 2, 2), stream));
  SHOW(cudaMemset3DAsync(make_cudaPitchedPtr(a.get(), 2, 4, 2), 1, make_cudaExtent(4, 2, 2), stream));
  SHOW(cudaMemset3DAsync(make_cudaPitchedPtr(a.get(), 4, 4, 1), 1, make_cudaExtent(4, 2, 2), stream));
  SHOW(cudaMemset3DAsync(box, 1, make_cudaExtent(4, 2, std::size_t(1) << 40), stream));
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMemset3DAsync(box, 1, make_cudaExtent(4, 2, 2), stream); });
  show_captured("one slice", [&](cudaStream_t s) { return cudaMemset3DAsync(box, 1, make_cudaExtent(3, 2, 1), s); });
  show_captured("two slices", [&](cudaStream_t s) { return cudaMemset3DAsync(box, 1, make_cudaExtent(3, 2, 2), s); });
  show_captured("nothing", [&](cudaStream_t s) { return cudaMemset3DAsync(box, 1, make_cudaExtent(0, 2, 2), s); });
  show_captured("null", [&](cudaStream_t s) { return cudaMemset3DAsync(nowhere, 1, make_cudaExtent(4, 2, 2), s); });
}
