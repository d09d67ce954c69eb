// SPDX-License-Identifier: Apache-2.0
// Products and sums of sparse matrices, conversions and sorts, against plain evaluation.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "typed.h"

static cusparseHandle_t handle;
constexpr auto kNone = CUSPARSE_OPERATION_NON_TRANSPOSE;

/// A matrix that was made by calls: CSR in descriptors of any index type.
struct Made {
  cusparseSpMatDescr_t descr = nullptr;
  Array offsets, columns, values;
  cudaDataType type;
  cusparseIndexType_t index;
  int base;
  Made(int rows, int cols, cudaDataType type, cusparseIndexType_t index, int base)
      : offsets(allocate((rows + 1) * 8)), type(type), index(index), base(base) {
    MUST(cusparseCreateCsr(&descr, rows, cols, 0, offsets->data, nullptr, nullptr, index, index,
                           static_cast<cusparseIndexBase_t>(base), type));
  }
  ~Made() { cusparseDestroySpMat(descr); }
  void make_room() {
    int64_t rows, cols, nnz;
    MUST(cusparseSpMatGetSize(descr, &rows, &cols, &nnz));
    columns = allocate(nnz * 8);
    values = allocate(nnz * size_of(type));
    MUST(cusparseCsrSetPointers(descr, offsets->data, columns->data, values->data));
  }
  long number(const Array& a, long i) const {
    return (index == CUSPARSE_INDEX_64I ? at<int64_t>(a)[i] : at<int>(a)[i]) - base;
  }
};
static void expect_made(const Made& m, const Dense& wanted, const char* what) {
  bool is_right = true;
  Dense found(wanted.rows, wanted.cols);
  for (int i = 0; i < wanted.rows; ++i)
    for (long k = m.number(m.offsets, i), last = -1; k < m.number(m.offsets, i + 1); ++k) {
      const long j = m.number(m.columns, k);
      is_right = is_right && j > last && j < wanted.cols;
      last = j;
      if (is_right) found(i, int(j)) = read(m.values->data, m.type, k);
    }
  for (size_t i = 0; i < wanted.v.size(); ++i)
    is_right = is_right && is_near(found.v[i], wanted.v[i], m.type);
  check(is_right, what);
}

