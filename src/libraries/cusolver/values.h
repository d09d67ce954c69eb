// SPDX-License-Identifier: Apache-2.0
// Singular values and eigenvalues. What cuSOLVER computes by Jacobi's method comes by LAPACK's other ones: values and vectors
// are as exact, and tolerances, sweeps and their number have no effect.
#pragma once

#include "libraries/cusolver/operation.h"

namespace riffle::cusolver {

// --- Singular values ---

template <class T>
cusolverStatus_t gebrd_buffer_size(cusolverDnHandle_t handle, int m, int n, int* size) {
  SolverChecks checks(handle);
  if (with_lapack(checks.size(m).size(n).there(size)).failed()) return checks.status();
  *size = best_size<T>([&](T* work, int lwork, int* info) {
    const T* const none = nullptr;
    const Real<T>* const no_reals = nullptr;
    fortran<T, "?gebrd">(m, n, none, std::max(m, 1), no_reals, no_reals, none, none, work, lwork,
                         info);
  });
  return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
cusolverStatus_t gebrd(cusolverDnHandle_t handle, int m, int n, T* a, int lda, Real<T>* d,
                       Real<T>* e, T* tau_q, T* tau_p, T* work, int lwork, int* info) {
  SolverChecks checks(handle);
  checks.size(m).size(n).leading(lda, m).require(m >= n).require(lwork >= std::max({1, m, n}));
  if (with_lapack(checks).failed()) return checks.status();
  return enqueue(handle, info, [=] {
    int said = 0;
    fortran<T, "?gebrd">(m, n, a, lda, d, e, tau_q, tau_p, work, lwork, &said);
    return said;
  });
}

/// gesvd of LAPACK; complex matrices need real memory to work with, too.
template <class T>
int decompose(char jobu, char jobvt, Size m, Size n, T* a, Size lda, Real<T>* s, T* u, Size ldu,
              T* vt, Size ldvt, T* work, Size lwork, Real<T>* reals) {
  int info = 0;
  if constexpr (kIsComplex<T>)
    fortran<T, "?gesvd">(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, reals, &info);
  else
    fortran<T, "?gesvd">(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, &info);
  return info;
}
inline Size reals_of_svd(Size m, Size n) { return std::max<Size>(1, 5 * std::min(m, n)); }

template <class T>
int size_of_svd(Size m, Size n) {
  T best{};
  Real<T> real{};
  const Size ld = std::max<Size>({m, n, 1});
  decompose<T>('A', 'A', m, n, nullptr, ld, nullptr, nullptr, ld, nullptr, ld, &best, -1, &real);
  return std::max(1, first_real(best));
}

inline bool is_job(signed char job) { return job == 'A' || job == 'S' || job == 'O' || job == 'N'; }
inline SolverChecks check_svd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt,
                              Size m, Size n, Size lda, Size ldu, Size ldvt) {
  SolverChecks checks(handle);
  checks.require(is_job(jobu) && is_job(jobvt) && !(jobu == 'O' && jobvt == 'O'));
  checks.size(m).size(n).require(m >= n).leading(lda, m);  // cuSOLVER's own limit
  checks.leading(ldu, jobu == 'A' || jobu == 'S' ? m : 1);
  checks.leading(ldvt, jobvt == 'A' || jobvt == 'S' ? n : 1);
  return with_lapack(checks);
}

template <class T>
cusolverStatus_t gesvd_buffer_size(cusolverDnHandle_t handle, int m, int n, int* size) {
  SolverChecks checks(handle);
  checks.size(m).size(n).there(size);
  if (with_lapack(checks).failed()) return checks.status();
  *size = size_of_svd<T>(m, n);
  return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
cusolverStatus_t gesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n,
                       T* a, int lda, Real<T>* s, T* u, int ldu, T* vt, int ldvt, T* work,
                       int lwork, Real<T>*, int* info) {
  SolverChecks checks = check_svd(handle, jobu, jobvt, m, n, lda, ldu, ldvt);
  if (checks.require(lwork >= 1).failed()) return checks.status();
  std::vector<Real<T>> reals(static_cast<std::size_t>(reals_of_svd(m, n)));
  const Size least = std::min(m, n);
  touches(handle)
      .changes(matrix(a, m, n, lda))
      .writes(vector(work, lwork))
      .writes(vector(s, least))
      .writes(matrix(u, jobu == 'A' || jobu == 'S' ? m : 0, jobu == 'A' ? m : least, ldu))
      .writes(matrix(vt,
                     jobvt == 'A'   ? n
                     : jobvt == 'S' ? least
                                    : 0,
                     n, ldvt));
  return enqueue(handle, info, [=]() mutable {
    return decompose<T>(static_cast<char>(jobu), static_cast<char>(jobvt), m, n, a, lda, s, u, ldu,
                        vt, ldvt, work, lwork, reals.data());
  });
}

/// One decomposition of those that give V, not its conjugate transpose, with the memory that it works in.
template <class T>
class JacobiForm {
 public:
  JacobiForm(bool wants_vectors, bool is_thin, int m, int n)
      : wants_vectors_(wants_vectors),
        m_(m),
        n_(n),
        columns_(is_thin ? std::min(m, n) : m),
        rows_(is_thin ? std::min(m, n) : n),
        job_(!wants_vectors ? 'N'
             : is_thin      ? 'S'
                            : 'A'),
        reals_(static_cast<std::size_t>(reals_of_svd(m, n))),
        work_(static_cast<std::size_t>(size_of_svd<T>(m, n))),
        transposed_(wants_vectors ? static_cast<std::size_t>(std::max(1, rows_ * n)) : 1) {}

