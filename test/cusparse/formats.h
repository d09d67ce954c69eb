// SPDX-License-Identifier: Apache-2.0
// The same matrix in every format.
#pragma once

#include "harness.h"

struct Sparse {
  cusparseSpMatDescr_t descr = nullptr;
  Array offsets, indices, values;
  cudaDataType type;
  long nnz = 0;
  Sparse() = default;
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;
  ~Sparse() { cusparseDestroySpMat(descr); }
};
using SparsePointer = std::unique_ptr<Sparse>;

inline Array index_array(const std::vector<long>& indices, cusparseIndexType_t type, int base) {
  Array made = allocate(indices.size() * (type == CUSPARSE_INDEX_64I ? 8 : 4));
  for (size_t i = 0; i < indices.size(); ++i) {
    if (type == CUSPARSE_INDEX_64I)
      at<int64_t>(made)[i] = indices[i] + base;
    else
      at<int>(made)[i] = static_cast<int>(indices[i] + base);
  }
  return made;
}
inline Array value_array(const std::vector<Value>& values, cudaDataType type) {
  Array made = allocate(values.size() * size_of(type));
  for (size_t i = 0; i < values.size(); ++i) write(made->data, type, i, values[i]);
  return made;
}

struct Plan {
  cusparseFormat_t format = CUSPARSE_FORMAT_CSR;
  cudaDataType type = CUDA_R_32F;
  cusparseIndexType_t index = CUSPARSE_INDEX_32I;
  cusparseIndexType_t offset = CUSPARSE_INDEX_32I;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
  int block = 2;
  bool shuffled = false;  ///< COO: entries in any order
};

/// CSR of a matrix of blocks that have some value (`block` = 1: of the matrix itself).
struct Pattern {
  std::vector<long> offsets{0}, columns, rows;
};
inline Pattern pattern_of(const Dense& a, int block) {
  Pattern p;
  for (int i = 0; i < a.rows / block; ++i) {
    for (int j = 0; j < a.cols / block; ++j) {
      bool any = false;
      for (int r = 0; r < block; ++r)
        for (int c = 0; c < block; ++c) any = any || a(i * block + r, j * block + c) != 0.0;
      if (!any) continue;
      p.columns.push_back(j);
      p.rows.push_back(i);
    }
    p.offsets.push_back(static_cast<long>(p.columns.size()));
  }
  return p;
}

inline SparsePointer make_blocks(const Dense& a, const Plan& plan) {
  auto s = std::make_unique<Sparse>();
  const int b = plan.block;
  const Pattern p = pattern_of(a, b);
  std::vector<Value> values;
  for (size_t k = 0; k < p.columns.size(); ++k)
    for (int r = 0; r < b; ++r)
      for (int c = 0; c < b; ++c)
        values.push_back(a(int(p.rows[k]) * b + r, int(p.columns[k]) * b + c));
  s->offsets = index_array(p.offsets, plan.offset, plan.base);
  s->indices = index_array(p.columns, plan.index, plan.base);
  s->values = value_array(values, plan.type);
  MUST(cusparseCreateBsr(&s->descr, a.rows / b, a.cols / b, p.columns.size(), b, b,
                         s->offsets->data, s->indices->data, s->values->data, plan.offset,
                         plan.index, plan.base, plan.type, CUSPARSE_ORDER_ROW));
  return s;
}

/// Blocked ELL: as many blocks in each row as the fullest has; a column of -1 is padding.
inline SparsePointer make_ell(const Dense& a, const Plan& plan) {
  auto s = std::make_unique<Sparse>();
  const int b = plan.block;
  const Pattern p = pattern_of(a, b);
  long width = 0;
  for (size_t i = 0; i + 1 < p.offsets.size(); ++i)
    width = std::max(width, p.offsets[i + 1] - p.offsets[i]);
  std::vector<long> columns(width * (a.rows / b), -1 - plan.base);
  std::vector<Value> values(width * b * a.rows);
  for (int i = 0; i < a.rows / b; ++i)
    for (long k = p.offsets[i]; k < p.offsets[i + 1]; ++k) {
      const long t = k - p.offsets[i];
      columns[i * width + t] = p.columns[k];
      for (int r = 0; r < b; ++r)
        for (int c = 0; c < b; ++c)
          values[(i * b + r) * width * b + t * b + c] = a(i * b + r, int(p.columns[k]) * b + c);
    }
  s->indices = index_array(columns, plan.index, plan.base);
  s->values = value_array(values, plan.type);
  MUST(cusparseCreateBlockedEll(&s->descr, a.rows, a.cols, b, width * b, s->indices->data,
                                s->values->data, plan.index, plan.base, plan.type));
  return s;
}

