// SPDX-License-Identifier: Apache-2.0
// Reading and changing the generic calls' descriptors.
#include <cstring>
#include <initializer_list>

#include "libraries/cusparse/descriptors.h"

namespace riffle::cusparse {
namespace {

constexpr auto kGood = CUSPARSE_STATUS_SUCCESS;
constexpr auto kBad = CUSPARSE_STATUS_INVALID_VALUE;

bool all_there(std::initializer_list<const void*> pointers) {
  for (const void* pointer : pointers)
    if (pointer == nullptr) return false;
  return true;
}

template <class To, class Value>
void give(To* to, Value value) {
  *to = value;
}

}  // namespace

// --- Reading ---

template <class Values>
cusparseStatus_t sp_vec_get(cusparseConstSpVecDescr_t descr, int64_t* size, int64_t* nnz,
                            Values** indices, Values** values, cusparseIndexType_t* index_type,
                            cusparseIndexBase_t* base, cudaDataType* type) {
  if (!all_there({descr, size, nnz, indices, values, index_type, base, type})) return kBad;
  give(size, descr->size);
  give(nnz, descr->nnz);
  give(indices, descr->indices);
  give(values, descr->values);
  give(index_type, descr->index_type);
  give(base, descr->base);
  give(type, descr->type);
  return kGood;
}
cusparseStatus_t sp_vec_get_index_base(cusparseConstSpVecDescr_t descr, cusparseIndexBase_t* base) {
  if (!all_there({descr, base})) return kBad;
  give(base, descr->base);
  return kGood;
}
template <class Values>
cusparseStatus_t dn_vec_get(cusparseConstDnVecDescr_t descr, int64_t* size, Values** values,
                            cudaDataType* type) {
  if (!all_there({descr, size, values, type})) return kBad;
  give(size, descr->size);
  give(values, descr->values);
  give(type, descr->type);
  return kGood;
}
template <class Values>
cusparseStatus_t dn_mat_get(cusparseConstDnMatDescr_t descr, int64_t* rows, int64_t* cols,
                            int64_t* ld, Values** values, cudaDataType* type,
                            cusparseOrder_t* order) {
  if (!all_there({descr, rows, cols, ld, values, type, order})) return kBad;
  give(rows, descr->rows);
  give(cols, descr->cols);
  give(ld, descr->ld);
  give(values, descr->values);
  give(type, descr->type);
  give(order, descr->order);
  return kGood;
}

template <class Descr, class Values>
cusparseStatus_t get_values(const Descr* descr, Values** values) {
  if (!all_there({descr, values})) return kBad;
  *values = descr->values;
  return kGood;
}
template <class Descr>
cusparseStatus_t set_values(Descr* descr, void* values) {
  if (descr == nullptr) return kBad;
  descr->values = values;
  return kGood;
}
#define RIFFLE_VALUES(name)                                          \
  template <class Descr, class Values>                               \
  cusparseStatus_t name##_get_values(Descr descr, Values** values) { \
    return get_values(descr, values);                                \
  }                                                                  \
  template <class Descr>                                             \
  cusparseStatus_t name##_set_values(Descr descr, void* values) {    \
    return set_values(descr, values);                                \
  }
RIFFLE_VALUES(sp_vec)
RIFFLE_VALUES(dn_vec)
RIFFLE_VALUES(dn_mat)
RIFFLE_VALUES(sp_mat)
#undef RIFFLE_VALUES