  int run(T* a, int lda, Real<T>* s, T* u, int ldu, T* v, int ldv) {
    const int said =
        decompose<T>(job_, job_, m_, n_, a, lda, s, u, ldu, transposed_.data(), std::max(1, rows_),
                     work_.data(), static_cast<Size>(work_.size()), reals_.data());
    if (!wants_vectors_) return said;
    for (Size j = 0; j < rows_; ++j)
      for (Size i = 0; i < n_; ++i)
        v[i + j * ldv] = cublas::conjugate(transposed_[static_cast<std::size_t>(j + i * rows_)]);
    return said;
  }

 private:
  bool wants_vectors_;
  int m_, n_, columns_, rows_;
  char job_;
  std::vector<Real<T>> reals_;
  std::vector<T> work_, transposed_;
};

template <class T>
SolverChecks check_gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, int lda,
                          int ldu, int ldv, gesvdjInfo_t params) {
  SolverChecks checks(handle);
  const bool has_vectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  checks.one_of(jobz).size(m).size(n).leading(lda, m).leading(ldu, has_vectors ? m : 1);
  checks.leading(ldv, has_vectors ? n : 1).there(params);
  return with_lapack(checks);
}
template <class T>
cusolverStatus_t gesvdj_buffer_size(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int, int m,
                                    int n, const T*, int lda, const Real<T>*, const T*, int ldu,
                                    const T*, int ldv, int* size, gesvdjInfo_t params) {
  SolverChecks checks = check_gesvdj<T>(handle, jobz, m, n, lda, ldu, ldv, params);
  if (checks.there(size).failed()) return checks.status();
  *size = 1;  // the call has its own
  return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
cusolverStatus_t gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n,
                        T* a, int lda, Real<T>* s, T* u, int ldu, T* v, int ldv, T*, int, int* info,
                        gesvdjInfo_t params) {
  SolverChecks checks = check_gesvdj<T>(handle, jobz, m, n, lda, ldu, ldv, params);
  if (checks.failed()) return checks.status();
  JacobiForm<T> form(jobz == CUSOLVER_EIG_MODE_VECTOR, econ != 0, m, n);
  return enqueue(handle, info, [=]() mutable { return form.run(a, lda, s, u, ldu, v, ldv); });
}
template <class T>
cusolverStatus_t gesvdj_batched_buffer_size(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                            int m, int n, const T* a, int lda, const Real<T>* s,
                                            const T* u, int ldu, const T* v, int ldv, int* size,
                                            gesvdjInfo_t params, int) {
  return gesvdj_buffer_size<T>(handle, jobz, 0, m, n, a, lda, s, u, ldu, v, ldv, size, params);
}
template <class T>
cusolverStatus_t gesvdj_batched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n,
                                T* a, int lda, Real<T>* s, T* u, int ldu, T* v, int ldv, T*, int,
                                int* infos, gesvdjInfo_t params, int count) {
  SolverChecks checks = check_gesvdj<T>(handle, jobz, m, n, lda, ldu, ldv, params);
  constexpr int kMost = 32;  // cuSOLVER's own limit
  checks.size(count).require(m <= kMost && n <= kMost).there(infos);
  if (checks.failed()) return checks.status();
  JacobiForm<T> form(jobz == CUSOLVER_EIG_MODE_VECTOR, false, m, n);
  return enqueue(handle, nullptr, [=]() mutable {
    for (Size i = 0; i < count; ++i)
      infos[i] = form.run(a + i * lda * n, lda, s + i * std::min(m, n), u + i * ldu * m, ldu,
                          v + i * ldv * n, ldv);
    return 0;
  });
}

