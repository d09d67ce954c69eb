// SPDX-License-Identifier: Apache-2.0
// Matrices of blocks: conversions, products, solves and factors, against plain evaluation.
#include <algorithm>

#include "typed.h"

static cusparseHandle_t handle;
constexpr auto kNone = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr auto kPolicy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;

TYPED(to_blocks_size, csr2gebsr_bufferSize)
TYPED(to_blocks, csr2gebsr)
TYPED(to_csr, gebsr2csr)
TYPED(to_square, csr2bsr)
TYPED(from_square, bsr2csr)
TYPED(to_columns_size, gebsr2gebsc_bufferSize)
TYPED(to_columns, gebsr2gebsc)
TYPED(regroup_size, gebsr2gebsr_bufferSize)
TYPED(regroup, gebsr2gebsr)
TYPED(multiply, bsrmv)
TYPED(multiply_matrix, bsrmm)
TYPED(multiply_masked, bsrxmv)
TYPED(solve_size, bsrsv2_bufferSize)
TYPED(solve_analysis, bsrsv2_analysis)
TYPED(solve, bsrsv2_solve)
TYPED(ilu_size, bsrilu02_bufferSize)
TYPED(ilu_analysis, bsrilu02_analysis)
TYPED(ilu, bsrilu02)
TYPED(ic_size, bsric02_bufferSize)
TYPED(ic_analysis, bsric02_analysis)
TYPED(ic, bsric02)

struct Descr {
  cusparseMatDescr_t made = nullptr;
  explicit Descr(int base) {
    MUST(cusparseCreateMatDescr(&made));
    MUST(cusparseSetMatIndexBase(made, static_cast<cusparseIndexBase_t>(base)));
  }
  Descr(Descr&& other) noexcept : made(other.made) { other.made = nullptr; }
  ~Descr() { cusparseDestroyMatDescr(made); }
};

/// Blocks that calls made.
template <class T>
struct Blocks {
  int height, width, base, rows = 0, count = 0;
  cusparseDirection_t direction;
  Descr descr;
  Array offsets, columns, values;
  Blocks(int m, int height, int width, int base, cusparseDirection_t direction)
      : height(height),
        width(width),
        base(base),
        rows((m + height - 1) / height),
        direction(direction),
        descr(base),
        offsets(allocate(4 * (rows + 1))) {}
  void make_room() {
    columns = allocate(4 * count);
    values = allocate(sizeof(T) * count * height * width);
  }
  Dense dense(int m, int n) const {
    Dense a(rows * height, (n + width - 1) / width * width);
    for (int i = 0; i < rows; ++i)
      for (int k = at<int>(offsets)[i] - base; k < at<int>(offsets)[i + 1] - base; ++k)
        for (int r = 0; r < height; ++r)
          for (int c = 0; c < width; ++c)
            a(i * height + r, (at<int>(columns)[k] - base) * width + c) =
                read(values->data, Letter<T>::type,
                     size_t(k) * height * width +
                         (direction == CUSPARSE_DIRECTION_ROW ? r * width + c : c * height + r));
    Dense part(m, n);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) part(i, j) = a(i, j);
    return part;
  }
};
static void expect_same(const Dense& a, const Dense& b, const char* what) {
  check(a.v == b.v, what);
}

static int count_blocks(const Dense& a, int height, int width) {
  int count = 0;
  for (int i = 0; i < a.rows; i += height)
    for (int j = 0; j < a.cols; j += width) {
      bool any = false;
      for (int r = i; r < std::min(i + height, a.rows); ++r)
        for (int c = j; c < std::min(j + width, a.cols); ++c) any = any || a(r, c) != 0.0;
      count += any;
    }
  return count;
}

