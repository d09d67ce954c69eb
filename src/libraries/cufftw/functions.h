// SPDX-License-Identifier: Apache-2.0
// The bodies of cuFFTW's functions, by the type of real numbers. cufftw_entries.cpp, which is made from the table, calls them.
#pragma once

#include <cufftw.h>

#include "libraries/cufftw/plan.h"

namespace riffle::cufftw {

template <class R>
using FftwComplex = R[2];

template <class R>
fftw_plan plan_dft(int rank, const int* n, FftwComplex<R>* in, FftwComplex<R>* out, int sign,
                   unsigned flags) {
  return basic_plan<R>(TransformKind::kComplex, rank, n, in, out, sign, flags);
}
template <class R>
fftw_plan plan_dft_1d(int n, FftwComplex<R>* in, FftwComplex<R>* out, int sign, unsigned flags) {
  return plan_dft<R>(1, &n, in, out, sign, flags);
}
template <class R>
fftw_plan plan_dft_2d(int n0, int n1, FftwComplex<R>* in, FftwComplex<R>* out, int sign,
                      unsigned flags) {
  const int n[] = {n0, n1};
  return plan_dft<R>(2, n, in, out, sign, flags);
}
template <class R>
fftw_plan plan_dft_3d(int n0, int n1, int n2, FftwComplex<R>* in, FftwComplex<R>* out, int sign,
                      unsigned flags) {
  const int n[] = {n0, n1, n2};
  return plan_dft<R>(3, n, in, out, sign, flags);
}

template <class R>
fftw_plan plan_dft_r2c(int rank, const int* n, R* in, FftwComplex<R>* out, unsigned flags) {
  return basic_plan<R>(TransformKind::kRealToComplex, rank, n, in, out, FFTW_FORWARD, flags);
}
template <class R>
fftw_plan plan_dft_r2c_1d(int n, R* in, FftwComplex<R>* out, unsigned flags) {
  return plan_dft_r2c<R>(1, &n, in, out, flags);
}
template <class R>
fftw_plan plan_dft_r2c_2d(int n0, int n1, R* in, FftwComplex<R>* out, unsigned flags) {
  const int n[] = {n0, n1};
  return plan_dft_r2c<R>(2, n, in, out, flags);
}
template <class R>
fftw_plan plan_dft_r2c_3d(int n0, int n1, int n2, R* in, FftwComplex<R>* out, unsigned flags) {
  const int n[] = {n0, n1, n2};
  return plan_dft_r2c<R>(3, n, in, out, flags);
}

template <class R>
fftw_plan plan_dft_c2r(int rank, const int* n, FftwComplex<R>* in, R* out, unsigned flags) {
  return basic_plan<R>(TransformKind::kComplexToReal, rank, n, in, out, FFTW_BACKWARD, flags);
}
template <class R>
fftw_plan plan_dft_c2r_1d(int n, FftwComplex<R>* in, R* out, unsigned flags) {
  return plan_dft_c2r<R>(1, &n, in, out, flags);
}
template <class R>
fftw_plan plan_dft_c2r_2d(int n0, int n1, FftwComplex<R>* in, R* out, unsigned flags) {
  const int n[] = {n0, n1};
  return plan_dft_c2r<R>(2, n, in, out, flags);
}
template <class R>
fftw_plan plan_dft_c2r_3d(int n0, int n1, int n2, FftwComplex<R>* in, R* out, unsigned flags) {
  const int n[] = {n0, n1, n2};
  return plan_dft_c2r<R>(3, n, in, out, flags);
}

template <class R>
fftw_plan plan_many_dft(int rank, const int* n, int batch, FftwComplex<R>* in, const int* inembed,
                        int istride, int idist, FftwComplex<R>* out, const int* onembed,
                        int ostride, int odist, int sign, unsigned flags) {
  return many_plan<R>(TransformKind::kComplex, rank, n, batch, in, {inembed, istride, idist}, out,
                      {onembed, ostride, odist}, sign, flags);
}
template <class R>
fftw_plan plan_many_dft_r2c(int rank, const int* n, int batch, R* in, const int* inembed,
                            int istride, int idist, FftwComplex<R>* out, const int* onembed,
                            int ostride, int odist, unsigned flags) {
  return many_plan<R>(TransformKind::kRealToComplex, rank, n, batch, in, {inembed, istride, idist},
                      out, {onembed, ostride, odist}, FFTW_FORWARD, flags);
}
template <class R>
fftw_plan plan_many_dft_c2r(int rank, const int* n, int batch, FftwComplex<R>* in,
                            const int* inembed, int istride, int idist, R* out, const int* onembed,
                            int ostride, int odist, unsigned flags) {
  return many_plan<R>(TransformKind::kComplexToReal, rank, n, batch, in, {inembed, istride, idist},
                      out, {onembed, ostride, odist}, FFTW_BACKWARD, flags);
}

// Both forms of guru plans, which differ in the type of dimensions alone.
template <class R, class Dim>
fftw_plan plan_guru_dft(int rank, const Dim* dims, int batch_rank, const Dim* batch_dims,
                        FftwComplex<R>* in, FftwComplex<R>* out, int sign, unsigned flags) {
  return guru_plan<R>(TransformKind::kComplex, rank, dims, batch_rank, batch_dims, in, out, sign,
                      flags);
}
template <class R, class Dim>
fftw_plan plan_guru_dft_r2c(int rank, const Dim* dims, int batch_rank, const Dim* batch_dims, R* in,
                            FftwComplex<R>* out, unsigned flags) {
  return guru_plan<R>(TransformKind::kRealToComplex, rank, dims, batch_rank, batch_dims, in, out,
                      FFTW_FORWARD, flags);
}
template <class R, class Dim>
fftw_plan plan_guru_dft_c2r(int rank, const Dim* dims, int batch_rank, const Dim* batch_dims,
                            FftwComplex<R>* in, R* out, unsigned flags) {
  return guru_plan<R>(TransformKind::kComplexToReal, rank, dims, batch_rank, batch_dims, in, out,
                      FFTW_BACKWARD, flags);
}
template <class R>
fftw_plan plan_guru64_dft(int rank, const fftw_iodim64* dims, int batch_rank,
                          const fftw_iodim64* batch_dims, FftwComplex<R>* in, FftwComplex<R>* out,
                          int sign, unsigned flags) {
  return plan_guru_dft<R>(rank, dims, batch_rank, batch_dims, in, out, sign, flags);
}
template <class R>
fftw_plan plan_guru64_dft_r2c(int rank, const fftw_iodim64* dims, int batch_rank,
                              const fftw_iodim64* batch_dims, R* in, FftwComplex<R>* out,
                              unsigned flags) {
  return plan_guru_dft_r2c<R>(rank, dims, batch_rank, batch_dims, in, out, flags);
}
template <class R>
fftw_plan plan_guru64_dft_c2r(int rank, const fftw_iodim64* dims, int batch_rank,
                              const fftw_iodim64* batch_dims, FftwComplex<R>* in, R* out,
                              unsigned flags) {
  return plan_guru_dft_c2r<R>(rank, dims, batch_rank, batch_dims, in, out, flags);
}

template <class R>
void execute(fftw_plan plan) {
  run<R>(plan);
}
template <class R>
void execute_dft(fftw_plan plan, FftwComplex<R>* in, FftwComplex<R>* out) {
  run<R>(plan, TransformKind::kComplex, in, out);
}
template <class R>
void execute_dft_r2c(fftw_plan plan, R* in, FftwComplex<R>* out) {
  run<R>(plan, TransformKind::kRealToComplex, in, out);
}
template <class R>
void execute_dft_c2r(fftw_plan plan, FftwComplex<R>* in, R* out) {
  run<R>(plan, TransformKind::kComplexToReal, in, out);
}

template <class R>
void destroy_plan(fftw_plan plan) {
  delete static_cast<FftwPlan*>(plan);
}
template <class R>
void cleanup() {}
template <class R>
void* allocate(size_t bytes) {
  return aligned_memory(bytes);
}
template <class R>
void release(void* pointer) {
  std::free(pointer);
}
template <class R>
void set_timelimit(double) {}
// There is no wisdom: plans take no time that it would save.
template <class R>
void export_wisdom_to_file(FILE*) {}
template <class R>
int import_wisdom_from_file(FILE*) {
  return 0;
}
template <class R>
void print_plan(fftw_plan plan) {
  if (plan != nullptr) print(*static_cast<const FftwPlan*>(plan));
}
template <class R>
double cost(fftw_plan plan) {
  return plan == nullptr ? 0 : steps(*static_cast<const FftwPlan*>(plan)) * 5;
}
template <class R>
void flops(fftw_plan plan, double* add, double* mul, double* fma) {
  const double count = plan == nullptr ? 0 : steps(*static_cast<const FftwPlan*>(plan));
  if (add != nullptr) *add = 3 * count;
  if (mul != nullptr) *mul = 2 * count;
  if (fma != nullptr) *fma = 0;
}

}  // namespace riffle::cufftw
