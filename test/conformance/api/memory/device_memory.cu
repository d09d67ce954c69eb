// SPDX-License-Identifier: Apache-2.0
// Memory of the device, by bytes, rows and slices.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

// cudaMalloc: refused arguments, zero bytes, alignment, memory of its own, calls while busy and while captured.
CASE(malloc) {
  prepare_gates();
  void *p = &p;
  SHOW(cudaMalloc(&p, 0));
  show_truth("null", p == nullptr);
  SHOW(cudaMalloc(static_cast<void **>(nullptr), 64));
  for (std::size_t bytes : {std::size_t(1) << 60, ~std::size_t(0)}) {
    p = &p;
    SHOW(cudaMalloc(&p, bytes));
    show_truth("null", p == nullptr);
  }
  show_last_error("after too much");

  std::printf("memory of its own\n");
  constexpr std::size_t kSizes[] = {1, 3, 100, 256, 257, 4096, 4097, 100000};
  std::vector<unsigned char *> blocks;
  bool aligned = true;
  for (std::size_t bytes : kSizes) {
    unsigned char *block;
    MUST(cudaMalloc(&block, bytes));
    MUST(cudaMemset(block, static_cast<int>(blocks.size()) + 1, bytes));
    aligned = aligned && reinterpret_cast<std::uintptr_t>(block) % 256 == 0;
    blocks.push_back(block);
  }
  show_truth("aligned to 256 bytes", aligned);
  bool intact = true;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::vector<unsigned char> bytes(kSizes[i]);
    MUST(cudaMemcpy(bytes.data(), blocks[i], kSizes[i], cudaMemcpyDeviceToHost));
    for (unsigned char byte : bytes) intact = intact && byte == i + 1;
  }
  show_truth("each holds its own value", intact);
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, blocks[5] + 4095));
  show_truth("device memory", attributes.type == cudaMemoryTypeDevice && attributes.device == 0);
  for (auto block : blocks) MUST(cudaFree(block));

  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  show_while_busy("busy", stream, [&] { return cudaMalloc(&p, 64); });
  MUST(cudaFree(p));
  show_captured("64 bytes", [&](cudaStream_t) { return cudaMalloc(&p, 64); });
  show_captured("no bytes", [&](cudaStream_t) { return cudaMalloc(&p, 0); });
}

// cudaMallocPitch: the pitch holds a row and is aligned, every row can be used; empty sizes, refused arguments.
CASE(malloc_pitch) {
  for (std::size_t width : {1, 10, 100, 512, 513, 1000, 4096}) {
    unsigned char *rows;
    std::size_t pitch = 0;
    constexpr std::size_t kHeight = 5;
    cudaError_t error = cudaMallocPitch(&rows, &pitch, width, kHeight);
    std::printf("width %zu: %s", width, name_of(error));
    if (error == cudaSuccess) {
      std::printf(", the pitch %s a row, %s a multiple of 512", pitch >= width ? "holds" : "does not hold",
                  pitch % 512 == 0 ? "is" : "is not");
      for (std::size_t y = 0; y < kHeight; ++y) MUST(cudaMemset(rows + y * pitch, static_cast<int>(y) + 1, width));
      std::vector<unsigned char> back(width * kHeight);
      MUST(cudaMemcpy2D(back.data(), width, rows, pitch, width, kHeight, cudaMemcpyDeviceToHost));
      bool intact = true;
      for (std::size_t i = 0; i < back.size(); ++i) intact = intact && back[i] == i / width + 1;
      std::printf(", rows %s", intact ? "hold their values" : "are mixed up");
      MUST(cudaFree(rows));
    }
    std::printf("\n");
  }
  std::printf("empty\n");
  char here;
  void *p = &here;
  std::size_t pitch = 77;
  SHOW(cudaMallocPitch(&p, &pitch, 0, 4));
  show_truth("null", p == nullptr);
  show_value("pitch", static_cast<long long>(pitch));
  p = &here;
  pitch = 77;
  SHOW(cudaMallocPitch(&p, &pitch, 4, 0));
  show_truth("null", p == nullptr);
  show_value("pitch", static_cast<long long>(pitch));
  std::printf("refused\n");
  SHOW(cudaMallocPitch(static_cast<void **>(nullptr), &pitch, 16, 4));
  SHOW(cudaMallocPitch(&p, nullptr, 16, 4));
  p = &here;
  pitch = 77;
  SHOW(cudaMallocPitch(&p, &pitch, std::size_t(1) << 60, 1));
  show_truth("null", p == nullptr);
  show_truth("pitch as before", pitch == 77);
  SHOW(cudaMallocPitch(&p, &pitch, 1 << 20, std::size_t(1) << 40));
  show_last_error("after refused calls");
  show_captured("16 by 4", [&](cudaStream_t) { return cudaMallocPitch(&p, &pitch, 16, 4); });
  show_captured("no rows", [&](cudaStream_t) { return cudaMallocPitch(&p, &pitch, 16, 0); });
}

