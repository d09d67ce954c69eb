// SPDX-License-Identifier: Apache-2.0
// What each atomic operation returns and leaves.
#include "../cases.h"

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

// One thread: what each atomic operation returns and leaves.
CASE(return_values) {
  DeviceArray<long long> out(64), word(2);
  DeviceArray<int> count(1);
  DeviceArray<double> d(1);
  run("int", ints, out, count, reinterpret_cast<int *>(word.get()));
  run("unsigned", unsigneds, out, count, reinterpret_cast<unsigned *>(word.get()));
  run("64 bits", longs, out, count, reinterpret_cast<u64 *>(word.get()));
  run("16 bits", shorts, out, count, reinterpret_cast<unsigned short *>(word.get()));
  run("floating point", floats, out, count, reinterpret_cast<float *>(word.get()), d.get());
}

// Runs `operation` on cell 0 and stores its result in cell 1.
template <class Operation, class T>
__global__ void apply(T *cells) {
  cells[1] = Operation::on(cells);
}

template <class Operation, class T>
void show(const char *name, T start) {
  DeviceArray<T> cells(std::vector<T>(2, start));
  apply<Operation><<<1, 1>>>(cells.get());
  MUST(cudaDeviceSynchronize());
  auto values = cells.read();
  std::printf("%s: returned %llx, left %llx\n", name, static_cast<unsigned long long>(values[1]),
              static_cast<unsigned long long>(values[0]));
}

#define OPERATION(n, type, start, ...) \
  struct Operation##n { static __device__ type on(type *cell) { return __VA_ARGS__; } };

#define SHOW_OPERATION(n, type, start, ...) show<Operation##n, type>(#type " " #__VA_ARGS__, start);

#define PLAIN(X) \
  X(0, int, 5, atomicAdd(cell, -7)) \
  X(1, int, 5, atomicSub(cell, -7)) \
  X(2, int, 5, atomicExch(cell, -7)) \
  X(3, int, -5, atomicMin(cell, 3)) \
  X(4, int, -5, atomicMax(cell, 3)) \
  X(5, int, 5, atomicCAS(cell, 5, 9)) \
  X(6, int, 5, atomicCAS(cell, 6, 9)) \
  X(7, int, 0x5a5a, atomicAnd(cell, 0xff)) \
  X(8, int, 0x5a5a, atomicOr(cell, 0xff)) \
  X(9, int, 0x5a5a, atomicXor(cell, 0xff)) \
  X(10, unsigned, 5, atomicAdd(cell, 0xfffffffcu)) \
  X(11, unsigned, 5, atomicSub(cell, 7u)) \
  X(12, unsigned, 0xfffffff0u, atomicMin(cell, 3u)) \
  X(13, unsigned, 0xfffffff0u, atomicMax(cell, 3u)) \
  X(14, unsigned, 5, atomicInc(cell, 6u)) \
  X(15, unsigned, 6, atomicInc(cell, 6u)) \
  X(16, unsigned, 7, atomicInc(cell, 6u)) \
  X(17, unsigned, 5, atomicDec(cell, 6u)) \
  X(18, unsigned, 0, atomicDec(cell, 6u)) \
  X(19, unsigned, 7, atomicDec(cell, 6u)) \
  X(20, unsigned long long, 5, atomicAdd(cell, 0xfffffffffffffffcull)) \
  X(21, unsigned long long, 5, atomicExch(cell, 7ull)) \
  X(22, unsigned long long, 5, atomicCAS(cell, 5ull, 1ull << 60)) \
  X(23, unsigned long long, 5, atomicMin(cell, 1ull << 63)) \
  X(24, unsigned long long, 5, atomicMax(cell, 1ull << 63)) \
  X(25, unsigned long long, 0x5a5a, atomicAnd(cell, 0xffull)) \
  X(26, unsigned long long, 0x5a5a, atomicOr(cell, 1ull << 40)) \
  X(27, unsigned long long, 0x5a5a, atomicXor(cell, 0xffull)) \
  X(28, long long, -5, atomicMin(cell, 3ll)) \
  X(29, long long, -5, atomicMax(cell, 3ll)) \
  X(30, float, 5, atomicAdd(cell, 0.5f) * 4) \
  X(31, float, 5, atomicExch(cell, 7.0f)) \
  X(32, double, 5, atomicAdd(cell, 3.0)) \
  X(33, unsigned short, 5, atomicCAS(cell, static_cast<unsigned short>(5), static_cast<unsigned short>(65535)))

