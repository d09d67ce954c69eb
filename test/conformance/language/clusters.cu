// SPDX-License-Identifier: Apache-2.0
// flags: -arch=sm_90
// A launch without clusters: each block is one of its own.
#include "../cases.h"

__global__ void by_functions(int *out) {
  __shared__ int shared;
  if (threadIdx.x == 0) shared = 40 + blockIdx.x;
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
  const int mine = shared, *mapped = static_cast<const int *>(__cluster_map_shared_rank(&shared, 0));
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
  if (threadIdx.x != 63) return;
  int *row = out + blockIdx.x * 16;
  row[0] = mine;
  row[1] = *mapped;
  row[2] = static_cast<int>(__clusterDimIsSpecified());
  row[3] = static_cast<int>(__clusterSizeInBlocks());
  row[4] = static_cast<int>(__clusterRelativeBlockRank());
  row[5] = static_cast<int>(__cluster_query_shared_rank(&shared));
  row[6] = static_cast<int>(__clusterIdx().x * 100 + __clusterIdx().y);
  row[7] = static_cast<int>(__clusterGridDimInClusters().x * 100 + __clusterDim().x);
  row[8] = static_cast<int>(__clusterRelativeBlockIdx().x);
  row[9] = static_cast<int>(__isClusterShared(&shared) * 10 + __isClusterShared(out));
  row[10] = static_cast<int>(__isCtaShared(&shared) * 10 + __isCtaShared(out));
}

__global__ void by_instructions(int *out) {
  __shared__ int shared;
  if (threadIdx.x == 5) shared = 70 + blockIdx.x;
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&shared)), mapped, rank, count, is_cluster;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(0));
  asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(address));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(count));
  asm("{.reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(is_cluster) : "l"(&shared));
  int value;
  asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(value) : "r"(mapped) : "memory");
  asm volatile("barrier.cluster.arrive.relaxed;\n\tbarrier.cluster.wait;" ::: "memory");
  if (threadIdx.x != 40) return;
  int *row = out + blockIdx.x * 16;
  row[0] = value;
  row[1] = static_cast<int>(rank);
  row[2] = static_cast<int>(count);
  row[3] = static_cast<int>(is_cluster);
  row[4] = mapped == address;
}

// What the functions of clusters say where no launch asked for any.
CASE(clusters_of_one_block) {
  DeviceArray<int> out(48);
  by_functions<<<3, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("functions", out.read());
}

// The same by PTX.
CASE(cluster_instructions) {
  DeviceArray<int> out(48);
  by_instructions<<<3, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("instructions", out.read());
}
