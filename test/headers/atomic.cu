// SPDX-License-Identifier: Apache-2.0
// Everything of <cuda/atomic> without CCCL: members of cuda::atomic, of a volatile one and of cuda::atomic_ref, types of
// all kinds, flags, fences, and cuda::std's functions; on both sides.
#include <cstdio>
#include <cuda/atomic>
struct Pair {
  float a, b;
};
struct Big {
  int v[5];
};
struct Three {
  char c[3];
};
template <class A>
__host__ __device__ int integers(A& a) {
  int bad = 0;
  a = 1;
  bad += a != 1;
  a.store(5);
  bad += a.load() != 5;
  bad += a.exchange(7) != 5;
  bad += a.fetch_add(3) != 7;
  bad += a.fetch_sub(1) != 10;
  bad += a.fetch_and(0xd) != 9;
  bad += a.fetch_or(2) != 9;
  bad += a.fetch_xor(1) != 11;
  bad += a.fetch_min(4) != 10;
  bad += a.fetch_max(20) != 4;
  bad += ++a != 21;
  bad += a++ != 21;
  bad += --a != 21;
  bad += a-- != 21;
  bad += (a += 5) != 25;
  bad += (a -= 1) != 24;
  bad += (a &= 16) != 16;
  bad += (a |= 1) != 17;
  bad += (a ^= 3) != 18;
  typename A::value_type e = 3;
  bad += a.compare_exchange_strong(e, 9);
  bad += e != 18;
  bad += !a.compare_exchange_weak(e, 9, cuda::memory_order_acq_rel, cuda::memory_order_relaxed);
  bad += a != 9;
  a.wait(1);
  a.notify_one();
  a.notify_all();
  bad += !a.is_lock_free();
  return bad;
}
template <class T, cuda::thread_scope S>
__host__ __device__ int all() {
  cuda::atomic<T, S> a{0};
  int bad = integers(a);
  volatile cuda::atomic<T, S> v{0};
  bad += integers(v);
  T plain = 0;
  cuda::atomic_ref<T, S> r(plain);
  bad += integers(r);
  return bad;
}
__host__ __device__ int work() {
  int bad =
      all<int, cuda::thread_scope_device>() + all<unsigned long long, cuda::thread_scope_system>() +
      all<size_t, cuda::thread_scope_block>() + all<long, cuda::thread_scope_thread>() +
      all<short, cuda::thread_scope_device>() + all<unsigned char, cuda::thread_scope_device>() +
      all<uint64_t, cuda::thread_scope_device>();
  cuda::atomic<float> f{1.5f};
  bad += f.fetch_add(2.f) != 1.5f;
  bad += (f -= 1.f) != 2.5f;
  bad += f.fetch_max(9.f) != 2.5f;
  bad += f.fetch_min(-1.f) != 9.f;
  bad += f != -1.f;
  cuda::atomic<double, cuda::thread_scope_device> d;
  d = 2;
  bad += d != 2.0;
  d += 1;
  bad += d.load(cuda::std::memory_order_relaxed) != 3.0;
  int x[4];
  cuda::atomic<int*> p{x};
  bad += p++ != x;
  bad += (p += 2) != x + 3;
  bad += p.fetch_sub(1) != x + 3;
  bad += p != x + 2;
  bad += --p != x + 1;
  cuda::atomic<bool> b{false};
  bad += b.exchange(true);
  b = false;
  bad += b;
  cuda::atomic<Pair> q{Pair{1, 2}};
  Pair w = q.load();
  bad += w.b != 2;
  bad += !q.compare_exchange_strong(w, Pair{3, 4});
  bad += q.load().a != 3;
  cuda::atomic<Big> g;
  g = Big{{1, 2, 3, 4, 5}};
  Big h = g;
  bad += h.v[4] != 5;
  bad += g.is_lock_free();
  bad += !g.compare_exchange_strong(h, Big{{2}});
  bad += g.load().v[0] != 2;
  cuda::atomic<Three> t{Three{{1, 2, 3}}};
  bad += t.load().c[2] != 3;
  cuda::atomic_flag l;
  bad += l.test_and_set();
  bad += !l.test();
  l.clear();
  cuda::std::atomic_flag l2 = ATOMIC_FLAG_INIT;
  bad += cuda::std::atomic_flag_test_and_set(&l2);
  cuda::std::atomic<int> s(3);
  bad += cuda::std::atomic_fetch_add(&s, 2) != 3;
  bad += cuda::std::atomic_load_explicit(&s, cuda::std::memory_order_acquire) != 5;
  cuda::std::atomic_store(&s, 8);
  int e = 8;
  bad += !cuda::std::atomic_compare_exchange_strong(&s, &e, 1);
  cuda::std::atomic_uint32_t u{1};
  u++;
  bad += u != 2u;
  cuda::std::atomic_init(&u, 5u);
  bad += cuda::std::atomic_exchange(&u, 6u) != 5u;
  cuda::atomic_thread_fence(cuda::std::memory_order_seq_cst, cuda::thread_scope_device);
  cuda::std::atomic_thread_fence(cuda::std::memory_order_acquire);
  cuda::std::atomic_signal_fence(cuda::std::memory_order_release);
  enum E { A, B };
  cuda::atomic<E> en{A};
  en = B;
  bad += en != B;
  const cuda::atomic<int> c{4};
  bad += c.load() != 4;
  bad += c != 4;
  bad += cuda::std::atomic_fetch_max(&s, 100) != 1;
  bad += s != 100;
  return bad;
}
__global__ void k(int* bad) { atomicAdd(bad, work()); }
__global__ void locked(cuda::atomic<Big, cuda::thread_scope_device>* g) {
  Big old = g->load(), next;
  do {
    next = old;
    ++next.v[0];
    next.v[4] += 2;
  } while (!g->compare_exchange_weak(old, next));
}
int main() {
  int* bad;
  cudaMallocManaged(&bad, 4);
  *bad = 0;
  k<<<4, 64>>>(bad);
  cudaDeviceSynchronize();
  cuda::atomic<Big, cuda::thread_scope_device>* g;
  cudaMallocManaged(&g, sizeof *g);
  new (g) cuda::atomic<Big, cuda::thread_scope_device>(Big{});
  locked<<<4, 64>>>(g);
  cudaDeviceSynchronize();
  printf("device %d host %d locked %d %d, %d\n", *bad, work(), g->load().v[0], g->load().v[4],
         (int)sizeof(cuda::atomic<Three>));
  return *bad != 0 || work() != 0;
}