// --- Eigenvalues ---

/// syevd and heevd of LAPACK, with the memory that they need besides `work`.
template <class T>
class Eigenproblem {
 public:
  Eigenproblem(cusolverEigMode_t jobz, cublasFillMode_t uplo, int n)
      : jobz_(letter(jobz)), uplo_(letter(uplo)), n_(n) {
    T best{};
    Real<T> reals{};
    int integers = 0;
    call(static_cast<T*>(nullptr), std::max(n, 1), static_cast<Real<T>*>(nullptr), &best, -1,
         &reals, -1, &integers, -1);
    size_ = std::max(1, first_real(best));
    reals_.resize(static_cast<std::size_t>(std::max(1, static_cast<int>(reals))));
    integers_.resize(static_cast<std::size_t>(std::max(1, integers)));
  }
  /// Of `work`, in elements.
  [[nodiscard]] int size() const { return size_; }

  int run(T* a, int lda, Real<T>* w, T* work, int lwork) {
    return call(a, lda, w, work, lwork, reals_.data(), static_cast<int>(reals_.size()),
                integers_.data(), static_cast<int>(integers_.size()));
  }

 private:
  int call(T* a, int lda, Real<T>* w, T* work, int lwork, Real<T>* reals, int real_count,
           int* integers, int integer_count) const {
    int info = 0;
    if constexpr (kIsComplex<T>)
      fortran<T, "?heevd">(jobz_, uplo_, n_, a, lda, w, work, lwork, reals, real_count, integers,
                           integer_count, &info);
    else
      fortran<T, "?syevd">(jobz_, uplo_, n_, a, lda, w, work, lwork, integers, integer_count,
                           &info);
    return info;
  }

  char jobz_, uplo_;
  int n_;
  int size_ = 1;
  std::vector<Real<T>> reals_;
  std::vector<int> integers_;
};

inline SolverChecks check_eigen(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                cublasFillMode_t uplo, Size n, Size lda) {
  SolverChecks checks(handle);
  return with_lapack(checks.one_of(jobz).one_of(uplo).size(n).leading(lda, n));
}

template <class T>
cusolverStatus_t syevd_buffer_size(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                   cublasFillMode_t uplo, int n, const T*, int lda, const Real<T>*,
                                   int* size) {
  SolverChecks checks = check_eigen(handle, jobz, uplo, n, lda);
  if (checks.there(size).failed()) return checks.status();
  *size = Eigenproblem<T>(jobz, uplo, n).size();
  return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
cusolverStatus_t syevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                       int n, T* a, int lda, Real<T>* w, T* work, int lwork, int* info) {
  SolverChecks checks = check_eigen(handle, jobz, uplo, n, lda);
  if (checks.failed()) return checks.status();
  Eigenproblem<T> problem(jobz, uplo, n);
  if (checks.require(lwork >= problem.size()).failed()) return checks.status();
  const bool is_whole = jobz == CUSOLVER_EIG_MODE_VECTOR;
  const bool is_lower = uplo == CUBLAS_FILL_MODE_LOWER;
  touches(handle)
      .changes(matrix(a, n, n, lda, part_of(uplo)))
      .writes(matrix(a, is_whole ? n : 0, n, lda,
                     is_lower ? cublas::Part::kAbove : cublas::Part::kBelow))
      .writes(vector(work, lwork))
      .writes(vector(w, n));
  return enqueue(handle, info, [=]() mutable { return problem.run(a, lda, w, work, lwork); });
}

