// SPDX-License-Identifier: Apache-2.0
// One thread: what each atomic operation returns and leaves.
#include "../transcript.h"

template <class T, class Op>
__device__ void step(T *word, long long *out, int &k, T start, Op op) {
  *word = start;
  T old = op(word);
  out[k++] = (long long)old;
  out[k++] = (long long)*word;
}

__global__ void ints(int *w, long long *out, int *count) {
  int k = 0;
  step(w, out, k, 10, [](int *p) { return atomicAdd(p, -3); });
  step(w, out, k, 0x7fffffff, [](int *p) { return atomicAdd(p, 1); });
  step(w, out, k, 10, [](int *p) { return atomicSub(p, 20); });
  step(w, out, k, 10, [](int *p) { return atomicExch(p, 77); });
  step(w, out, k, 10, [](int *p) { return atomicMin(p, -5); });
  step(w, out, k, -10, [](int *p) { return atomicMin(p, -5); });
  step(w, out, k, -10, [](int *p) { return atomicMax(p, 5); });
  step(w, out, k, 10, [](int *p) { return atomicMax(p, 5); });
  step(w, out, k, 0x0f, [](int *p) { return atomicAnd(p, 0x3c); });
  step(w, out, k, 0x0f, [](int *p) { return atomicOr(p, 0x3c); });
  step(w, out, k, 0x0f, [](int *p) { return atomicXor(p, 0x3c); });
  step(w, out, k, 10, [](int *p) { return atomicCAS(p, 10, 11); });
  step(w, out, k, 10, [](int *p) { return atomicCAS(p, 9, 11); });
  *count = k;
}

__global__ void unsigneds(unsigned *w, long long *out, int *count) {
  int k = 0;
  step(w, out, k, 10u, [](unsigned *p) { return atomicInc(p, 10); });
  step(w, out, k, 9u, [](unsigned *p) { return atomicInc(p, 10); });
  step(w, out, k, 11u, [](unsigned *p) { return atomicInc(p, 10); });
  step(w, out, k, 0u, [](unsigned *p) { return atomicInc(p, 0); });
  step(w, out, k, 0xffffffffu, [](unsigned *p) { return atomicInc(p, 0xffffffffu); });
  step(w, out, k, 0u, [](unsigned *p) { return atomicDec(p, 10); });
  step(w, out, k, 1u, [](unsigned *p) { return atomicDec(p, 10); });
  step(w, out, k, 10u, [](unsigned *p) { return atomicDec(p, 10); });
  step(w, out, k, 11u, [](unsigned *p) { return atomicDec(p, 10); });
  step(w, out, k, 0u, [](unsigned *p) { return atomicDec(p, 0); });
  step(w, out, k, 0xffffffffu, [](unsigned *p) { return atomicDec(p, 0xffffffffu); });
  step(w, out, k, 5u, [](unsigned *p) { return atomicMin(p, 0xfffffff0u); });
  step(w, out, k, 5u, [](unsigned *p) { return atomicMax(p, 0xfffffff0u); });
  step(w, out, k, 5u, [](unsigned *p) { return atomicAdd(p, 0xffffffffu); });
  step(w, out, k, 5u, [](unsigned *p) { return atomicSub(p, 6u); });
  step(w, out, k, 5u, [](unsigned *p) { return atomicCAS(p, 5u, 0xffffffffu); });
  *count = k;
}

using u64 = unsigned long long;
__global__ void longs(u64 *w, long long *out, int *count) {
  int k = 0;
  step(w, out, k, u64(1) << 40, [](u64 *p) { return atomicAdd(p, ~u64(0)); });
  step(w, out, k, u64(1) << 40, [](u64 *p) { return atomicExch(p, u64(3)); });
  step(w, out, k, u64(1) << 40, [](u64 *p) { return atomicCAS(p, u64(1) << 40, u64(9)); });
  step(w, out, k, u64(1) << 40, [](u64 *p) { return atomicCAS(p, u64(1), u64(9)); });
  step(w, out, k, u64(1) << 63, [](u64 *p) { return atomicMin(p, u64(5)); });
  step(w, out, k, u64(1) << 63, [](u64 *p) { return atomicMax(p, u64(5)); });
  step(w, out, k, u64(0xff00ff), [](u64 *p) { return atomicAnd(p, u64(0x0ff00f)); });
  step(w, out, k, u64(0xff00ff), [](u64 *p) { return atomicOr(p, u64(1) << 50); });
  step(w, out, k, u64(0xff00ff), [](u64 *p) { return atomicXor(p, u64(0xff)); });
  auto *s = reinterpret_cast<long long *>(w);
  step(s, out, k, -5ll, [](long long *p) { return atomicMin(p, 3ll); });
  step(s, out, k, -5ll, [](long long *p) { return atomicMax(p, 3ll); });
  *count = k;
}

__global__ void shorts(unsigned short *w, long long *out, int *count) {
  int k = 0;
  using u16 = unsigned short;
  w[0] = 1;
  w[1] = 0xaaaa;
  step(w, out, k, u16(5), [](u16 *p) { return atomicCAS(p, u16(5), u16(6)); });
  step(w, out, k, u16(5), [](u16 *p) { return atomicCAS(p, u16(4), u16(6)); });
  out[k++] = w[1];
  *count = k;
}

__global__ void floats(float *f, double *d, long long *out, int *count) {
  int k = 0;
  *f = 1.5f;
  out[k++] = __float_as_int(atomicAdd(f, 0.25f));
  out[k++] = __float_as_int(*f);
  out[k++] = __float_as_int(atomicExch(f, -2.0f));
  out[k++] = __float_as_int(*f);
  *f = 1e-40f;
  out[k++] = __float_as_int(atomicAdd(f, 1e-40f));
  out[k++] = __float_as_int(*f);
  *d = 1.5;
  out[k++] = __double_as_longlong(atomicAdd(d, 0.25));
  out[k++] = __double_as_longlong(*d);
  *count = k;
}

template <class T, class... Args>
void run(const char *name, T kernel, DeviceArray<long long> &out, DeviceArray<int> &count, Args... args) {
  kernel<<<1, 1>>>(args..., out.get(), count.get());
  std::printf("%s: %s\n", name, name_of(cudaDeviceSynchronize()));
  auto v = out.read();
  for (int i = 0; i < count.read()[0]; ++i) std::printf("%s%llx", i % 2 ? " -> " : i ? ", " : "", v[i]);
  std::printf("\n");
}

int main() {
  DeviceArray<long long> out(64), word(2);
  DeviceArray<int> count(1);
  DeviceArray<double> d(1);
  run("int", ints, out, count, reinterpret_cast<int *>(word.get()));
  run("unsigned", unsigneds, out, count, reinterpret_cast<unsigned *>(word.get()));
  run("64 bits", longs, out, count, reinterpret_cast<u64 *>(word.get()));
  run("16 bits", shorts, out, count, reinterpret_cast<unsigned short *>(word.get()));
  run("floating point", floats, out, count, reinterpret_cast<float *>(word.get()), d.get());
}
