// SPDX-License-Identifier: Apache-2.0
// tools: block,sync
// expect: block/read after write block/read after write block/read after write block/read after write block/read after write block/write after read block/write after read block/write after read block/write after read block/write after read block/write after read block/write after write block/write after write block/write after write block/write after write sync/divergent barrier sync/divergent barrier sync/missing lanes sync/missing lanes sync/caller not in mask
// says: bytes of shared memory, tile
// says: bytes of shared memory, s
// says: kernel tile(int*) writes, stream
// says: in block (0,0,0), thread (32,0,0)
// says: why: threads of different warps run in any order, and no barrier of the block separates the two
// says: why: lanes of a warp run in any order, and there is no __syncwarp() or other warp operation
// says: why: blocks of a grid run in any order
// says: fix: __syncthreads() between
// says: use an atomic operation such as atomicAdd
// says: counted(int*) changes atomically
// says: 24 of the block's 64 threads have exited without reaching this barrier
// says: 32 of the block's 64 threads wait somewhere else
// says: the mask 0xffffffff names lanes that do not take part: 0xfff00000
// says: the mask 0x0000ffff does not name the calling thread
// says: names lanes that do not take part: 0xaaaaaaaa; no thread can continue
#define FIXED 0
#include "barriers.h"
#include "threads.h"

int main() {
  Device memory(1 << 16);
  int* const out = reinterpret_cast<int*>(static_cast<char*>(memory));
  cudaMemset(memory, 0, 1 << 16);
  touch(out, out + 4096);
  wait_for_others(out);
  cudaDeviceSynchronize();
  return 0;
}