template <class T>
void conversions(int round) {
  const int height = 1 + int(random_below(4)), width = 1 + int(random_below(4)), base = round % 2;
  const auto direction = round / 2 % 2 ? CUSPARSE_DIRECTION_ROW : CUSPARSE_DIRECTION_COLUMN;
  const int m = 1 + int(random_below(30)), n = 1 + int(random_below(30));
  const Dense a = random_dense(m, n, Letter<T>::type, 2 + random_below(12));
  const TypedCsr<T> csr(a, round / 4 % 2);
  Blocks<T> b(m, height, width, base, direction);
  int bytes = 0;
  MUST(to_blocks_size<T>(handle, direction, m, n, csr.descr, static_cast<const T*>(csr.values),
                         at<int>(csr.offsets), at<int>(csr.columns), height, width, &bytes));
  const Array buffer = allocate(bytes);
  MUST(cusparseXcsr2gebsrNnz(handle, direction, m, n, csr.descr, *csr.offsets, *csr.columns,
                             b.descr.made, *b.offsets, height, width, &b.count, *buffer));
  check(b.count == count_blocks(a, height, width), "blocks of csr2gebsr");
  b.make_room();
  MUST(to_blocks<T>(handle, direction, m, n, csr.descr, static_cast<const T*>(csr.values),
                    at<int>(csr.offsets), at<int>(csr.columns), b.descr.made, at<T>(b.values),
                    at<int>(b.offsets), at<int>(b.columns), height, width, buffer->data));
  MUST(cudaDeviceSynchronize());
  expect_same(b.dense(m, n), a, "csr2gebsr");
  // And back, with all elements of blocks.
  const int mb = b.rows, nb = (n + width - 1) / width, stored = b.count * height * width;
  const Array offsets = allocate(4 * (mb * height + 1)), columns = allocate(4 * stored);
  const Typed<T> values(stored);
  MUST(to_csr<T>(handle, direction, mb, nb, b.descr.made, static_cast<const T*>(at<T>(b.values)),
                 at<int>(b.offsets), at<int>(b.columns), height, width, csr.descr,
                 static_cast<T*>(values), at<int>(offsets), at<int>(columns)));
  MUST(cudaDeviceSynchronize());
  Dense back(mb * height, nb * width);
  const int csr_base = round / 4 % 2;
  for (int i = 0; i < back.rows; ++i)
    for (int k = at<int>(offsets)[i] - csr_base; k < at<int>(offsets)[i + 1] - csr_base; ++k)
      back(i, at<int>(columns)[k] - csr_base) = values[k];
  check(at<int>(offsets)[back.rows] - csr_base == stored, "offsets of gebsr2csr");
  expect_same(back, b.dense(back.rows, back.cols), "gebsr2csr");
  // To columns of blocks.
  const Array by_column = allocate(4 * (nb + 1)), rows = allocate(4 * b.count);
  const Typed<T> moved(stored);
  MUST(to_columns_size<T>(handle, mb, nb, b.count, static_cast<const T*>(at<T>(b.values)),
                          at<int>(b.offsets), at<int>(b.columns), height, width, &bytes));
  const Array second = allocate(bytes);
  MUST(to_columns<T>(handle, mb, nb, b.count, static_cast<const T*>(at<T>(b.values)),
                     at<int>(b.offsets), at<int>(b.columns), height, width, static_cast<T*>(moved),
                     at<int>(rows), at<int>(by_column), CUSPARSE_ACTION_NUMERIC,
                     static_cast<cusparseIndexBase_t>(base), second->data));
  MUST(cudaDeviceSynchronize());
  Dense turned(back.rows, back.cols);
  for (int j = 0; j < nb; ++j)
    for (int k = at<int>(by_column)[j] - base; k < at<int>(by_column)[j + 1] - base; ++k)
      for (int r = 0; r < height; ++r)
        for (int c = 0; c < width; ++c)
          turned((at<int>(rows)[k] - base) * height + r, j * width + c) =
              moved[size_t(k) * height * width +
                    (direction == CUSPARSE_DIRECTION_ROW ? r * width + c : c * height + r)];
  expect_same(turned, back, "gebsr2gebsc");
  // To blocks of another size.
  Blocks<T> other(mb * height, 1 + int(random_below(4)), 1 + int(random_below(4)), 1 - base,
                  direction);
  MUST(regroup_size<T>(handle, direction, mb, nb, b.count, b.descr.made,
                       static_cast<const T*>(at<T>(b.values)), at<int>(b.offsets),
                       at<int>(b.columns), height, width, other.height, other.width, &bytes));
  MUST(cusparseXgebsr2gebsrNnz(handle, direction, mb, nb, b.count, b.descr.made, *b.offsets,
                               *b.columns, height, width, other.descr.made, *other.offsets,
                               other.height, other.width, &other.count, nullptr));
  other.make_room();
  MUST(regroup<T>(handle, direction, mb, nb, b.count, b.descr.made,
                  static_cast<const T*>(at<T>(b.values)), at<int>(b.offsets), at<int>(b.columns),
                  height, width, other.descr.made, at<T>(other.values), at<int>(other.offsets),
                  at<int>(other.columns), other.height, other.width, static_cast<void*>(nullptr)));
  MUST(cudaDeviceSynchronize());
  expect_same(other.dense(back.rows, back.cols), back, "gebsr2gebsr");
}