static void product(cudaDataType type, int round) {
  const cudaDataType compute = type == CUDA_R_16F ? CUDA_R_32F : type;
  const int m = 1 + int(random_below(50)), k = 1 + int(random_below(50)),
            n = 1 + int(random_below(50));
  const Dense a = random_dense(m, k, type, 1 + random_below(6)),
              b = random_dense(k, n, type, 1 + random_below(6));
  Plan plan{CUSPARSE_FORMAT_CSR, type};
  plan.index = plan.offset = round % 2 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
  plan.base = round / 2 % 2 ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
  const SparsePointer sa = make_sparse(a, plan), sb = make_sparse(b, plan);
  const Value factor = is_complex(type) ? Value(1, 0.5) : Value(2);
  const Array alpha = allocate(16), zero = allocate(16);
  write(alpha->data, compute, 0, factor);
  write(zero->data, compute, 0, 0);
  Dense wanted = times(a, b);
  for (Value& v : wanted.v) v *= factor;
  const auto alg = round % 3 == 0   ? CUSPARSE_SPGEMM_DEFAULT
                   : round % 3 == 1 ? CUSPARSE_SPGEMM_ALG1
                                    : CUSPARSE_SPGEMM_ALG2;
  cusparseSpGEMMDescr_t descr;
  Made c(m, n, type, plan.index, plan.base);
  MUST(cusparseSpGEMM_createDescr(&descr));
  size_t one = 0, two = 0, three = 0, four = 0, five = 0;
  MUST(cusparseSpGEMM_workEstimation(handle, kNone, kNone, alpha->data, sa->descr, sb->descr,
                                     zero->data, c.descr, compute, alg, descr, &one, nullptr));
  const Array first = allocate(one);
  MUST(cusparseSpGEMM_workEstimation(handle, kNone, kNone, alpha->data, sa->descr, sb->descr,
                                     zero->data, c.descr, compute, alg, descr, &one, *first));
  MUST(cusparseSpGEMM_compute(handle, kNone, kNone, alpha->data, sa->descr, sb->descr, zero->data,
                              c.descr, compute, alg, descr, &two, nullptr));
  const Array second = allocate(two);
  MUST(cusparseSpGEMM_compute(handle, kNone, kNone, alpha->data, sa->descr, sb->descr, zero->data,
                              c.descr, compute, alg, descr, &two, *second));
  c.make_room();
  MUST(cusparseSpGEMM_copy(handle, kNone, kNone, alpha->data, sa->descr, sb->descr, zero->data,
                           c.descr, compute, alg, descr));
  MUST(cudaDeviceSynchronize());
  expect_made(c, wanted, "SpGEMM");
  MUST(cusparseSpGEMM_destroyDescr(descr));

  Made d(m, n, type, plan.index, plan.base);
  MUST(cusparseSpGEMM_createDescr(&descr));
  MUST(cusparseSpGEMMreuse_workEstimation(handle, kNone, kNone, sa->descr, sb->descr, d.descr, alg,
                                          descr, &one, nullptr));
  MUST(cusparseSpGEMMreuse_workEstimation(handle, kNone, kNone, sa->descr, sb->descr, d.descr, alg,
                                          descr, &one, *first));
  MUST(cusparseSpGEMMreuse_nnz(handle, kNone, kNone, sa->descr, sb->descr, d.descr, alg, descr,
                               &two, nullptr, &three, nullptr, &four, nullptr));
  const Array b2 = allocate(two), b3 = allocate(three), b4 = allocate(four);
  MUST(cusparseSpGEMMreuse_nnz(handle, kNone, kNone, sa->descr, sb->descr, d.descr, alg, descr,
                               &two, *b2, &three, *b3, &four, *b4));
  d.make_room();
  MUST(cusparseSpGEMMreuse_copy(handle, kNone, kNone, sa->descr, sb->descr, d.descr, alg, descr,
                                &five, nullptr));
  const Array b5 = allocate(five);
  MUST(cusparseSpGEMMreuse_copy(handle, kNone, kNone, sa->descr, sb->descr, d.descr, alg, descr,
                                &five, *b5));
  for (int i = 0; i < 2; ++i) {
    MUST(cusparseSpGEMMreuse_compute(handle, kNone, kNone, alpha->data, sa->descr, sb->descr,
                                     zero->data, d.descr, compute, alg, descr));
    MUST(cudaDeviceSynchronize());
    expect_made(d, wanted, "SpGEMMreuse");
    // Other values in the same pattern.
    for (long k2 = 0; k2 < sa->nnz; ++k2)
      write(sa->values->data, type, k2, read(sa->values->data, type, k2) * 2.0);
    for (Value& v : wanted.v) v *= 2;
  }
  MUST(cusparseSpGEMM_destroyDescr(descr));
}

