// SPDX-License-Identifier: Apache-2.0
// flags: -lgpuocelot
// ptx_run of libgpuocelot: arguments by value in words, memory of any kind, dynamic shared memory; what it refuses.
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

#include "../transcript.h"

extern "C" int ptx_run(const char *, int, void **, int, int, int, int, int, int, int);

static const char *const kAdd = R"(.version 7.0
.target sm_70
.address_size 64
.extern .shared .align 4 .b8 part[];
.visible .entry add(.param .u64 out, .param .u64 in, .param .u32 n, .param .f32 scale) {
  .reg .pred %p; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 %rd<6>;
  ld.param.u64 %rd0, [out]; ld.param.u64 %rd1, [in]; ld.param.u32 %r0, [n]; ld.param.f32 %f0, [scale];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  setp.ge.u32 %p, %r4, %r0;
  @%p bra $end;
  mul.wide.u32 %rd2, %r4, 4;
  add.u64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];
  mov.u32 %r5, part; shl.b32 %r6, %r3, 2; add.u32 %r5, %r5, %r6;
  st.shared.f32 [%r5], %f1; ld.shared.f32 %f2, [%r5];
  mul.f32 %f3, %f2, %f0;
  add.u64 %rd4, %rd0, %rd2; st.global.f32 [%rd4], %f3;
$end:
  ret;
})";

static void *word(std::uint64_t value) { return reinterpret_cast<void *>(value); }

static int scale(float *out, const float *in, int n) {
  void *arguments[] = {out, const_cast<float *>(in), word(0xdead'0000'0000ull << 16 | unsigned(n)), word(0x40400000)};
  return ptx_run(kAdd, 4, arguments, 64, 1, 1, (n + 63) / 64, 1, 1, 256);
}

int main() {
  const int n = 1000;
  std::vector<float> in(n), out(n, -1);
  for (int i = 0; i < n; ++i) in[i] = float(i);
  std::printf("heap memory: %d\n", scale(out.data(), in.data(), n));
  int right = 0;
  for (int i = 0; i < n; ++i) right += out[i] == 3 * float(i);
  std::printf("right: %d\n", right);
  std::vector<std::thread> threads;
  std::vector<int> codes(4, -1);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      std::vector<float> mine(n);
      codes[t] = 0;
      for (int k = 0; k < 20; ++k) codes[t] += scale(mine.data(), in.data(), n) + (mine[n - 1] != 3 * float(n - 1));
    });
  for (auto &thread : threads) thread.join();
  std::printf("threads: %d %d %d %d\n", codes[0], codes[1], codes[2], codes[3]);

  void *none[1] = {};
  std::printf("no text: %d\n", ptx_run(nullptr, 0, none, 1, 1, 1, 1, 1, 1, 0));
  std::printf("no PTX: %d\n", ptx_run("hello", 0, none, 1, 1, 1, 1, 1, 1, 0));
  std::printf("no kernel: %d\n", ptx_run(".version 7.0\n.target sm_70\n.address_size 64\n", 0, none, 1, 1, 1, 1, 1, 1, 0));
  std::printf("too few arguments: %d\n", ptx_run(kAdd, 1, none, 1, 1, 1, 1, 1, 1, 0));
  std::printf("null arguments: %d\n", ptx_run(kAdd, 4, nullptr, 1, 1, 1, 1, 1, 1, 0));
  std::printf("block of no threads: %d\n", ptx_run(kAdd, 4, none, 0, 1, 1, 1, 1, 1, 0));
  void *some[] = {out.data(), in.data(), word(0), word(0)};
  std::printf("block too large: %d\n", ptx_run(kAdd, 4, some, 4096, 1, 1, 1, 1, 1, 0));
  return right == n ? 0 : 1;
}