template <class T>
Blocks<T> blocks_of(const Dense& a, int block, int base, cusparseDirection_t direction) {
  const TypedCsr<T> csr(a, 0);
  Blocks<T> b(a.rows, block, block, base, direction);
  MUST(cusparseXcsr2bsrNnz(handle, direction, a.rows, a.cols, csr.descr, *csr.offsets, *csr.columns,
                           block, b.descr.made, *b.offsets, &b.count));
  b.make_room();
  MUST(to_square<T>(handle, direction, a.rows, a.cols, csr.descr, static_cast<const T*>(csr.values),
                    at<int>(csr.offsets), at<int>(csr.columns), block, b.descr.made,
                    at<T>(b.values), at<int>(b.offsets), at<int>(b.columns)));
  MUST(cudaDeviceSynchronize());
  return b;
}

template <class T>
void products(int round) {
  const cudaDataType type = Letter<T>::type;
  const int block = 1 + int(random_below(4)), mb = 1 + int(random_below(9)),
            nb = 1 + int(random_below(9)), n = 1 + int(random_below(20)), base = round % 2;
  const auto direction = round / 2 % 2 ? CUSPARSE_DIRECTION_ROW : CUSPARSE_DIRECTION_COLUMN;
  const Dense a = random_dense(mb * block, nb * block, type, 3),
              x = random_dense(nb * block, n, type), y = random_dense(mb * block, n, type);
  const Blocks<T> b = blocks_of<T>(a, block, base, direction);
  const Value alpha(2), beta = is_complex(type) ? Value(0.5, 0.5) : Value(0.5);
  const T factor = typed<T>(alpha), old = typed<T>(beta);
  Dense wanted = times(a, x);
  for (size_t i = 0; i < wanted.v.size(); ++i) wanted.v[i] = alpha * wanted.v[i] + beta * y.v[i];
  for (const auto op : {kNone, CUSPARSE_OPERATION_TRANSPOSE}) {
    const DeviceDense dx(op_of(x, op), type, CUSPARSE_ORDER_COL), dy(y, type, CUSPARSE_ORDER_COL);
    MUST(multiply_matrix<T>(handle, direction, kNone, op, mb, n, nb, b.count, &factor, b.descr.made,
                            static_cast<const T*>(at<T>(b.values)), at<int>(b.offsets),
                            at<int>(b.columns), block, static_cast<const T*>(at<T>(dx.memory)),
                            int(dx.ld), &old, at<T>(dy.memory), int(dy.ld)));
    MUST(cudaDeviceSynchronize());
    expect(dy, wanted, "bsrmm");
  }
  std::vector<Value> vx, vy, result;
  for (int i = 0; i < nb * block; ++i) vx.push_back(x(i, 0));
  for (int i = 0; i < mb * block; ++i) vy.push_back(y(i, 0)), result.push_back(wanted(i, 0));
  const Typed<T> tx(vx), ty(vy), tz(vy);
  MUST(multiply<T>(handle, direction, kNone, mb, nb, b.count, &factor, b.descr.made,
                   static_cast<const T*>(at<T>(b.values)), at<int>(b.offsets), at<int>(b.columns),
                   block, static_cast<const T*>(tx), &old, static_cast<T*>(ty)));
  // Every other row of blocks, with all blocks that it has.
  std::vector<long> mask, ends;
  for (int i = 0; i < mb; i += 2) mask.push_back(i);
  for (int i = 0; i < mb; ++i) ends.push_back(at<int>(b.offsets)[i + 1] - base);
  const Array dm = index_array(mask, CUSPARSE_INDEX_32I, base),
              de = index_array(ends, CUSPARSE_INDEX_32I, base);
  MUST(multiply_masked<T>(handle, direction, kNone, int(mask.size()), mb, nb, b.count, &factor,
                          b.descr.made, static_cast<const T*>(at<T>(b.values)), at<int>(dm),
                          at<int>(b.offsets), at<int>(de), at<int>(b.columns), block,
                          static_cast<const T*>(tx), &old, static_cast<T*>(tz)));
  MUST(cudaDeviceSynchronize());
  expect_values(ty, result, "bsrmv");
  for (int i = 0; i < mb * block; ++i)
    if (i / block % 2) result[i] = y(i, 0);
  expect_values(tz, result, "bsrxmv");
}

