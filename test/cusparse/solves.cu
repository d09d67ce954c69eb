// SPDX-License-Identifier: Apache-2.0
// Triangular systems, incomplete factors, systems of few diagonals, against plain evaluation.
#include "typed.h"

static cusparseHandle_t handle;
constexpr cusparseOperation_t kOps[] = {CUSPARSE_OPERATION_NON_TRANSPOSE,
                                        CUSPARSE_OPERATION_TRANSPOSE,
                                        CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};

/// The triangle that a solve reads.
static Dense triangle_of(const Dense& a, bool is_lower, bool is_unit) {
  Dense t(a.rows, a.cols);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      if (i == j)
        t(i, j) = is_unit ? 1.0 : a(i, j);
      else if ((j < i) == is_lower)
        t(i, j) = a(i, j);
  return t;
}

template <class T>
void triangular(cusparseFormat_t format, int variant) {
  const cudaDataType type = Letter<T>::type;
  const int n = 1 + int(random_below(40)), columns = 1 + int(random_below(20));
  // Small elements beside the diagonal: solutions stay small.
  Dense a = random_square(n, type, 3, 8);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i != j) a(i, j) /= 4;
  Plan plan{format, type};
  plan.index = plan.offset = variant % 2 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
  plan.base = variant / 2 % 2 ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
  const SparsePointer s = make_sparse(a, plan);
  const bool is_lower = variant & 4, is_unit = variant & 8;
  cusparseFillMode_t fill = is_lower ? CUSPARSE_FILL_MODE_LOWER : CUSPARSE_FILL_MODE_UPPER;
  cusparseDiagType_t diag = is_unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
  MUST(cusparseSpMatSetAttribute(s->descr, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  MUST(cusparseSpMatSetAttribute(s->descr, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
  const Value alpha = is_complex(type) ? Value(1.5, 0.5) : Value(1.5);
  const T factor = typed<T>(alpha);
  for (const auto op : kOps) {
    const Dense m = op_of(triangle_of(a, is_lower, is_unit), op);
    const auto op_b = kOps[random_below(3)];
    const Dense wanted = random_dense(n, columns, type);
    Dense b = times(m, wanted);
    for (Value& v : b.v) v /= alpha;
    const DeviceDense db(op_of(b, op_b), type,
                         random_below(2) ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
    const DeviceDense dx(Dense(n, columns), type,
                         random_below(2) ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
    cusparseSpSMDescr_t descr;
    MUST(cusparseSpSM_createDescr(&descr));
    size_t bytes = 0;
    MUST(cusparseSpSM_bufferSize(handle, op, op_b, &factor, s->descr, db.descr, dx.descr, type,
                                 CUSPARSE_SPSM_ALG_DEFAULT, descr, &bytes));
    const Array buffer = allocate(bytes);
    MUST(cusparseSpSM_analysis(handle, op, op_b, &factor, s->descr, db.descr, dx.descr, type,
                               CUSPARSE_SPSM_ALG_DEFAULT, descr, *buffer));
    MUST(cusparseSpSM_solve(handle, op, op_b, &factor, s->descr, db.descr, dx.descr, type,
                            CUSPARSE_SPSM_ALG_DEFAULT, descr));
    MUST(cudaDeviceSynchronize());
    expect(dx, wanted, std::string("SpSM ") + name_of(format) + " op " + std::to_string(op));
    MUST(cusparseSpSM_destroyDescr(descr));

    std::vector<Value> column(n), solution(n);
    for (int i = 0; i < n; ++i) column[i] = b(i, 0), solution[i] = wanted(i, 0);
    const Typed<T> vb(column), vx(n);
    cusparseDnVecDescr_t db1, dx1;
    MUST(cusparseCreateDnVec(&db1, n, static_cast<T*>(vb), type));
    MUST(cusparseCreateDnVec(&dx1, n, static_cast<T*>(vx), type));
    cusparseSpSVDescr_t one;
    MUST(cusparseSpSV_createDescr(&one));
    MUST(cusparseSpSV_bufferSize(handle, op, &factor, s->descr, db1, dx1, type,
                                 CUSPARSE_SPSV_ALG_DEFAULT, one, &bytes));
    const Array second = allocate(bytes);
    MUST(cusparseSpSV_analysis(handle, op, &factor, s->descr, db1, dx1, type,
                               CUSPARSE_SPSV_ALG_DEFAULT, one, *second));
    MUST(cusparseSpSV_solve(handle, op, &factor, s->descr, db1, dx1, type,
                            CUSPARSE_SPSV_ALG_DEFAULT, one));
    MUST(cudaDeviceSynchronize());
    expect_values(vx, solution,
                  std::string("SpSV ") + name_of(format) + " op " + std::to_string(op));
    MUST(cusparseSpSV_destroyDescr(one));
    cusparseDestroyDnVec(db1);
    cusparseDestroyDnVec(dx1);
  }
}

TYPED(ilu_size, csrilu02_bufferSize)
TYPED(ilu_analysis, csrilu02_analysis)
TYPED(ilu, csrilu02)
TYPED(ic_size, csric02_bufferSize)
TYPED(ic_analysis, csric02_analysis)
TYPED(ic, csric02)

template <class T>
void incomplete(int round) {
  const cudaDataType type = Letter<T>::type;
  const int n = 1 + int(random_below(40)), base = round % 2;
  Dense a = random_square(n, type, 4, 12);
  // Hermitian, with a diagonal that outweighs the rest.
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) a(j, i) = std::conj(a(i, j) /= 2);
  const TypedCsr<T> lu(a, base), cholesky(a, base);
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  int bytes = 0, position = 0;
  {
    csrilu02Info_t info;
    MUST(cusparseCreateCsrilu02Info(&info));
    MUST(ilu_size<T>(handle, n, lu.nnz(), lu.descr, static_cast<T*>(lu.values), at<int>(lu.offsets),
                     at<int>(lu.columns), info, &bytes));
    const Array buffer = allocate(bytes);
    MUST(ilu_analysis<T>(handle, n, lu.nnz(), lu.descr, static_cast<const T*>(lu.values),
                         at<int>(lu.offsets), at<int>(lu.columns), info, policy, buffer->data));
    MUST(ilu<T>(handle, n, lu.nnz(), lu.descr, static_cast<T*>(lu.values), at<int>(lu.offsets),
                at<int>(lu.columns), info, policy, buffer->data));
    MUST(cusparseXcsrilu02_zeroPivot(handle, info, &position));
    MUST(cusparseDestroyCsrilu02Info(info));
  }
  {
    csric02Info_t info;
    MUST(cusparseCreateCsric02Info(&info));
    MUST(ic_size<T>(handle, n, lu.nnz(), lu.descr, static_cast<T*>(cholesky.values),
                    at<int>(lu.offsets), at<int>(lu.columns), info, &bytes));
    const Array buffer = allocate(bytes);
    MUST(ic_analysis<T>(handle, n, lu.nnz(), lu.descr, static_cast<const T*>(cholesky.values),
                        at<int>(lu.offsets), at<int>(lu.columns), info, policy, buffer->data));
    MUST(ic<T>(handle, n, lu.nnz(), lu.descr, static_cast<T*>(cholesky.values), at<int>(lu.offsets),
               at<int>(lu.columns), info, policy, buffer->data));
    MUST(cusparseXcsric02_zeroPivot(handle, info, &position));
    MUST(cusparseDestroyCsric02Info(info));
  }
  // The definition: products of the factors are the matrix where it has entries.
  const Dense factors = lu.dense(), half = cholesky.dense();
  const Dense product = times(triangle_of(factors, true, true), triangle_of(factors, false, false));
  const Dense lower = triangle_of(half, true, false), square = times(lower, op_of(lower, kOps[2]));
  bool lu_is_right = true, ic_is_right = true;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (a(i, j) == 0.0) continue;
      lu_is_right = lu_is_right && std::abs(product(i, j) - a(i, j)) < 50 * tolerance(type);
      ic_is_right =
          ic_is_right &&
          (j > i ? half(i, j) == a(i, j) : std::abs(square(i, j) - a(i, j)) < 50 * tolerance(type));
    }
  check(lu_is_right, "csrilu02");
  check(ic_is_right, "csric02");
}

TYPED(gtsv_size, gtsv2_bufferSizeExt)
TYPED(gtsv, gtsv2)
TYPED(nopivot_size, gtsv2_nopivot_bufferSizeExt)
TYPED(nopivot, gtsv2_nopivot)
TYPED(strided_size, gtsv2StridedBatch_bufferSizeExt)
TYPED(strided, gtsv2StridedBatch)
TYPED(interleaved_size, gtsvInterleavedBatch_bufferSizeExt)
TYPED(interleaved, gtsvInterleavedBatch)
TYPED(five_size, gpsvInterleavedBatch_bufferSizeExt)
TYPED(five, gpsvInterleavedBatch)

/// `count` systems with `width` diagonals on either side. Element i of system t of a diagonal is at(t, i).
template <class T>
void few_diagonals(int width, bool needs_pivots) {
  const cudaDataType type = Letter<T>::type;
  const int m = 3 + int(random_below(60)), count = 1 + int(random_below(20)), ld = m + 3;
  std::vector<std::vector<Value>> diagonals(2 * width + 1, std::vector<Value>(size_t(count) * ld));
  std::vector<Value> x(size_t(count) * ld), b(size_t(count) * ld);
  for (int t = 0; t < count; ++t) {
    for (int i = 0; i < m; ++i) {
      x[t * ld + i] = random_value(type);
      for (int w = -width; w <= width; ++w)
        if (i + w >= 0 && i + w < m)
          diagonals[w + width][t * ld + i] =
              random_value(type) + (w == 0 ? (needs_pivots ? 0.5 : 10.0) : 0.0);
    }
    // Every other diagonal element is zero: without pivots there is no solution.
    for (int i = 0; needs_pivots && i + 1 < m; i += 2) {
      diagonals[width][t * ld + i] = 0;
      diagonals[width + 1][t * ld + i] = diagonals[width - 1][t * ld + i + 1] = 4;
    }
    if (needs_pivots) diagonals[width][t * ld + m - 1] = 5;
  }
  const auto right_side = [&](int matrix, int t) {
    for (int i = 0; i < m; ++i) {
      Value sum = 0;
      for (int w = -width; w <= width; ++w)
        if (i + w >= 0 && i + w < m)
          sum += diagonals[w + width][matrix * ld + i] * x[t * ld + i + w];
      b[t * ld + i] = sum;
    }
  };
  const auto mixed = [&](const std::vector<Value>& v) {
    std::vector<Value> made(size_t(count) * m);
    for (int t = 0; t < count; ++t)
      for (int i = 0; i < m; ++i) made[size_t(i) * count + t] = v[t * ld + i];
    return made;
  };
  // Whether the system holds, beside the size of what is added up: a matrix that needs pivots may be close to none.
  bool has_one_matrix = false;
  const auto expect_all = [&](const Typed<T>& got, bool is_mixed, const char* what) {
    bool is_right = true;
    for (int t = 0; t < count; ++t)
      for (int i = 0; i < m; ++i) {
        Value sum = 0;
        double size = 1;
        for (int w = -width; w <= width; ++w)
          if (i + w >= 0 && i + w < m) {
            const Value term = diagonals[w + width][(has_one_matrix ? 0 : t) * ld + i] *
                               got[is_mixed ? size_t(i + w) * count + t : t * ld + i + w];
            sum += term;
            size += std::abs(term);
          }
        is_right = is_right && std::abs(sum - b[t * ld + i]) < 30 * tolerance(type) * size;
      }
    check(is_right, what);
  };
  size_t bytes = 0;
  for (int t = 0; t < count; ++t) right_side(t, t);
  if (width == 2) {
    const Typed<T> a(mixed(diagonals[0])), l(mixed(diagonals[1])), d(mixed(diagonals[2])),
        u(mixed(diagonals[3])), w(mixed(diagonals[4])), s(mixed(b));
    MUST(five_size<T>(handle, 0, m, static_cast<const T*>(a), static_cast<const T*>(l),
                      static_cast<const T*>(d), static_cast<const T*>(u), static_cast<const T*>(w),
                      static_cast<const T*>(s), count, &bytes));
    const Array buffer = allocate(bytes);
    MUST(five<T>(handle, 0, m, static_cast<T*>(a), static_cast<T*>(l), static_cast<T*>(d),
                 static_cast<T*>(u), static_cast<T*>(w), static_cast<T*>(s), count, buffer->data));
    MUST(cudaDeviceSynchronize());
    return expect_all(s, true, "gpsvInterleavedBatch");
  }
  const Typed<T> l(diagonals[0]), d(diagonals[1]), u(diagonals[2]), s(b);
  {
    MUST(strided_size<T>(handle, m, static_cast<const T*>(l), static_cast<const T*>(d),
                         static_cast<const T*>(u), static_cast<const T*>(s), count, ld, &bytes));
    const Array buffer = allocate(bytes);
    MUST(strided<T>(handle, m, static_cast<const T*>(l), static_cast<const T*>(d),
                    static_cast<const T*>(u), static_cast<T*>(s), count, ld, buffer->data));
    MUST(cudaDeviceSynchronize());
    expect_all(s, false, "gtsv2StridedBatch");
  }
  for (int algorithm = needs_pivots ? 1 : 0; algorithm < 3; ++algorithm) {
    const Typed<T> ml(mixed(diagonals[0])), md(mixed(diagonals[1])), mu(mixed(diagonals[2])),
        ms(mixed(b));
    MUST(interleaved_size<T>(handle, algorithm, m, static_cast<const T*>(ml),
                             static_cast<const T*>(md), static_cast<const T*>(mu),
                             static_cast<const T*>(ms), count, &bytes));
    const Array buffer = allocate(bytes);
    MUST(interleaved<T>(handle, algorithm, m, static_cast<T*>(ml), static_cast<T*>(md),
                        static_cast<T*>(mu), static_cast<T*>(ms), count, buffer->data));
    MUST(cudaDeviceSynchronize());
    expect_all(ms, true, "gtsvInterleavedBatch");
  }
  // One matrix, several right-hand sides.
  has_one_matrix = true;
  for (int t = 0; t < count; ++t) right_side(0, t);
  for (const bool pivots : {true, false}) {
    if (!pivots && needs_pivots) continue;
    const Typed<T> r(b);
    MUST((pivots ? gtsv_size<T, cusparseHandle_t, int, int, const T*, const T*, const T*, const T*,
                             int, size_t*>
                 : nopivot_size<T, cusparseHandle_t, int, int, const T*, const T*, const T*,
                                const T*, int, size_t*>)(handle, m, count, l, d, u, r, ld, &bytes));
    const Array buffer = allocate(bytes);
    MUST((pivots ? gtsv<T, cusparseHandle_t, int, int, const T*, const T*, const T*, T*, int, void*>
                 : nopivot<T, cusparseHandle_t, int, int, const T*, const T*, const T*, T*, int,
                           void*>)(handle, m, count, l, d, u, r, ld, buffer->data));
    MUST(cudaDeviceSynchronize());
    expect_all(r, false, pivots ? "gtsv2" : "gtsv2_nopivot");
  }
}

template <class T>
void all() {
  for (int variant = 0; variant < 16; ++variant)
    for (const auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO,
                              CUSPARSE_FORMAT_SLICED_ELLPACK})
      triangular<T>(format, variant);
  for (int i = 0; i < 10; ++i) incomplete<T>(i);
  for (int i = 0; i < 6; ++i) {
    few_diagonals<T>(1, i % 2);
    few_diagonals<T>(2, i % 2);
  }
}

int main() {
  MUST(cusparseCreate(&handle));
  all<float>();
  all<double>();
  all<cuComplex>();
  all<cuDoubleComplex>();
  MUST(cusparseDestroy(handle));
  return report();
}
