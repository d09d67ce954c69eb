// SPDX-License-Identifier: Apache-2.0
// Functions of thread block clusters (sm_90). A block is a cluster of its own: launches with more blocks in a cluster are
// refused. CUDA C++ Programming Guide, "Thread Block Clusters".
#pragma once

RIFFLE_DEVICE unsigned __isCtaShared(const void* p) { return __isShared(p); }
RIFFLE_DEVICE unsigned __isClusterShared(const void* p) { return __isShared(p); }

RIFFLE_DEVICE unsigned __clusterDimIsSpecified() { return 0; }
RIFFLE_DEVICE dim3 __clusterDim() { return dim3(1, 1, 1); }
RIFFLE_DEVICE dim3 __clusterRelativeBlockIdx() { return dim3(0, 0, 0); }
RIFFLE_DEVICE unsigned __clusterRelativeBlockRank() { return 0; }
RIFFLE_DEVICE unsigned __clusterSizeInBlocks() { return 1; }
RIFFLE_DEVICE dim3 __clusterGridDimInClusters() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
RIFFLE_DEVICE dim3 __clusterIdx() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }

/// Where `target_block_rank` has what lies at `p` in this block: 0 is the one rank that there is.
RIFFLE_DEVICE void* __cluster_map_shared_rank(const void* p, unsigned /*target_block_rank*/) {
  return const_cast<void*>(p);
}
RIFFLE_DEVICE unsigned __cluster_query_shared_rank(const void* /*p*/) { return 0; }
RIFFLE_DEVICE uint2 __cluster_map_shared_multicast(const void* p, unsigned cluster_cta_mask) {
  return make_uint2(static_cast<unsigned>(__cvta_generic_to_shared(p)), cluster_cta_mask);
}

// All threads of the cluster arrive and wait in turn: the threads of the block meet at the wait.
RIFFLE_DEVICE void __cluster_barrier_arrive() { __threadfence_block(); }
RIFFLE_DEVICE void __cluster_barrier_arrive_relaxed() {}
RIFFLE_DEVICE void __cluster_barrier_wait() { __syncthreads(); }