template <class T>
void factors(int round) {
  const cudaDataType type = Letter<T>::type;
  const int block = 1 + int(random_below(4)), mb = 1 + int(random_below(9)), n = mb * block,
            base = round % 2;
  const auto direction = round / 2 % 2 ? CUSPARSE_DIRECTION_ROW : CUSPARSE_DIRECTION_COLUMN;
  Dense a = random_square(n, type, 5, 20);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) a(j, i) = std::conj(a(i, j) /= 2);
  const Blocks<T> lu = blocks_of<T>(a, block, base, direction),
                  cholesky = blocks_of<T>(a, block, base, direction);
  int bytes = 0, position = 0;
  bsrilu02Info_t info;
  MUST(cusparseCreateBsrilu02Info(&info));
  MUST(ilu_size<T>(handle, direction, mb, lu.count, lu.descr.made, at<T>(lu.values),
                   at<int>(lu.offsets), at<int>(lu.columns), block, info, &bytes));
  const Array buffer = allocate(bytes);
  MUST(ilu_analysis<T>(handle, direction, mb, lu.count, lu.descr.made, at<T>(lu.values),
                       at<int>(lu.offsets), at<int>(lu.columns), block, info, kPolicy,
                       buffer->data));
  MUST(ilu<T>(handle, direction, mb, lu.count, lu.descr.made, at<T>(lu.values), at<int>(lu.offsets),
              at<int>(lu.columns), block, info, kPolicy, buffer->data));
  MUST(cusparseXbsrilu02_zeroPivot(handle, info, &position));
  MUST(cusparseDestroyBsrilu02Info(info));
  bsric02Info_t other;
  MUST(cusparseCreateBsric02Info(&other));
  MUST(ic_size<T>(handle, direction, mb, lu.count, lu.descr.made, at<T>(cholesky.values),
                  at<int>(lu.offsets), at<int>(lu.columns), block, other, &bytes));
  const Array second = allocate(bytes);
  MUST(ic_analysis<T>(handle, direction, mb, lu.count, lu.descr.made,
                      static_cast<const T*>(at<T>(cholesky.values)), at<int>(lu.offsets),
                      at<int>(lu.columns), block, other, kPolicy, second->data));
  MUST(ic<T>(handle, direction, mb, lu.count, lu.descr.made, at<T>(cholesky.values),
             at<int>(lu.offsets), at<int>(lu.columns), block, other, kPolicy, second->data));
  MUST(cusparseXbsric02_zeroPivot(handle, other, &position));
  MUST(cusparseDestroyBsric02Info(other));
  const Dense f = lu.dense(n, n), half = cholesky.dense(n, n);
  Dense l(n, n), u(n, n), c(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      l(i, j) = i == j ? 1.0 : j < i ? f(i, j) : 0.0;
      u(i, j) = j >= i ? f(i, j) : 0.0;
      c(i, j) = j <= i ? half(i, j) : 0.0;
    }
  const Dense product = times(l, u),
              square = times(c, op_of(c, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE));
  bool lu_is_right = true, ic_is_right = true;
  for (int i = 0; i < mb; ++i)
    for (int k = at<int>(lu.offsets)[i] - base; k < at<int>(lu.offsets)[i + 1] - base; ++k)
      for (int r = i * block; r < (i + 1) * block; ++r)
        for (int q = (at<int>(lu.columns)[k] - base) * block, e = 0; e < block; ++e, ++q) {
          lu_is_right = lu_is_right && std::abs(product(r, q) - a(r, q)) < 100 * tolerance(type);
          ic_is_right =
              ic_is_right && (q > r || std::abs(square(r, q) - a(r, q)) < 100 * tolerance(type));
        }
  check(lu_is_right, "bsrilu02");
  check(ic_is_right, "bsric02");

  // What solves with the lower triangle of the same blocks.
  const Blocks<T> s = blocks_of<T>(a, block, base, direction);
  const Dense x = random_dense(n, 1, type);
  Dense lower = a;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) lower(i, j) = 0;
  for (const auto op :
       {kNone, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE}) {
    const Dense b = times(op_of(lower, op), x);
    const Typed<T> right(b.v), found(static_cast<size_t>(n));
    const T one = typed<T>(1);
    bsrsv2Info_t sv;
    MUST(cusparseCreateBsrsv2Info(&sv));
    MUST(solve_size<T>(handle, direction, op, mb, s.count, s.descr.made, at<T>(s.values),
                       at<int>(s.offsets), at<int>(s.columns), block, sv, &bytes));
    const Array third = allocate(bytes);
    MUST(solve_analysis<T>(handle, direction, op, mb, s.count, s.descr.made,
                           static_cast<const T*>(at<T>(s.values)), at<int>(s.offsets),
                           at<int>(s.columns), block, sv, kPolicy, third->data));
    MUST(solve<T>(handle, direction, op, mb, s.count, &one, s.descr.made,
                  static_cast<const T*>(at<T>(s.values)), at<int>(s.offsets), at<int>(s.columns),
                  block, sv, static_cast<const T*>(right), static_cast<T*>(found), kPolicy,
                  third->data));
    MUST(cusparseXbsrsv2_zeroPivot(handle, sv, &position));
    MUST(cusparseDestroyBsrsv2Info(sv));
    expect_values(found, x.v, "bsrsv2", 10);
  }
}

template <class T>
void all() {
  for (int i = 0; i < 24; ++i) conversions<T>(i);
  for (int i = 0; i < 12; ++i) {
    products<T>(i);
    factors<T>(i);
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