// cudaMalloc3D: what the pitched pointer says, every row of every slice can be used; empty extents, refused arguments.
CASE(malloc_3d) {
  cudaPitchedPtr box = {};
  SHOW(cudaMalloc3D(&box, make_cudaExtent(100, 4, 3)));
  show_truth("the pitch holds a row", box.pitch >= 100);
  show_truth("the pitch is a multiple of 512", box.pitch % 512 == 0);
  show_row("xsize, ysize", {static_cast<int>(box.xsize), static_cast<int>(box.ysize)});
  auto base = static_cast<unsigned char *>(box.ptr);
  for (int row = 0; row < 12; ++row) MUST(cudaMemset(base + row * box.pitch, row + 1, 100));
  std::vector<unsigned char> back(1200);
  cudaMemcpy3DParms down = {};
  down.srcPtr = box;
  down.dstPtr = make_cudaPitchedPtr(back.data(), 100, 100, 4);
  down.extent = make_cudaExtent(100, 4, 3);
  down.kind = cudaMemcpyDeviceToHost;
  MUST(cudaMemcpy3D(&down));
  bool intact = true;
  for (int i = 0; i < 1200; ++i) intact = intact && back[i] == i / 100 + 1;
  show_truth("rows hold their values", intact);
  SHOW(cudaFree(box.ptr));

  std::printf("empty\n");
  for (cudaExtent extent : {make_cudaExtent(0, 4, 3), make_cudaExtent(16, 0, 3), make_cudaExtent(16, 4, 0)}) {
    box = make_cudaPitchedPtr(&box, 77, 78, 79);
    SHOW(cudaMalloc3D(&box, extent));
    show_truth("null", box.ptr == nullptr);
    show_row("pitch, xsize, ysize",
             {static_cast<int>(box.pitch), static_cast<int>(box.xsize), static_cast<int>(box.ysize)});
  }
  std::printf("refused\n");
  SHOW(cudaMalloc3D(nullptr, make_cudaExtent(16, 4, 3)));
  SHOW(cudaMalloc3D(&box, make_cudaExtent(1 << 20, 1 << 20, 1 << 20)));
  box = make_cudaPitchedPtr(&box, 77, 78, 79);
  SHOW(cudaMalloc3D(&box, make_cudaExtent(std::size_t(1) << 60, 1, 1)));
  show_truth("null", box.ptr == nullptr);
  show_truth("pitch, xsize and ysize as before", box.pitch == 77 && box.xsize == 78 && box.ysize == 79);
  show_last_error("after refused calls");
  show_captured("no rows", [&](cudaStream_t) { return cudaMalloc3D(&box, make_cudaExtent(16, 0, 3)); });
  show_captured("16 by 4 by 3", [&](cudaStream_t) { return cudaMalloc3D(&box, make_cudaExtent(16, 4, 3)); });
}

// cudaFree: each kind of memory, what is refused and leaves the memory alone, waiting for the device, captures.
CASE(free) {
  prepare_gates();
  SHOW(cudaFree(nullptr));
  char *device, *managed, *ordered, *pinned, *pitched;
  std::size_t pitch;
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  MUST(cudaMallocAsync(&ordered, 4096, nullptr));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMallocPitch(&pitched, &pitch, 100, 4));
  static char page[4096];
  std::printf("refused\n");
  SHOW(cudaFree(device + 1));
  SHOW(cudaFree(managed + 256));
  SHOW(cudaFree(pitched + pitch));
  SHOW(cudaFree(pinned));
  SHOW(cudaFree(page));
  show_last_error("after refused calls");
  MUST(cudaMemset(device, 5, 4096));
  char last = 0;
  SHOW(cudaMemcpy(&last, device + 4095, 1, cudaMemcpyDeviceToHost));
  show_value("still there", last);
  std::printf("freed\n");
  SHOW(cudaFree(device));
  SHOW(cudaFree(managed));
  SHOW(cudaFree(ordered));
  SHOW(cudaFree(pitched));
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, device));
  show_truth("forgotten", attributes.type == cudaMemoryTypeUnregistered);
  SHOW(cudaFree(device));
  SHOW(cudaFreeHost(pinned));

  std::printf("while a stream is busy\n");
  cudaGetLastError();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  show_while_busy("null", stream, [] { return cudaFree(nullptr); });
  MUST(cudaMalloc(&device, 64));
  show_while_busy("device memory", stream, [&] { return cudaFree(device); });
  MUST(cudaMalloc(&device, 64));
  show_captured("null", [](cudaStream_t) { return cudaFree(nullptr); });
  show_captured("device memory", [&](cudaStream_t) { return cudaFree(device); });
}

// cudaMemGetInfo: free and total, free memory shrinks and comes back; null results, captures.
CASE(mem_get_info) {
  constexpr std::size_t kBytes = std::size_t(128) << 20;
  std::size_t before = 0, during = 0, after = 0, total = 0, again = 0;
  SHOW(cudaMemGetInfo(&before, &total));
  show_truth("there is memory", total > 0 && before > 0);
  show_truth("free at most the total", before <= total);
  void *p;
  MUST(cudaMalloc(&p, kBytes));
  SHOW(cudaMemGetInfo(&during, &again));
  show_truth("free shrinks by what is allocated", before >= during + kBytes);
  show_truth("the total stays", again == total);
  MUST(cudaFree(p));
  SHOW(cudaMemGetInfo(&after, &again));
  show_truth("it comes back", after >= during + kBytes);
  std::printf("null\n");
  after = 0;
  SHOW(cudaMemGetInfo(&after, nullptr));
  show_truth("free told", after > 0);
  again = 0;
  SHOW(cudaMemGetInfo(nullptr, &again));
  show_truth("total told", again == total);
  show_captured("free and total", [&](cudaStream_t) { return cudaMemGetInfo(&after, &again); });
}