inline SparsePointer make_sliced(const Dense& a, const Plan& plan) {
  auto s = std::make_unique<Sparse>();
  const int slice = plan.block;
  const Pattern p = pattern_of(a, 1);
  std::vector<long> offsets{0}, columns;
  std::vector<Value> values;
  for (int first = 0; first < a.rows; first += slice) {
    long width = 0;
    for (int i = first; i < std::min(first + slice, a.rows); ++i)
      width = std::max(width, p.offsets[i + 1] - p.offsets[i]);
    for (long t = 0; t < width; ++t)
      for (int i = first; i < first + slice; ++i) {
        const bool has = i < a.rows && p.offsets[i] + t < p.offsets[i + 1];
        const long k = has ? p.offsets[i] + t : 0;
        columns.push_back(has ? p.columns[k] : -1 - plan.base);
        values.push_back(has ? a(i, int(p.columns[k])) : Value());
      }
    offsets.push_back(static_cast<long>(columns.size()));
  }
  s->offsets = index_array(offsets, plan.offset, plan.base);
  s->indices = index_array(columns, plan.index, plan.base);
  s->values = value_array(values, plan.type);
  MUST(cusparseCreateSlicedEll(&s->descr, a.rows, a.cols, p.columns.size(), columns.size(), slice,
                               s->offsets->data, s->indices->data, s->values->data, plan.offset,
                               plan.index, plan.base, plan.type));
  return s;
}

inline SparsePointer make_coo(const Dense& a, const Plan& plan) {
  auto s = std::make_unique<Sparse>();
  Pattern p = pattern_of(a, 1);
  if (plan.shuffled)
    for (size_t k = p.rows.size(); k > 1; --k) {
      const unsigned other = random_below(unsigned(k));
      std::swap(p.rows[k - 1], p.rows[other]);
      std::swap(p.columns[k - 1], p.columns[other]);
    }
  std::vector<Value> values;
  for (size_t k = 0; k < p.rows.size(); ++k) values.push_back(a(int(p.rows[k]), int(p.columns[k])));
  s->offsets = index_array(p.rows, plan.index, plan.base);
  s->indices = index_array(p.columns, plan.index, plan.base);
  s->values = value_array(values, plan.type);
  MUST(cusparseCreateCoo(&s->descr, a.rows, a.cols, p.rows.size(), s->offsets->data,
                         s->indices->data, s->values->data, plan.index, plan.base, plan.type));
  s->nnz = static_cast<long>(p.rows.size());
  return s;
}

inline SparsePointer make_sparse(const Dense& a, const Plan& plan) {
  SparsePointer s;
  switch (plan.format) {
    case CUSPARSE_FORMAT_BSR:
      s = make_blocks(a, plan);
      break;
    case CUSPARSE_FORMAT_BLOCKED_ELL:
      s = make_ell(a, plan);
      break;
    case CUSPARSE_FORMAT_SLICED_ELLPACK:
      s = make_sliced(a, plan);
      break;
    case CUSPARSE_FORMAT_COO:
      s = make_coo(a, plan);
      break;
    default: {
      const bool by_columns = plan.format == CUSPARSE_FORMAT_CSC;
      const Dense m = by_columns ? op_of(a, CUSPARSE_OPERATION_TRANSPOSE) : a;
      const Pattern p = pattern_of(m, 1);
      std::vector<Value> values;
      for (size_t k = 0; k < p.rows.size(); ++k)
        values.push_back(m(int(p.rows[k]), int(p.columns[k])));
      s = std::make_unique<Sparse>();
      s->offsets = index_array(p.offsets, plan.offset, plan.base);
      s->indices = index_array(p.columns, plan.index, plan.base);
      s->values = value_array(values, plan.type);
      s->nnz = static_cast<long>(p.rows.size());
      MUST((by_columns ? cusparseCreateCsc : cusparseCreateCsr)(
          &s->descr, a.rows, a.cols, s->nnz, s->offsets->data, s->indices->data, s->values->data,
          plan.offset, plan.index, plan.base, plan.type));
    }
  }
  s->type = plan.type;
  return s;
}

inline const char* name_of(cusparseFormat_t format) {
  switch (format) {
    case CUSPARSE_FORMAT_CSR:
      return "CSR";
    case CUSPARSE_FORMAT_CSC:
      return "CSC";
    case CUSPARSE_FORMAT_COO:
      return "COO";
    case CUSPARSE_FORMAT_BSR:
      return "BSR";
    case CUSPARSE_FORMAT_BLOCKED_ELL:
      return "blocked ELL";
    default:
      return "sliced ELL";
  }
}