#define BLOCK(X) \
  X(_block0, int, 5, atomicAdd_block(cell, -7)) \
  X(_block1, int, 5, atomicSub_block(cell, -7)) \
  X(_block2, int, 5, atomicExch_block(cell, -7)) \
  X(_block3, int, -5, atomicMin_block(cell, 3)) \
  X(_block4, int, -5, atomicMax_block(cell, 3)) \
  X(_block5, int, 5, atomicCAS_block(cell, 5, 9)) \
  X(_block6, int, 5, atomicCAS_block(cell, 6, 9)) \
  X(_block7, int, 0x5a5a, atomicAnd_block(cell, 0xff)) \
  X(_block8, int, 0x5a5a, atomicOr_block(cell, 0xff)) \
  X(_block9, int, 0x5a5a, atomicXor_block(cell, 0xff)) \
  X(_block10, unsigned, 5, atomicAdd_block(cell, 0xfffffffcu)) \
  X(_block11, unsigned, 5, atomicSub_block(cell, 7u)) \
  X(_block12, unsigned, 0xfffffff0u, atomicMin_block(cell, 3u)) \
  X(_block13, unsigned, 0xfffffff0u, atomicMax_block(cell, 3u)) \
  X(_block14, unsigned, 5, atomicInc_block(cell, 6u)) \
  X(_block15, unsigned, 6, atomicInc_block(cell, 6u)) \
  X(_block16, unsigned, 7, atomicInc_block(cell, 6u)) \
  X(_block17, unsigned, 5, atomicDec_block(cell, 6u)) \
  X(_block18, unsigned, 0, atomicDec_block(cell, 6u)) \
  X(_block19, unsigned, 7, atomicDec_block(cell, 6u)) \
  X(_block20, unsigned long long, 5, atomicAdd_block(cell, 0xfffffffffffffffcull)) \
  X(_block21, unsigned long long, 5, atomicExch_block(cell, 7ull)) \
  X(_block22, unsigned long long, 5, atomicCAS_block(cell, 5ull, 1ull << 60)) \
  X(_block23, unsigned long long, 5, atomicMin_block(cell, 1ull << 63)) \
  X(_block24, unsigned long long, 5, atomicMax_block(cell, 1ull << 63)) \
  X(_block25, unsigned long long, 0x5a5a, atomicAnd_block(cell, 0xffull)) \
  X(_block26, unsigned long long, 0x5a5a, atomicOr_block(cell, 1ull << 40)) \
  X(_block27, unsigned long long, 0x5a5a, atomicXor_block(cell, 0xffull)) \
  X(_block28, long long, -5, atomicMin_block(cell, 3ll)) \
  X(_block29, long long, -5, atomicMax_block(cell, 3ll)) \
  X(_block30, float, 5, atomicAdd_block(cell, 0.5f) * 4) \
  X(_block31, float, 5, atomicExch_block(cell, 7.0f)) \
  X(_block32, double, 5, atomicAdd_block(cell, 3.0))

#define SYSTEM(X) \
  X(_system0, int, 5, atomicAdd_system(cell, -7)) \
  X(_system1, int, 5, atomicSub_system(cell, -7)) \
  X(_system2, int, 5, atomicExch_system(cell, -7)) \
  X(_system3, int, -5, atomicMin_system(cell, 3)) \
  X(_system4, int, -5, atomicMax_system(cell, 3)) \
  X(_system5, int, 5, atomicCAS_system(cell, 5, 9)) \
  X(_system6, int, 5, atomicCAS_system(cell, 6, 9)) \
  X(_system7, int, 0x5a5a, atomicAnd_system(cell, 0xff)) \
  X(_system8, int, 0x5a5a, atomicOr_system(cell, 0xff)) \
  X(_system9, int, 0x5a5a, atomicXor_system(cell, 0xff)) \
  X(_system10, unsigned, 5, atomicAdd_system(cell, 0xfffffffcu)) \
  X(_system11, unsigned, 5, atomicSub_system(cell, 7u)) \
  X(_system12, unsigned, 0xfffffff0u, atomicMin_system(cell, 3u)) \
  X(_system13, unsigned, 0xfffffff0u, atomicMax_system(cell, 3u)) \
  X(_system14, unsigned, 5, atomicInc_system(cell, 6u)) \
  X(_system15, unsigned, 6, atomicInc_system(cell, 6u)) \
  X(_system16, unsigned, 7, atomicInc_system(cell, 6u)) \
  X(_system17, unsigned, 5, atomicDec_system(cell, 6u)) \
  X(_system18, unsigned, 0, atomicDec_system(cell, 6u)) \
  X(_system19, unsigned, 7, atomicDec_system(cell, 6u)) \
  X(_system20, unsigned long long, 5, atomicAdd_system(cell, 0xfffffffffffffffcull)) \
  X(_system21, unsigned long long, 5, atomicExch_system(cell, 7ull)) \
  X(_system22, unsigned long long, 5, atomicCAS_system(cell, 5ull, 1ull << 60)) \
  X(_system23, unsigned long long, 5, atomicMin_system(cell, 1ull << 63)) \
  X(_system24, unsigned long long, 5, atomicMax_system(cell, 1ull << 63)) \
  X(_system25, unsigned long long, 0x5a5a, atomicAnd_system(cell, 0xffull)) \
  X(_system26, unsigned long long, 0x5a5a, atomicOr_system(cell, 1ull << 40)) \
  X(_system27, unsigned long long, 0x5a5a, atomicXor_system(cell, 0xffull)) \
  X(_system28, long long, -5, atomicMin_system(cell, 3ll)) \
  X(_system29, long long, -5, atomicMax_system(cell, 3ll)) \
  X(_system30, float, 5, atomicAdd_system(cell, 0.5f) * 4) \
  X(_system31, float, 5, atomicExch_system(cell, 7.0f)) \
  X(_system32, double, 5, atomicAdd_system(cell, 3.0))

PLAIN(OPERATION)
BLOCK(OPERATION)
SYSTEM(OPERATION)

// Each atomic on each documented type in its plain, _block and _system form: what it returns and what it leaves.
CASE(scopes_and_types) {
  PLAIN(SHOW_OPERATION)
  BLOCK(SHOW_OPERATION)
  SYSTEM(SHOW_OPERATION)
}