template <class T>
cusolverStatus_t syevj_buffer_size(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                   cublasFillMode_t uplo, int n, const T* a, int lda,
                                   const Real<T>* w, int* size, syevjInfo_t params) {
  if (params == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  return syevd_buffer_size<T>(handle, jobz, uplo, n, a, lda, w, size);
}
template <class T>
cusolverStatus_t syevj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                       int n, T* a, int lda, Real<T>* w, T* work, int lwork, int* info,
                       syevjInfo_t params) {
  if (params == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  return syevd<T>(handle, jobz, uplo, n, a, lda, w, work, lwork, info);
}
template <class T>
cusolverStatus_t syevj_batched_buffer_size(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                           cublasFillMode_t uplo, int n, const T* a, int lda,
                                           const Real<T>* w, int* size, syevjInfo_t params, int) {
  return syevj_buffer_size<T>(handle, jobz, uplo, n, a, lda, w, size, params);
}
template <class T>
cusolverStatus_t syevj_batched(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                               cublasFillMode_t uplo, int n, T* a, int lda, Real<T>* w, T* work,
                               int lwork, int* infos, syevjInfo_t params, int count) {
  SolverChecks checks = check_eigen(handle, jobz, uplo, n, lda);
  if (checks.there(params).there(infos).size(count).failed()) return checks.status();
  Eigenproblem<T> problem(jobz, uplo, n);
  if (checks.require(lwork >= problem.size()).failed()) return checks.status();
  return enqueue(handle, nullptr, [=]() mutable {
    for (Size i = 0; i < count; ++i)
      infos[i] = problem.run(a + i * lda * n, lda, w + i * n, work, lwork);
    return 0;
  });
}

/// sygvd and hegvd.
template <class T>
class PairProblem {
 public:
  PairProblem(cusolverEigType_t type, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n)
      : type_(type), jobz_(letter(jobz)), uplo_(letter(uplo)), n_(n) {
    T best{};
    Real<T> reals{};
    int integers = 0;
    T* const none = nullptr;
    call(none, std::max(n, 1), none, std::max(n, 1), static_cast<Real<T>*>(nullptr), &best, -1,
         &reals, -1, &integers, -1);
    size_ = std::max(1, first_real(best));
    reals_.resize(static_cast<std::size_t>(std::max(1, static_cast<int>(reals))));
    integers_.resize(static_cast<std::size_t>(std::max(1, integers)));
  }
  [[nodiscard]] int size() const { return size_; }

  int run(T* a, int lda, T* b, int ldb, Real<T>* w, T* work, int lwork) {
    return call(a, lda, b, ldb, w, work, lwork, reals_.data(), static_cast<int>(reals_.size()),
                integers_.data(), static_cast<int>(integers_.size()));
  }

 private:
  int call(T* a, int lda, T* b, int ldb, Real<T>* w, T* work, int lwork, Real<T>* reals,
           int real_count, int* integers, int integer_count) const {
    int info = 0;
    if constexpr (kIsComplex<T>)
      fortran<T, "?hegvd">(type_, jobz_, uplo_, n_, a, lda, b, ldb, w, work, lwork, reals,
                           real_count, integers, integer_count, &info);
    else
      fortran<T, "?sygvd">(type_, jobz_, uplo_, n_, a, lda, b, ldb, w, work, lwork, integers,
                           integer_count, &info);
    return info;
  }

  int type_;
  char jobz_, uplo_;
  int n_;
  int size_ = 1;
  std::vector<Real<T>> reals_;
  std::vector<int> integers_;
};

inline SolverChecks check_pair(cusolverDnHandle_t handle, cusolverEigType_t type,
                               cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, int lda,
                               int ldb) {
  SolverChecks checks = check_eigen(handle, jobz, uplo, n, lda);
  return checks.require(type >= CUSOLVER_EIG_TYPE_1 && type <= CUSOLVER_EIG_TYPE_3).leading(ldb, n);
}
template <class T>
cusolverStatus_t sygvd_buffer_size(cusolverDnHandle_t handle, cusolverEigType_t type,
                                   cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T*,
                                   int lda, const T*, int ldb, const Real<T>*, int* size) {
  SolverChecks checks = check_pair(handle, type, jobz, uplo, n, lda, ldb);
  if (checks.there(size).failed()) return checks.status();
  *size = PairProblem<T>(type, jobz, uplo, n).size();
  return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
cusolverStatus_t sygvd(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t jobz,
                       cublasFillMode_t uplo, int n, T* a, int lda, T* b, int ldb, Real<T>* w,
                       T* work, int lwork, int* info) {
  SolverChecks checks = check_pair(handle, type, jobz, uplo, n, lda, ldb);
  if (checks.failed()) return checks.status();
  PairProblem<T> problem(type, jobz, uplo, n);
  if (checks.require(lwork >= problem.size()).failed()) return checks.status();
  return enqueue(handle, info,
                 [=]() mutable { return problem.run(a, lda, b, ldb, w, work, lwork); });
}

}  // namespace riffle::cusolver
