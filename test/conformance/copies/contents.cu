// SPDX-License-Identifier: Apache-2.0
// What copies and fills write, and what they leave alone.
#include "../cases.h"

// The direction is checked against pageable memory only; what is copied is decided by the pointers.
CASE(kinds) {
  int *device, *device2, *pinned, *pinned2, *managed;
  MUST(cudaMalloc(&device, 64));
  MUST(cudaMalloc(&device2, 64));
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocHost(&pinned2, 64));
  MUST(cudaMallocManaged(&managed, 64));
  std::vector<int> pageable(16), pageable2(16);
  struct Place {
    const char *name;
    int *a, *b;
  } places[] = {{"pageable", pageable.data(), pageable2.data()},
                {"pinned", pinned, pinned2},
                {"device", device, device2},
                {"managed", managed, managed + 8}};
  const char *kinds[] = {"HostToHost", "HostToDevice", "DeviceToHost", "DeviceToDevice", "Default"};
  for (auto &src : places)
    for (auto &dst : places)
      for (int kind = 0; kind < 5; ++kind) {
        int before = 100 + kind, after = -1;
        MUST(cudaMemcpy(src.a, &before, 4, cudaMemcpyDefault));
        MUST(cudaMemset(device2, 0, 4));
        cudaError_t e = cudaMemcpy(dst.b, src.a, 4, static_cast<cudaMemcpyKind>(kind));
        if (e == cudaSuccess) MUST(cudaMemcpy(&after, dst.b, 4, cudaMemcpyDefault));
        std::printf("%s to %s as %s: %s%s\n", src.name, dst.name, kinds[kind], name_of(e),
                    e != cudaSuccess ? "" : after == before ? ", copied" : ", NOT copied");
      }
  SHOW(cudaMemcpy(device, device2, 4, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaMemcpy(device, device2, 4, static_cast<cudaMemcpyKind>(-1)));
  SHOW(cudaMemcpyAsync(device, device2, 4, static_cast<cudaMemcpyKind>(9), nullptr));
  SHOW(cudaMemcpy(device, device2, 0, static_cast<cudaMemcpyKind>(9)));
}

// Copies and fills of every small size and offset leave their neighbours alone.
CASE(odd_sizes) {
  constexpr int kBytes = 128;
  DeviceArray<unsigned char> a(kBytes), b(kBytes);
  std::vector<unsigned char> pattern(kBytes);
  for (int i = 0; i < kBytes; ++i) pattern[i] = static_cast<unsigned char>(i * 7 + 3);
  MUST(cudaMemcpy(a, pattern.data(), kBytes, cudaMemcpyHostToDevice));
  int wrong = 0;
  for (int offset = 0; offset < 9; ++offset)
    for (int size = 0; size < 40; ++size) {
      MUST(cudaMemset(b, 0, kBytes));
      MUST(cudaMemcpy(b + offset, a + 2 * offset + 1, size, cudaMemcpyDeviceToDevice));
      MUST(cudaMemset(b + 64 + offset, 0xa5, size));
      auto got = b.read();
      for (int i = 0; i < kBytes; ++i) {
        int expected = 0;
        if (i >= offset && i < offset + size) expected = pattern[2 * offset + 1 + i - offset];
        if (i >= 64 + offset && i < 64 + offset + size) expected = 0xa5;
        wrong += got[i] != expected;
      }
    }
  show_value("wrong bytes", wrong);
  SHOW(cudaMemset(a, 0x1ff, 4));
  show_value("low byte of the value", a.read()[3]);
}

__global__ void fill(unsigned *p, unsigned n, unsigned seed) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    p[i] = i * 2654435761u + seed;
}

// Large copies in all directions, pinned and pageable, keep every word.
CASE(large) {
  constexpr unsigned kWords = (24u << 20) / 4 + 3;
  DeviceArray<unsigned> a(kWords), b(kWords);
  std::vector<unsigned> pageable(kWords);
  unsigned *pinned;
  MUST(cudaMallocHost(&pinned, kWords * 4));
  fill<<<64, 256>>>(a, kWords, 5);
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  MUST(cudaMemcpyAsync(b, a, kWords * 4, cudaMemcpyDeviceToDevice, s));
  MUST(cudaMemcpyAsync(pinned, b, kWords * 4, cudaMemcpyDeviceToHost, s));
  MUST(cudaStreamSynchronize(s));
  auto count_wrong = [&](const unsigned *p, unsigned seed) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < kWords; ++i) wrong += p[i] != i * 2654435761u + seed;
    return wrong;
  };
  show_value("wrong after D2D and D2H to pinned", count_wrong(pinned, 5));
  fill<<<64, 256, 0, s>>>(b, kWords, 6);
  MUST(cudaMemcpyAsync(pageable.data(), b, kWords * 4, cudaMemcpyDeviceToHost, s));
  MUST(cudaStreamSynchronize(s));
  show_value("wrong after D2H to pageable", count_wrong(pageable.data(), 6));
  MUST(cudaMemsetAsync(a, 0, kWords * 4, s));
  MUST(cudaMemcpyAsync(a, pageable.data(), kWords * 4, cudaMemcpyHostToDevice, s));
  MUST(cudaMemcpyAsync(pinned, a, kWords * 4, cudaMemcpyDeviceToHost, s));
  MUST(cudaStreamSynchronize(s));
  show_value("wrong after H2D from pageable", count_wrong(pinned, 6));
}

