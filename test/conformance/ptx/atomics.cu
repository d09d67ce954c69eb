// SPDX-License-Identifier: Apache-2.0
// atom and red of every type and operation, one thread after the other and all at once.
#include "../transcript.h"

using Wide = unsigned long long;

__global__ void kernel(unsigned *out, unsigned *words, Wide *longs, float *floats, double *doubles, unsigned *halves) {
  __shared__ unsigned shared_word;
  const unsigned t = threadIdx.x;
  if (t == 0) shared_word = 5;
  __syncthreads();
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&shared_word));
  unsigned r, *mine = out + 40 * t;
  Wide w;
  float f;
  double d;
  // Own words: the old values are certain.
  unsigned *word = words + t;
  Wide *wide = longs + t;
#define OLD(text, value) asm volatile(text : "=r"(r) : "l"(word), "r"(value) : "memory"); *mine++ = r;
#define OLD_WIDE(text, value) asm volatile(text : "=l"(w) : "l"(wide), "l"(Wide(value)) : "memory"); *mine++ = unsigned(w), *mine++ = unsigned(w >> 32);
  OLD("atom.global.add.u32 %0, [%1], %2;", t * 3)
  OLD("atom.global.add.s32 %0, [%1], %2;", -7)
  OLD("atom.min.s32 %0, [%1], %2;", -20)
  OLD("atom.global.max.u32 %0, [%1], %2;", 100)
  OLD("atom.relaxed.gpu.global.and.b32 %0, [%1], %2;", 0xffffff0f)
  OLD("atom.acquire.cta.or.b32 %0, [%1], %2;", 0x1000)
  OLD("atom.release.sys.global.xor.b32 %0, [%1], %2;", 0x5555)
  OLD("atom.global.inc.u32 %0, [%1], %2;", 3)
  OLD("atom.global.dec.u32 %0, [%1], %2;", 9)
  OLD("atom.acq_rel.gpu.exch.b32 %0, [%1], %2;", 77)
  asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(r) : "l"(word), "r"(77), "r"(t) : "memory");
  *mine++ = r;
  OLD_WIDE("atom.global.add.u64 %0, [%1], %2;", 0xffffffffull * t)
  OLD_WIDE("atom.global.min.u64 %0, [%1], %2;", 1000)
  OLD_WIDE("atom.global.max.s64 %0, [%1], %2;", 5)
  OLD_WIDE("atom.and.b64 %0, [%1], %2;", ~6ull)
  OLD_WIDE("atom.or.b64 %0, [%1], %2;", 1ull << 40)
  OLD_WIDE("atom.xor.b64 %0, [%1], %2;", ~0ull)
  OLD_WIDE("atom.exch.b64 %0, [%1], %2;", 12345)
  asm volatile("atom.cas.b64 %0, [%1], %2, %3;" : "=l"(w) : "l"(wide), "l"(12345ull), "l"(Wide(t)) : "memory");
  *mine++ = unsigned(w);
  asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(f) : "l"(floats + t), "f"(1.5f) : "memory");
  asm volatile("atom.global.add.f64 %0, [%1], %2;" : "=d"(d) : "l"(doubles + t), "d"(2.25) : "memory");
  *mine++ = __float_as_uint(f), *mine++ = unsigned(d * 4);
  asm volatile("atom.global.add.noftz.f16x2 %0, [%1], %2;" : "=r"(r) : "l"(halves + t), "r"(0x40003c00u) : "memory");
  *mine++ = r;
  unsigned short h;
  asm volatile("atom.global.add.noftz.f16 %0, [%1], %2;" : "=h"(h) : "l"(halves + t), "h"((unsigned short)0x4200) : "memory");
  *mine++ = h;
  asm volatile("atom.global.cas.b16 %0, [%1], %2, %3;" : "=h"(h) : "l"(halves + t), "h"((unsigned short)0x4400), "h"((unsigned short)0x3800) : "memory");
  *mine++ = h;
  asm volatile("atom.global.add.noftz.bf16x2 %0, [%1], %2;" : "=r"(r) : "l"(halves + 32 + t), "r"(0x40003f80u) : "memory");
  *mine++ = r;
  asm volatile("red.global.add.noftz.bf16 [%0], %1;" ::"l"(halves + 32 + t), "h"((unsigned short)0x4040) : "memory");
  // All at once.
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(words + 64), "r"(t) : "memory");
  asm volatile("red.relaxed.gpu.global.max.s32 [%0], %1;" ::"l"(words + 65), "r"(t * 7 % 13) : "memory");
  asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(2) : "memory");
  asm volatile("red.global.or.b32 [%0], %1;" ::"l"(words + 66), "r"(1u << t) : "memory");
  asm volatile("red.global.inc.u32 [%0], %1;" ::"l"(words + 67), "r"(20) : "memory");
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(floats + 64), "f"(0.5f) : "memory");
  asm volatile("red.global.add.f64 [%0], %1;" ::"l"(doubles + 64), "d"(0.25) : "memory");
  asm volatile("red.global.add.u64 [%0], %1;" ::"l"(longs + 64), "l"(Wide(t) << 30) : "memory");
  __syncthreads();
  if (t == 0) words[68] = shared_word;
}

int main() {
  std::vector<unsigned> w(70, 10), hv(64, 0x3c003c00u);
  for (int i = 32; i < 64; ++i) hv[i] = 0x3f803f80u;
  std::vector<Wide> l(70, 50);
  std::vector<float> f(70, 0.25f);
  std::vector<double> d(70, 0.5);
  DeviceArray<unsigned> out(40 * 32), words(w), halves(hv);
  DeviceArray<Wide> longs(l);
  DeviceArray<float> floats(f);
  DeviceArray<double> doubles(d);
  kernel<<<1, 32>>>(out, words, longs, floats, doubles, halves);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; t += 3) show_hex_row("thread", std::vector<unsigned>(v.begin() + 40 * t, v.begin() + 40 * t + 40));
  show_hex_row("words", words.read());
  show_hex_row("halves", halves.read());
  std::printf("%llu %g %g\n", longs.read()[64], floats.read()[64], doubles.read()[64]);
}
