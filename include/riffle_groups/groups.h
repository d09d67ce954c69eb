// SPDX-License-Identifier: Apache-2.0
// The block, the grid, the single thread, and thread_group, into which any group converts.
#pragma once

#include "types.h"

namespace cooperative_groups {
namespace __v1 {

/// A group whose kind is known at run time only. The others derive from it, so that conversion is slicing.
class thread_group {
 public:
  RIFFLE_MEMBER unsigned long long size() const {
    if (kind_ == details::thread_block_id) return details::block_size();
    if (kind_ == details::grid_group_id)
      return details::ullong{gridDim.x} * gridDim.y * gridDim.z * details::block_size();
    if (kind_ == details::multi_tile_group_id) return mask_;
    return static_cast<unsigned>(__popc(static_cast<int>(mask_)));
  }
  RIFFLE_MEMBER unsigned long long num_threads() const { return size(); }
  RIFFLE_MEMBER unsigned long long thread_rank() const {
    if (kind_ == details::thread_block_id) return details::rank_in_block();
    if (kind_ == details::grid_group_id) {
      const details::ullong block =
          blockIdx.x +
          details::ullong{gridDim.x} * (blockIdx.y + details::ullong{gridDim.y} * blockIdx.z);
      return block * details::block_size() + details::rank_in_block();
    }
    if (kind_ == details::multi_tile_group_id) return details::rank_in_block() % mask_;
    return static_cast<unsigned>(__popc(static_cast<int>(mask_ & details::lanes_below())));
  }
  RIFFLE_MEMBER void sync() const;
  RIFFLE_MEMBER unsigned get_type() const { return kind_; }
  RIFFLE_MEMBER bool is_valid() const { return true; }

 protected:
  RIFFLE_MEMBER thread_group(unsigned kind, unsigned mask, unsigned meta_rank, unsigned meta_size)
      : kind_(kind), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

  friend RIFFLE_MEMBER thread_group this_thread();
  friend RIFFLE_MEMBER thread_group tiled_partition(const thread_group& parent, unsigned size);

  unsigned kind_;
  unsigned mask_;       ///< its lanes; of a tile of several warps the number of threads
  unsigned meta_rank_;  ///< among the groups of the partition that made it
  unsigned meta_size_;
};

RIFFLE_MEMBER thread_group this_thread() {
  return thread_group(details::coalesced_group_id, 1u << details::lane(), 0, 1);
}

/// Room that tiles of several warps need on old hardware. Not used here.
template <unsigned max_block_size = 1024>
struct block_tile_memory {
  char unused[16];
};

class thread_block : public thread_group {
 public:
  struct arrival_token {};

  RIFFLE_MEMBER static void sync() { __syncthreads(); }
  // Waiting is a whole barrier: no thread may go on before all have arrived, and none leaves between the two.
  RIFFLE_MEMBER arrival_token barrier_arrive() const { return {}; }
  RIFFLE_MEMBER void barrier_wait(arrival_token&&) const { __syncthreads(); }
  RIFFLE_MEMBER static unsigned thread_rank() { return details::rank_in_block(); }
  RIFFLE_MEMBER static unsigned size() { return details::block_size(); }
  RIFFLE_MEMBER static unsigned num_threads() { return details::block_size(); }
  RIFFLE_MEMBER static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  RIFFLE_MEMBER static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  RIFFLE_MEMBER static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  RIFFLE_MEMBER static dim3 dim_threads() { return group_dim(); }

 private:
  RIFFLE_MEMBER thread_block() : thread_group(details::thread_block_id, 0, 0, 1) {}
  friend RIFFLE_MEMBER thread_block this_thread_block();
};

RIFFLE_MEMBER thread_block this_thread_block() { return thread_block(); }
template <unsigned max_block_size>
RIFFLE_MEMBER thread_block this_thread_block(block_tile_memory<max_block_size>&) {
  return this_thread_block();
}

extern "C" {
__device__ unsigned __riffle_grid_arrive();
__device__ void __riffle_grid_wait(unsigned ticket);
}

/// All threads of the launch. Its barrier needs a cooperative launch and ends the kernel in another.
class grid_group : public thread_group {
 public:
  struct arrival_token {
    unsigned ticket;
  };

  // True in ordinary launches too, as on an H100; only the barrier needs a cooperative one.
  RIFFLE_MEMBER bool is_valid() const { return true; }
  RIFFLE_MEMBER void sync() const { barrier_wait(barrier_arrive()); }
  RIFFLE_MEMBER arrival_token barrier_arrive() const {
    __syncthreads();
    return {details::rank_in_block() == 0 ? __riffle_grid_arrive() : 0};
  }
  RIFFLE_MEMBER void barrier_wait(arrival_token&& token) const {
    if (details::rank_in_block() == 0) __riffle_grid_wait(token.ticket);
    __syncthreads();
  }

  RIFFLE_MEMBER static unsigned long long size() { return num_blocks() * details::block_size(); }
  RIFFLE_MEMBER static unsigned long long num_threads() { return size(); }
  RIFFLE_MEMBER static unsigned long long thread_rank() {
    return block_rank() * details::block_size() + details::rank_in_block();
  }
  RIFFLE_MEMBER static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  RIFFLE_MEMBER static dim3 dim_blocks() { return group_dim(); }
  RIFFLE_MEMBER static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  RIFFLE_MEMBER static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  RIFFLE_MEMBER static unsigned long long num_blocks() {
    return details::ullong{gridDim.x} * gridDim.y * gridDim.z;
  }
  RIFFLE_MEMBER static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  RIFFLE_MEMBER static unsigned long long block_rank() {
    return blockIdx.x +
           details::ullong{gridDim.x} * (blockIdx.y + details::ullong{gridDim.y} * blockIdx.z);
  }

 private:
  RIFFLE_MEMBER grid_group() : thread_group(details::grid_group_id, 0, 0, 1) {}
  friend RIFFLE_MEMBER grid_group this_grid();
};

RIFFLE_MEMBER grid_group this_grid() { return grid_group(); }

/// Named, so that who asks for one is told.
class cluster_group;
__attribute__((unavailable(
    "Riffle: clusters of blocks are not supported; compile code without them for "
    "-arch=sm_80, as it is for devices whose cudaDevAttrClusterLaunch is 0"))) RIFFLE_MEMBER
    cluster_group
    this_cluster();

namespace details {
/// Barrier of one tile of several warps. From the top, so that barrier 0 stays the block's unless there are 16.
RIFFLE_GROUP void sync_tile(unsigned threads) {
  __barrier_sync_count(15 - rank_in_block() / threads % 16, threads);
}
}  // namespace details

RIFFLE_MEMBER void thread_group::sync() const {
  if (kind_ == details::thread_block_id) {
    __syncthreads();
  } else if (kind_ == details::grid_group_id) {
    this_grid().sync();
  } else if (kind_ == details::multi_tile_group_id) {
    details::sync_tile(mask_);
  } else {
    __syncwarp(mask_);
  }
}

template <class Group>
RIFFLE_MEMBER void sync(const Group& group) {
  group.sync();
}
template <class Group>
RIFFLE_MEMBER auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
RIFFLE_MEMBER auto group_size(const Group& group) {
  return group.size();
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