// Two-dimensional copies and fills: contents, gaps between rows, refused pitches.
CASE(pitched) {
  unsigned char *device;
  std::size_t pitch = 0;
  SHOW(cudaMallocPitch(&device, &pitch, 10, 4));
  show_truth("pitch holds a row", pitch >= 10);
  SHOW(cudaMemset2D(device, pitch, 0xee, pitch, 4));
  unsigned char host[4 * 16];
  for (int i = 0; i < 64; ++i) host[i] = static_cast<unsigned char>(i);
  SHOW(cudaMemcpy2D(device, pitch, host, 16, 10, 4, cudaMemcpyHostToDevice));
  SHOW(cudaMemset2D(device + pitch + 2, pitch, 0x77, 3, 2));
  unsigned char back[4 * 12];
  std::memset(back, 0xcc, sizeof back);
  SHOW(cudaMemcpy2D(back, 12, device, pitch, 11, 4, cudaMemcpyDeviceToHost));
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 12; ++x) std::printf(" %02x", back[12 * y + x]);
    std::printf("\n");
  }
  SHOW(cudaMemcpy2D(back, 8, device, pitch, 11, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy2D(back, 12, device, 8, 11, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemset2D(device, 8, 0, 10, 4));
  SHOW(cudaMemcpy2D(back, 12, device, pitch, 0, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy2D(back, 12, device, pitch, 11, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy2D(back, 1, device, pitch, 1, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpy2D(back, 12, device, pitch, 11, 4, static_cast<cudaMemcpyKind>(7)));
  SHOW(cudaMallocPitch((void **)&device, &pitch, 0, 4));
  SHOW(cudaMallocPitch((void **)&device, &pitch, 4, 0));
}

// Three-dimensional copies and fills: contents by position, refused extents.
CASE(boxes) {
  cudaPitchedPtr box;
  SHOW(cudaMalloc3D(&box, make_cudaExtent(8, 4, 3)));
  show_row("xsize ysize", {int(box.xsize), int(box.ysize)});
  SHOW(cudaMemset3D(box, 0x11, make_cudaExtent(8, 4, 3)));
  unsigned char host[3][4][8];
  for (int i = 0; i < 96; ++i) (&host[0][0][0])[i] = static_cast<unsigned char>(0x80 + i);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(host, 8, 8, 4);
  p.dstPtr = box;
  p.srcPos = make_cudaPos(1, 1, 0);
  p.dstPos = make_cudaPos(2, 1, 1);
  p.extent = make_cudaExtent(5, 2, 2);
  p.kind = cudaMemcpyHostToDevice;
  SHOW(cudaMemcpy3D(&p));
  unsigned char back[3][4][8] = {};
  cudaMemcpy3DParms q = {};
  q.srcPtr = box;
  q.dstPtr = make_cudaPitchedPtr(back, 8, 8, 4);
  q.extent = make_cudaExtent(8, 4, 3);
  q.kind = cudaMemcpyDeviceToHost;
  SHOW(cudaMemcpy3DAsync(&q, nullptr));
  SHOW(cudaDeviceSynchronize());
  for (auto &plane : back) {
    for (auto &row : plane) {
      for (unsigned char c : row) std::printf(" %02x", c);
      std::printf("\n");
    }
    std::printf("\n");
  }
  cudaMemcpy3DParms zero = {};
  SHOW(cudaMemcpy3D(&zero));
  SHOW(cudaMemcpy3D(nullptr));
  q.extent = make_cudaExtent(9, 4, 3);
  q.dstPtr.pitch = 8;
  SHOW(cudaMemcpy3D(&q));
  q.extent = make_cudaExtent(8, 0, 3);
  SHOW(cudaMemcpy3D(&q));
  SHOW(cudaMemset3D(box, 0, make_cudaExtent(0, 4, 3)));
  cudaPitchedPtr fill = box;
  SHOW(cudaMemset3D(fill, 0x22, make_cudaExtent(3, 2, 2)));
  q.extent = make_cudaExtent(8, 4, 3);
  SHOW(cudaMemcpy3D(&q));
  show_row("corners", {back[0][0][0], back[0][0][3], back[0][2][0], back[1][1][2], back[2][0][0]});
}