template <cusparseFormat_t kFormat, class Values>
cusparseStatus_t get_compressed(cusparseConstSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                int64_t* nnz, Values** offsets, Values** indices, Values** values,
                                cusparseIndexType_t* offset_type, cusparseIndexType_t* index_type,
                                cusparseIndexBase_t* base, cudaDataType* type) {
  if (!all_there({descr, rows, cols, nnz, offsets, indices, values, offset_type, index_type, base,
                  type}) ||
      descr->format != kFormat)
    return kBad;
  give(rows, descr->rows);
  give(cols, descr->cols);
  give(nnz, descr->nnz);
  give(offsets, descr->offsets);
  give(indices, descr->indices);
  give(values, descr->values);
  give(offset_type, descr->offset_type);
  give(index_type, descr->index_type);
  give(base, descr->base);
  give(type, descr->type);
  return kGood;
}
template <class... Arguments>
cusparseStatus_t csr_get(Arguments... arguments) {
  return get_compressed<CUSPARSE_FORMAT_CSR>(arguments...);
}
template <class... Arguments>
cusparseStatus_t csc_get(Arguments... arguments) {
  return get_compressed<CUSPARSE_FORMAT_CSC>(arguments...);
}
template <class Values>
cusparseStatus_t coo_get(cusparseConstSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                         int64_t* nnz, Values** row_ind, Values** col_ind, Values** values,
                         cusparseIndexType_t* index_type, cusparseIndexBase_t* base,
                         cudaDataType* type) {
  cusparseIndexType_t second;
  return get_compressed<CUSPARSE_FORMAT_COO>(descr, rows, cols, nnz, row_ind, col_ind, values,
                                             index_type, &second, base, type);
}
template <class Values>
cusparseStatus_t blocked_ell_get(cusparseConstSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                 int64_t* block, int64_t* ell_cols, Values** indices,
                                 Values** values, cusparseIndexType_t* index_type,
                                 cusparseIndexBase_t* base, cudaDataType* type) {
  if (!all_there({descr, rows, cols, block, ell_cols, indices, values, index_type, base, type}) ||
      descr->format != CUSPARSE_FORMAT_BLOCKED_ELL)
    return kBad;
  give(rows, descr->rows);
  give(cols, descr->cols);
  give(block, descr->block_rows);
  give(ell_cols, descr->ell_cols);
  give(indices, descr->indices);
  give(values, descr->values);
  give(index_type, descr->index_type);
  give(base, descr->base);
  give(type, descr->type);
  return kGood;
}

// --- Settings ---

cusparseStatus_t dn_mat_set_strided_batch(cusparseDnMatDescr_t descr, int count, int64_t stride) {
  if (descr == nullptr || count <= 0) return kBad;
  const int64_t length =
      descr->ld * (descr->order == CUSPARSE_ORDER_ROW ? descr->rows : descr->cols);
  if (stride < 0 || (stride > 0 && stride < length)) return kBad;
  descr->batches = count;
  descr->batch_stride = stride;
  return kGood;
}
cusparseStatus_t dn_mat_get_strided_batch(cusparseConstDnMatDescr_t descr, int* count,
                                          int64_t* stride) {
  if (!all_there({descr, count, stride})) return kBad;
  give(count, descr->batches);
  give(stride, descr->batch_stride);
  return kGood;
}
namespace {

cusparseStatus_t set_batch(cusparseSpMatDescr_t descr, cusparseFormat_t format, int count,
                           int64_t offsets, int64_t indices, int64_t values) {
  if (descr == nullptr || descr->format != format || count <= 0 || offsets < 0 || indices < 0 ||
      values < 0)
    return kBad;
  descr->batches = count;
  descr->offsets_stride = offsets;
  descr->indices_stride = indices;
  descr->values_stride = values;
  return kGood;
}

}  // namespace
cusparseStatus_t coo_set_strided_batch(cusparseSpMatDescr_t descr, int count, int64_t stride) {
  if (descr != nullptr && stride != 0 && stride < descr->nnz) return kBad;
  return set_batch(descr, CUSPARSE_FORMAT_COO, count, stride, stride, stride);
}
cusparseStatus_t csr_set_strided_batch(cusparseSpMatDescr_t descr, int count, int64_t offsets,
                                       int64_t others) {
  if (descr != nullptr &&
      ((offsets != 0 && offsets < descr->rows + 1) || (others != 0 && others < descr->nnz)))
    return kBad;
  return set_batch(descr, CUSPARSE_FORMAT_CSR, count, offsets, others, others);
}
cusparseStatus_t bsr_set_strided_batch(cusparseSpMatDescr_t descr, int count, int64_t offsets,
                                       int64_t indices, int64_t values) {
  return set_batch(descr, CUSPARSE_FORMAT_BSR, count, offsets, indices, values);
}

