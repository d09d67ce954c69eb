// SPDX-License-Identifier: Apache-2.0
// Each atomic on each documented type in its plain, _block and _system form: what it returns and what it leaves.
#include "../transcript.h"

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

int main() {
  PLAIN(SHOW_OPERATION)
  BLOCK(SHOW_OPERATION)
  SYSTEM(SHOW_OPERATION)
}
