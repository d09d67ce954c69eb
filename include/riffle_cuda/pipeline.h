// SPDX-License-Identifier: Apache-2.0
// cuda::pipeline: stages of asynchronous copies. The copies are done when they are issued; what is left is the order
// between producers and consumers.
#pragma once

#include "barrier.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, unsigned char Stages>
class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;
  pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

 private:
  template <thread_scope>
  friend class pipeline;
  template <class Group, thread_scope _Sp, unsigned char _Np>
  friend RIFFLE_LIB auto make_pipeline_of(const Group& group,
                                          pipeline_shared_state<_Sp, _Np>* state, size_t producers,
                                          pipeline_role role, bool unified);
  barrier<Scope> full_[Stages];
  barrier<Scope> free_[Stages];
  unsigned refs_;
};

template <thread_scope Scope>
class pipeline {
 public:
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;

  RIFFLE_LIB void producer_acquire() {
    if (stages_ != 0 && head_ >= stages_)
      free_[head_ % stages_].wait_parity((head_ / stages_ - 1) & 1);
  }
  RIFFLE_LIB void producer_commit() {
    if (stages_ != 0) {
      riffle_copies::arrive(&full_[head_ % stages_]);
      (void)full_[head_ % stages_].arrive();
    } else {
      riffle_copies::commit();
    }
    ++head_;
  }
  RIFFLE_LIB void consumer_wait() {
    if (stages_ != 0)
      full_[tail_ % stages_].wait_parity(tail_ / stages_ & 1);
    else
      riffle_copies::await(head_ - tail_ - 1);
  }
  RIFFLE_LIB void consumer_release() {
    if (stages_ != 0) (void)free_[tail_ % stages_].arrive();
    ++tail_;
  }
  RIFFLE_LIB bool quit() { return true; }

  /// `free` and `full` of `stages` stages; none: a pipeline of one thread.
  RIFFLE_LIB pipeline(barrier<Scope>* full, barrier<Scope>* free, unsigned stages)
      : full_(full), free_(free), stages_(stages) {}

 private:
  barrier<Scope>* full_;
  barrier<Scope>* free_;
  unsigned stages_;
  unsigned head_ = 0;
  unsigned tail_ = 0;
};

RIFFLE_LIB pipeline<thread_scope_thread> make_pipeline() {
  return pipeline<thread_scope_thread>(nullptr, nullptr, 0);
}

template <class Group, thread_scope Scope, unsigned char Stages>
RIFFLE_LIB auto make_pipeline_of(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                                 size_t producers, pipeline_role, bool unified) {
  const size_t threads = group.size();
  if (group.thread_rank() == 0) {
    for (unsigned stage = 0; stage < Stages; ++stage) {
      init(&state->full_[stage], static_cast<ptrdiff_t>(producers));
      init(&state->free_[stage], static_cast<ptrdiff_t>(unified ? threads : threads - producers));
    }
  }
  group.sync();
  return pipeline<Scope>(state->full_, state->free_, Stages);
}
template <class Group, thread_scope Scope, unsigned char Stages>
RIFFLE_LIB auto make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state) {
  return make_pipeline_of(group, state, group.size(), pipeline_role::producer, true);
}
/// The first `producers` threads of the group produce.
template <class Group, thread_scope Scope, unsigned char Stages>
RIFFLE_LIB auto make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                              size_t producers) {
  return make_pipeline_of(group, state, producers, pipeline_role::producer, false);
}
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ auto make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                              pipeline_role role) {
  __shared__ unsigned producers;
  if (group.thread_rank() == 0) producers = 0;
  group.sync();
  if (role == pipeline_role::producer) atomicAdd_block(&producers, 1u);
  group.sync();
  return make_pipeline_of(group, state, producers, role, false);
}

template <class Shape, thread_scope Scope>
RIFFLE_LIB void memcpy_async(void* to, const void* from, Shape bytes, pipeline<Scope>&) {
  riffle::copy(to, from, static_cast<size_t>(bytes));
}
template <class Group, class Shape, thread_scope Scope>
RIFFLE_LIB void memcpy_async(const Group& group, void* to, const void* from, Shape bytes,
                             pipeline<Scope>&) {
  riffle::copy(group, to, from, static_cast<size_t>(bytes));
}
template <unsigned char Prior>
RIFFLE_LIB void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {
  riffle_copies::await(Prior);
}
template <thread_scope Scope>
RIFFLE_LIB void pipeline_producer_commit(pipeline<thread_scope_thread>&, barrier<Scope>& which) {
  riffle_copies::arrive(&which);
}

}  // namespace cuda
