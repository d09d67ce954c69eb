// SPDX-License-Identifier: Apache-2.0
// Warp operations, barriers, fences, atomics and accesses with cache hints, on all their types.
template <class T>
__device__ T shuffles(T v, unsigned m, int i) {
  return __shfl_sync(m, v, i) + __shfl_up_sync(m, v, 1) + __shfl_down_sync(m, v, 2, 16) +
         __shfl_xor_sync(m, v, 4, 8);
}
template <class T>
__device__ unsigned matches(T v, unsigned m) {
  int p;
  return __match_any_sync(m, v) + __match_all_sync(m, v, &p) + p;
}
__global__ void warp(int* n, unsigned* u, long* l, unsigned long* ul, long long* ll,
                     unsigned long long* ull, float* f, double* d) {
  const unsigned m = __activemask();
  n[0] = shuffles(n[0], m, 3);
  u[1] += matches(n[0], m);
  u[0] = shuffles(u[0], m, 3);
  u[1] += matches(u[0], m);
  l[0] = shuffles(l[0], m, 3);
  u[1] += matches(l[0], m);
  ul[0] = shuffles(ul[0], m, 3);
  u[1] += matches(ul[0], m);
  ll[0] = shuffles(ll[0], m, 3);
  u[1] += matches(ll[0], m);
  ull[0] = shuffles(ull[0], m, 3);
  u[1] += matches(ull[0], m);
  f[0] = shuffles(f[0], m, 3);
  u[1] += matches(f[0], m);
  d[0] = shuffles(d[0], m, 3);
  u[1] += matches(d[0], m);
  n[1] = __all_sync(m, n[0]) + __any_sync(m, n[0]) + __uni_sync(m, n[0]);
  u[2] = __ballot_sync(m, n[0]) + __fns(m, 3, 2);
  u[3] = __reduce_add_sync(m, u[0]) + __reduce_min_sync(m, u[0]) + __reduce_max_sync(m, u[0]) +
         __reduce_and_sync(m, u[0]) + __reduce_or_sync(m, u[0]) + __reduce_xor_sync(m, u[0]);
  n[2] = __reduce_add_sync(m, n[0]) + __reduce_min_sync(m, n[0]) + __reduce_max_sync(m, n[0]);
  __syncwarp();
  __syncwarp(m);
  __syncthreads();
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  n[3] = __syncthreads_count(n[0]) + __syncthreads_and(n[0]) + __syncthreads_or(n[0]);
}
__global__ void atomics(int* n, unsigned* u, unsigned short* h, long long* l, unsigned long long* w,
                        float* f, double* d) {
  n[1] += atomicAdd(n, 1) + atomicSub(n, 1) + atomicExch(n, 1) + atomicMin(n, 1) + atomicMax(n, 1) +
          atomicCAS(n, 1, 2) + atomicAnd(n, 1) + atomicOr(n, 1) + atomicXor(n, 1);
  u[1] += atomicAdd(u, 1u) + atomicSub(u, 1u) + atomicExch(u, 1u) + atomicMin(u, 1u) +
          atomicMax(u, 1u) + atomicInc(u, 9u) + atomicDec(u, 9u) + atomicCAS(u, 1u, 2u) +
          atomicAnd(u, 1u) + atomicOr(u, 1u) + atomicXor(u, 1u);
  w[1] += atomicAdd(w, 1ull) + atomicExch(w, 1ull) + atomicMin(w, 1ull) + atomicMax(w, 1ull) +
          atomicCAS(w, 1ull, 2ull) + atomicAnd(w, 1ull) + atomicOr(w, 1ull) + atomicXor(w, 1ull);
  l[1] += atomicMin(l, 1ll) + atomicMax(l, 1ll);
  f[1] += atomicAdd(f, 1.0f) + atomicExch(f, 1.0f);
  d[1] += atomicAdd(d, 1.0);
  h[1] += atomicCAS(h, 1, 2);
  n[1] += atomicAdd_block(n, 1) + atomicSub_block(n, 1) + atomicExch_block(n, 1) +
          atomicMin_block(n, 1) + atomicMax_block(n, 1) + atomicCAS_block(n, 1, 2) +
          atomicAnd_block(n, 1) + atomicOr_block(n, 1) + atomicXor_block(n, 1);
  u[1] += atomicAdd_block(u, 1u) + atomicSub_block(u, 1u) + atomicExch_block(u, 1u) +
          atomicMin_block(u, 1u) + atomicMax_block(u, 1u) + atomicInc_block(u, 9u) +
          atomicDec_block(u, 9u) + atomicCAS_block(u, 1u, 2u) + atomicAnd_block(u, 1u) +
          atomicOr_block(u, 1u) + atomicXor_block(u, 1u);
  w[1] += atomicAdd_block(w, 1ull) + atomicExch_block(w, 1ull) + atomicMin_block(w, 1ull) +
          atomicMax_block(w, 1ull) + atomicCAS_block(w, 1ull, 2ull) + atomicAnd_block(w, 1ull) +
          atomicOr_block(w, 1ull) + atomicXor_block(w, 1ull);
  l[1] += atomicMin_block(l, 1ll) + atomicMax_block(l, 1ll);
  f[1] += atomicAdd_block(f, 1.0f) + atomicExch_block(f, 1.0f);
  d[1] += atomicAdd_block(d, 1.0);
  n[1] += atomicAdd_system(n, 1) + atomicSub_system(n, 1) + atomicExch_system(n, 1) +
          atomicMin_system(n, 1) + atomicMax_system(n, 1) + atomicCAS_system(n, 1, 2) +
          atomicAnd_system(n, 1) + atomicOr_system(n, 1) + atomicXor_system(n, 1);
  u[1] += atomicAdd_system(u, 1u) + atomicSub_system(u, 1u) + atomicExch_system(u, 1u) +
          atomicMin_system(u, 1u) + atomicMax_system(u, 1u) + atomicInc_system(u, 9u) +
          atomicDec_system(u, 9u) + atomicCAS_system(u, 1u, 2u) + atomicAnd_system(u, 1u) +
          atomicOr_system(u, 1u) + atomicXor_system(u, 1u);
  w[1] += atomicAdd_system(w, 1ull) + atomicExch_system(w, 1ull) + atomicMin_system(w, 1ull) +
          atomicMax_system(w, 1ull) + atomicCAS_system(w, 1ull, 2ull) + atomicAnd_system(w, 1ull) +
          atomicOr_system(w, 1ull) + atomicXor_system(w, 1ull);
  l[1] += atomicMin_system(l, 1ll) + atomicMax_system(l, 1ll);
  f[1] += atomicAdd_system(f, 1.0f) + atomicExch_system(f, 1.0f);
  d[1] += atomicAdd_system(d, 1.0);
}
template <class T>
__device__ void hints(T* p) {
  p[0] = __ldg(p);
  __stwb(p, __ldcg(p));
  __stcg(p, __ldca(p));
  __stcs(p, __ldcs(p));
  __stwt(p, __ldcv(p));
  *p = __ldlu(p);
}
__global__ void accesses(char* a, short2* b, float* c, double* d, float2* e, float4* f, uint4* g,
                         longlong2* h, double2* k, uchar4* l) {
  hints(a), hints(b), hints(c), hints(d), hints(e), hints(f), hints(g), hints(h), hints(k),
      hints(l);
}