static void dense_and_back(cudaDataType type, cusparseFormat_t format, int round) {
  const int rows = 1 + int(random_below(30)), cols = 1 + int(random_below(30));
  const Dense a = random_dense(rows, cols, type, 3);
  const auto index = round % 2 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
  const auto base = round / 2 % 2 ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
  const auto order = round % 3 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
  const DeviceDense from(a, type, order),
      back(Dense(rows, cols), type, round % 5 < 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const Array offsets = allocate(8 * (std::max(rows, cols) + 1 + rows * cols)),
              indices = allocate(8 * rows * cols), values = allocate(16 * rows * cols);
  cusparseSpMatDescr_t m;
  if (format == CUSPARSE_FORMAT_CSR)
    MUST(cusparseCreateCsr(&m, rows, cols, 0, offsets->data, nullptr, nullptr, index, index, base,
                           type));
  if (format == CUSPARSE_FORMAT_CSC)
    MUST(cusparseCreateCsc(&m, rows, cols, 0, offsets->data, nullptr, nullptr, index, index, base,
                           type));
  if (format == CUSPARSE_FORMAT_COO)
    MUST(cusparseCreateCoo(&m, rows, cols, 0, nullptr, nullptr, nullptr, index, base, type));
  size_t bytes = 0;
  MUST(cusparseDenseToSparse_bufferSize(handle, from.descr, m, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                        &bytes));
  const Array buffer = allocate(bytes);
  MUST(cusparseDenseToSparse_analysis(handle, from.descr, m, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                      *buffer));
  int64_t r, c, nnz;
  MUST(cusparseSpMatGetSize(m, &r, &c, &nnz));
  check(nnz == std::count_if(a.v.begin(), a.v.end(), [](Value v) { return v != 0.0; }),
        "entries of DenseToSparse");
  if (format == CUSPARSE_FORMAT_CSR)
    MUST(cusparseCsrSetPointers(m, offsets->data, indices->data, values->data));
  if (format == CUSPARSE_FORMAT_CSC)
    MUST(cusparseCscSetPointers(m, offsets->data, indices->data, values->data));
  if (format == CUSPARSE_FORMAT_COO)
    MUST(cusparseCooSetPointers(m, offsets->data, indices->data, values->data));
  MUST(cusparseDenseToSparse_convert(handle, from.descr, m, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                     *buffer));
  MUST(cusparseSparseToDense_bufferSize(handle, m, back.descr, CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                                        &bytes));
  MUST(cusparseSparseToDense(handle, m, back.descr, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
  MUST(cudaDeviceSynchronize());
  expect(back, a, std::string("dense and back ") + name_of(format));
  MUST(cusparseDestroySpMat(m));
}

TYPED(geam_size, csrgeam2_bufferSizeExt)
TYPED(geam, csrgeam2)

template <class T>
void sums(int round) {
  const cudaDataType type = Letter<T>::type;
  const int rows = 1 + int(random_below(40)), cols = 1 + int(random_below(40));
  const Dense a = random_dense(rows, cols, type, 2 + random_below(5)),
              b = random_dense(rows, cols, type, 2 + random_below(5));
  const TypedCsr<T> sa(a, round % 2), sb(b, round / 2 % 2);
  const Value alpha(2), beta = is_complex(type) ? Value(0.5, 1) : Value(0.5);
  const T factor = typed<T>(alpha), other = typed<T>(beta);
  const TypedCsr<T> shape(Dense(rows, cols), round / 4 % 2);  // gives C its base
  const Array offsets = allocate(4 * (rows + 1));
  size_t bytes = 0;
  const T* nothing = nullptr;
  const int *none = nullptr, base = round / 4 % 2;
  MUST(geam_size<T>(handle, rows, cols, &factor, sa.descr, sa.nnz(),
                    static_cast<const T*>(sa.values), at<int>(sa.offsets), at<int>(sa.columns),
                    &other, sb.descr, sb.nnz(), static_cast<const T*>(sb.values),
                    at<int>(sb.offsets), at<int>(sb.columns), shape.descr, nothing, none, none,
                    &bytes));
  const Array buffer = allocate(bytes);
  int total = -1;
  MUST(cusparseXcsrgeam2Nnz(handle, rows, cols, sa.descr, sa.nnz(), *sa.offsets, *sa.columns,
                            sb.descr, sb.nnz(), *sb.offsets, *sb.columns, shape.descr, *offsets,
                            &total, *buffer));
  const Array columns = allocate(4 * total), values = allocate(sizeof(T) * total);
  MUST(geam<T>(handle, rows, cols, &factor, sa.descr, sa.nnz(), static_cast<const T*>(sa.values),
               at<int>(sa.offsets), at<int>(sa.columns), &other, sb.descr, sb.nnz(),
               static_cast<const T*>(sb.values), at<int>(sb.offsets), at<int>(sb.columns),
               shape.descr, at<T>(values), at<int>(offsets), at<int>(columns), buffer->data));
  MUST(cudaDeviceSynchronize());
  Dense wanted(rows, cols), found(rows, cols);
  for (size_t i = 0; i < a.v.size(); ++i) wanted.v[i] = alpha * a.v[i] + beta * b.v[i];
  bool is_right = at<int>(offsets)[0] == base && at<int>(offsets)[rows] == base + total;
  for (int i = 0; i < rows; ++i)
    for (int k = at<int>(offsets)[i] - base; k < at<int>(offsets)[i + 1] - base; ++k)
      found(i, at<int>(columns)[k] - base) = read(values->data, type, k);
  for (size_t i = 0; i < wanted.v.size(); ++i)
    is_right = is_right && is_near(found.v[i], wanted.v[i], type);
  check(is_right, "csrgeam2");
}

static void transposed(cudaDataType type, int round) {
  const int rows = 1 + int(random_below(200)), cols = 1 + int(random_below(20)), base = round % 2;
  const Dense a = random_dense(rows, cols, type, 1 + random_below(4));
  const Pattern p = pattern_of(a, 1), q = pattern_of(op_of(a, CUSPARSE_OPERATION_TRANSPOSE), 1);
  const int nnz = int(p.columns.size());
  std::vector<Value> v;
  for (int k = 0; k < nnz; ++k) v.push_back(a(int(p.rows[k]), int(p.columns[k])));
  const Array offsets = index_array(p.offsets, CUSPARSE_INDEX_32I, base),
              columns = index_array(p.columns, CUSPARSE_INDEX_32I, base);
  const Array values = value_array(v, type), csc_offsets = allocate(4 * (cols + 1)),
              csc_rows = allocate(4 * nnz), csc_values = allocate(16 * nnz);
  size_t bytes = 0;
  const auto b = static_cast<cusparseIndexBase_t>(base);
  MUST(cusparseCsr2cscEx2_bufferSize(
      handle, rows, cols, nnz, *values, *offsets, *columns, *csc_values, *csc_offsets, *csc_rows,
      type, CUSPARSE_ACTION_NUMERIC, b, CUSPARSE_CSR2CSC_ALG_DEFAULT, &bytes));
  const Array buffer = allocate(bytes);
  MUST(cusparseCsr2cscEx2(handle, rows, cols, nnz, *values, *offsets, *columns, *csc_values,
                          *csc_offsets, *csc_rows, type, CUSPARSE_ACTION_NUMERIC, b,
                          CUSPARSE_CSR2CSC_ALG_DEFAULT, *buffer));
  const Array coo = allocate(4 * nnz), again = allocate(4 * (rows + 1));
  MUST(cusparseXcsr2coo(handle, *offsets, nnz, rows, *coo, b));
  MUST(cusparseXcoo2csr(handle, *coo, nnz, rows, *again, b));
  MUST(cudaDeviceSynchronize());
  bool is_right = true, is_back = true;
  for (int j = 0; j <= cols; ++j)
    is_right = is_right && at<int>(csc_offsets)[j] == q.offsets[j] + base;
  for (int k = 0; k < nnz; ++k)
    is_right = is_right && at<int>(csc_rows)[k] == q.columns[k] + base &&
               read(csc_values->data, type, k) == a(int(q.columns[k]), int(q.rows[k]));
  for (int i = 0; i <= rows; ++i) is_back = is_back && at<int>(again)[i] == at<int>(offsets)[i];
  for (int k = 0; k < nnz; ++k) is_back = is_back && at<int>(coo)[k] == p.rows[k] + base;
  check(is_right, "csr2csc");
  check(is_back, "csr2coo and coo2csr");
}

static void sorts(int round) {
  const int rows = 1 + int(random_below(30)), cols = 1 + int(random_below(30)),
            nnz = int(random_below(400)), base = round % 2;
  std::vector<long> r(nnz), c(nnz);
  for (int k = 0; k < nnz; ++k) r[k] = random_below(rows), c[k] = random_below(cols);
  const Array dr = index_array(r, CUSPARSE_INDEX_32I, base),
              dc = index_array(c, CUSPARSE_INDEX_32I, base), order = allocate(4 * nnz);
  size_t bytes = 0;
  MUST(cusparseCreateIdentityPermutation(handle, nnz, *order));
  MUST(cusparseXcoosort_bufferSizeExt(handle, rows, cols, nnz, *dr, *dc, &bytes));
  const Array buffer = allocate(bytes);
  const bool by_row = round % 4 < 2;
  MUST((by_row ? cusparseXcoosortByRow : cusparseXcoosortByColumn)(handle, rows, cols, nnz, *dr,
                                                                   *dc, *order, *buffer));
  MUST(cudaDeviceSynchronize());
  std::vector<int> wanted(nnz);
  std::iota(wanted.begin(), wanted.end(), 0);
  std::sort(wanted.begin(), wanted.end(), [&](int x, int y) {
    return by_row ? std::tuple(r[x], c[x], x) < std::tuple(r[y], c[y], y)
                  : std::tuple(c[x], r[x], x) < std::tuple(c[y], r[y], y);
  });
  bool is_right = true;
  for (int k = 0; k < nnz; ++k)
    is_right = is_right && at<int>(order)[k] == wanted[k] &&
               at<int>(dr)[k] == r[wanted[k]] + base && at<int>(dc)[k] == c[wanted[k]] + base;
  check(is_right, "coosort");

  // Rows of any length, in any order.
  std::vector<long> offsets(rows + 1);
  for (int i = 1; i < rows; ++i)
    offsets[i] = offsets[i - 1] + (nnz - offsets[i - 1]) / (1 + random_below(4)) / 2;
  offsets[rows] = nnz;
  const Array dof = index_array(offsets, CUSPARSE_INDEX_32I, base),
              di = index_array(c, CUSPARSE_INDEX_32I, base), p = allocate(4 * nnz);
  cusparseMatDescr_t descr;
  MUST(cusparseCreateMatDescr(&descr));
  MUST(cusparseSetMatIndexBase(descr, static_cast<cusparseIndexBase_t>(base)));
  MUST(cusparseCreateIdentityPermutation(handle, nnz, *p));
  MUST(cusparseXcsrsort_bufferSizeExt(handle, rows, cols, nnz, *dof, *di, &bytes));
  const Array second = allocate(bytes);
  MUST(cusparseXcsrsort(handle, rows, cols, nnz, descr, *dof, *di, *p, *second));
  MUST(cudaDeviceSynchronize());
  std::iota(wanted.begin(), wanted.end(), 0);
  for (int i = 0; i < rows; ++i)
    std::sort(wanted.begin() + offsets[i], wanted.begin() + offsets[i + 1],
              [&](int x, int y) { return std::pair(c[x], x) < std::pair(c[y], y); });
  is_right = true;
  for (int k = 0; k < nnz; ++k)
    is_right = is_right && at<int>(p)[k] == wanted[k] && at<int>(di)[k] == c[wanted[k]] + base;
  check(is_right, "csrsort");
  MUST(cusparseDestroyMatDescr(descr));
}

TYPED(color, csrcolor)

template <class T, class R>
void colors(int round) {
  const int n = 1 + int(random_below(60)), base = round % 2;
  Dense a = random_dense(n, n, Letter<T>::type, 6);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) a(j, i) = a(i, j);
  const TypedCsr<T> csr(a, base);
  const Array colors = allocate(4 * n), order = allocate(4 * n);
  const R fraction = round % 3 == 0 ? R(0.5) : R(1);
  int count = -1;
  cusparseColorInfo_t info;
  MUST(cusparseCreateColorInfo(&info));
  MUST(color<T>(handle, n, csr.nnz(), csr.descr, static_cast<const T*>(csr.values),
                at<int>(csr.offsets), at<int>(csr.columns), &fraction, &count, at<int>(colors),
                at<int>(order), info));
  MUST(cudaDeviceSynchronize());
  bool is_right = count > 0 && count <= n;
  std::vector<int> at_place(n, -1);
  for (int i = 0; i < n; ++i) {
    is_right = is_right && at<int>(colors)[i] >= 0 && at<int>(colors)[i] < count &&
               at<int>(order)[i] >= 0 && at<int>(order)[i] < n;
    if (is_right) at_place[at<int>(order)[i]] = at<int>(colors)[i];
    for (int j = 0; j < i; ++j)
      is_right = is_right && (a(i, j) == 0.0 || at<int>(colors)[i] != at<int>(colors)[j]);
  }
  check(is_right && std::is_sorted(at_place.begin(), at_place.end()) && at_place[0] == 0,
        "csrcolor");
  MUST(cusparseDestroyColorInfo(info));
}

int main() {
  MUST(cusparseCreate(&handle));
  for (int i = 0; i < 24; ++i)
    for (const auto type : {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F}) product(type, i);
  for (int i = 0; i < 12; ++i)
    for (const auto type :
         {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F, CUDA_R_16F, CUDA_R_16BF, CUDA_R_8I})
      for (const auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO})
        dense_and_back(type, format, i);
  for (int i = 0; i < 16; ++i) {
    colors<float, float>(i);
    colors<double, double>(i);
    colors<cuComplex, float>(i);
    colors<cuDoubleComplex, double>(i);
    sums<float>(i);
    sums<double>(i);
    sums<cuComplex>(i);
    sums<cuDoubleComplex>(i);
    for (const auto type : {CUDA_R_32F, CUDA_C_64F, CUDA_R_16F, CUDA_R_8I}) transposed(type, i);
    sorts(i);
  }
  MUST(cusparseDestroy(handle));
  return report();
}