cusparseStatus_t sp_mat_get_format(cusparseConstSpMatDescr_t descr, cusparseFormat_t* format) {
  if (!all_there({descr, format})) return kBad;
  give(format, descr->format);
  return kGood;
}
cusparseStatus_t sp_mat_get_index_base(cusparseConstSpMatDescr_t descr, cusparseIndexBase_t* base) {
  if (!all_there({descr, base})) return kBad;
  give(base, descr->base);
  return kGood;
}
cusparseStatus_t sp_mat_get_size(cusparseConstSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                 int64_t* nnz) {
  if (!all_there({descr, rows, cols, nnz})) return kBad;
  give(rows, descr->rows);
  give(cols, descr->cols);
  give(nnz, descr->nnz);
  return kGood;
}
cusparseStatus_t sp_mat_get_strided_batch(cusparseConstSpMatDescr_t descr, int* count) {
  if (!all_there({descr, count})) return kBad;
  give(count, descr->batches);
  return kGood;
}

/// Both attributes are enumerations of the same size.
cusparseStatus_t sp_mat_get_attribute(cusparseConstSpMatDescr_t descr,
                                      cusparseSpMatAttribute_t attribute, void* value,
                                      size_t bytes) {
  if (!all_there({descr, value}) || bytes != sizeof(int)) return kBad;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE)
    std::memcpy(value, &descr->fill_mode, bytes);
  else if (attribute == CUSPARSE_SPMAT_DIAG_TYPE)
    std::memcpy(value, &descr->diag_type, bytes);
  else
    return kBad;
  return kGood;
}
cusparseStatus_t sp_mat_set_attribute(cusparseSpMatDescr_t descr,
                                      cusparseSpMatAttribute_t attribute, void* value,
                                      size_t bytes) {
  if (!all_there({descr, value}) || bytes != sizeof(int)) return kBad;
  int number;
  std::memcpy(&number, value, bytes);
  if (number != 0 && number != 1) return kBad;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) {
    descr->fill_mode = static_cast<cusparseFillMode_t>(number);
    descr->has_fill_mode = true;
  } else if (attribute == CUSPARSE_SPMAT_DIAG_TYPE) {
    descr->diag_type = static_cast<cusparseDiagType_t>(number);
    descr->has_diag_type = true;
  } else {
    return kBad;
  }
  return kGood;
}

namespace {

cusparseStatus_t set_pointers(cusparseSpMatDescr_t descr, cusparseFormat_t format, void* offsets,
                              void* indices, void* values) {
  if (descr == nullptr || descr->format != format) return kBad;
  descr->offsets = offsets;
  descr->indices = indices;
  descr->values = values;
  return kGood;
}

}  // namespace
cusparseStatus_t csr_set_pointers(cusparseSpMatDescr_t descr, void* offsets, void* indices,
                                  void* values) {
  return set_pointers(descr, CUSPARSE_FORMAT_CSR, offsets, indices, values);
}
cusparseStatus_t csc_set_pointers(cusparseSpMatDescr_t descr, void* offsets, void* indices,
                                  void* values) {
  return set_pointers(descr, CUSPARSE_FORMAT_CSC, offsets, indices, values);
}
cusparseStatus_t coo_set_pointers(cusparseSpMatDescr_t descr, void* rows, void* columns,
                                  void* values) {
  return set_pointers(descr, CUSPARSE_FORMAT_COO, rows, columns, values);
}

}  // namespace riffle::cusparse

#include "cusparse_descriptor_parts.h"
