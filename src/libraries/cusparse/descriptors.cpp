// SPDX-License-Identifier: Apache-2.0
// Making and reading the generic calls' descriptors.
#include "libraries/cusparse/descriptors.h"

namespace riffle::cusparse {

unsigned bytes_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I:
      return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return 2;
    case CUDA_R_32F:
    case CUDA_R_32I:
    case CUDA_C_16F:
    case CUDA_C_16BF:
      return 4;
    case CUDA_R_64F:
    case CUDA_C_32F:
      return 8;
    case CUDA_C_64F:
      return 16;
    default:
      return 0;
  }
}

namespace {

constexpr auto kGood = CUSPARSE_STATUS_SUCCESS;
constexpr auto kBad = CUSPARSE_STATUS_INVALID_VALUE;

bool is_one_of(cusparseIndexType_t type) {
  return type >= CUSPARSE_INDEX_16U && type <= CUSPARSE_INDEX_64I;
}
bool is_one_of(cusparseIndexBase_t base) {
  return base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE;
}
bool is_one_of(cudaDataType type) { return bytes_of(type) != 0; }
bool is_one_of(cusparseOrder_t order) {
  return order == CUSPARSE_ORDER_COL || order == CUSPARSE_ORDER_ROW;
}
bool sizes_are_good(std::int64_t rows, std::int64_t cols, std::int64_t nnz) {
  if (rows < 0 || cols < 0 || nnz < 0) return false;
  return rows == 0 || (nnz + rows - 1) / rows <= cols;  // no more entries than places
}

template <class Descr>
cusparseStatus_t make(Descr** made, const std::remove_const_t<Descr>& descr) {
  const cusparseStatus_t status = create(const_cast<std::remove_const_t<Descr>**>(made));
  if (status == kGood) *const_cast<std::remove_const_t<Descr>*>(*made) = descr;
  return status;
}
void* writable(const void* pointer) { return const_cast<void*>(pointer); }

}  // namespace

// --- Vectors ---

template <class Descr, class Pointer>
cusparseStatus_t create_sp_vec(Descr** made, int64_t size, int64_t nnz, Pointer indices,
                               Pointer values, cusparseIndexType_t index_type,
                               cusparseIndexBase_t base, cudaDataType type) {
  if (made == nullptr || size < 0 || nnz < 0 || nnz > size || !is_one_of(index_type) ||
      !is_one_of(base) || !is_one_of(type))
    return kBad;
  return make(made, Descr{size, nnz, writable(indices), writable(values), index_type, base, type});
}
template <class Descr, class Pointer>
cusparseStatus_t create_dn_vec(Descr** made, int64_t size, Pointer values, cudaDataType type) {
  if (made == nullptr || size < 0 || !is_one_of(type)) return kBad;
  return make(made, Descr{size, writable(values), type});
}

template <class Descr, class Pointer>
cusparseStatus_t create_dn_mat(Descr** made, int64_t rows, int64_t cols, int64_t ld, Pointer values,
                               cudaDataType type, cusparseOrder_t order) {
  if (made == nullptr || rows < 0 || cols < 0 || !is_one_of(type) || !is_one_of(order) ||
      ld < (order == CUSPARSE_ORDER_ROW ? cols : rows))
    return kBad;
  return make(made, Descr{rows, cols, ld, writable(values), type, order});
}

// --- Sparse matrices. Arrays may come later (cusparseCsrSetPointers), as in the phases of SpGEMM ---

namespace {

struct Arrays {
  const void *offsets, *indices, *values;
  cusparseIndexType_t offset_type, index_type;
};

template <class Descr>
cusparseStatus_t make_spmat(Descr** made, cusparseFormat_t format, int64_t rows, int64_t cols,
                            int64_t nnz, const Arrays& arrays, cusparseIndexBase_t base,
                            cudaDataType type, const cusparseSpMatDescr& more = {}) {
  if (made == nullptr || !is_one_of(arrays.offset_type) || !is_one_of(arrays.index_type) ||
      !is_one_of(base) || !is_one_of(type))
    return kBad;
  if (arrays.offset_type != arrays.index_type) return CUSPARSE_STATUS_NOT_SUPPORTED;
  cusparseSpMatDescr descr = more;
  descr.format = format;
  descr.rows = rows;
  descr.cols = cols;
  descr.nnz = nnz;
  descr.offsets = writable(arrays.offsets);
  descr.indices = writable(arrays.indices);
  descr.values = writable(arrays.values);
  descr.offset_type = arrays.offset_type;
  descr.index_type = arrays.index_type;
  descr.base = base;
  descr.type = type;
  return make(const_cast<cusparseSpMatDescr**>(made), descr);
}

}  // namespace

template <class Descr, class Pointer>
cusparseStatus_t create_coo(Descr** made, int64_t rows, int64_t cols, int64_t nnz, Pointer row_ind,
                            Pointer col_ind, Pointer values, cusparseIndexType_t index_type,
                            cusparseIndexBase_t base, cudaDataType type) {
  if (!sizes_are_good(rows, cols, nnz)) return kBad;
  return make_spmat(made, CUSPARSE_FORMAT_COO, rows, cols, nnz,
                    {row_ind, col_ind, values, index_type, index_type}, base, type);
}
template <cusparseFormat_t kFormat, class Descr, class Pointer>
cusparseStatus_t make_compressed(Descr** made, int64_t rows, int64_t cols, int64_t nnz,
                                 Pointer offsets, Pointer indices, Pointer values,
                                 cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                 cusparseIndexBase_t base, cudaDataType type) {
  if (!sizes_are_good(rows, cols, nnz)) return kBad;
  return make_spmat(made, kFormat, rows, cols, nnz,
                    {offsets, indices, values, offset_type, index_type}, base, type);
}
template <class... Arguments>
cusparseStatus_t create_csr(Arguments... arguments) {
  return make_compressed<CUSPARSE_FORMAT_CSR>(arguments...);
}
template <class... Arguments>
cusparseStatus_t create_csc(Arguments... arguments) {
  return make_compressed<CUSPARSE_FORMAT_CSC>(arguments...);
}
template <class Descr, class Pointer>
cusparseStatus_t create_bsr(Descr** made, int64_t brows, int64_t bcols, int64_t bnnz,
                            int64_t block_rows, int64_t block_cols, Pointer offsets,
                            Pointer indices, Pointer values, cusparseIndexType_t offset_type,
                            cusparseIndexType_t index_type, cusparseIndexBase_t base,
                            cudaDataType type, cusparseOrder_t order) {
  if (!sizes_are_good(brows, bcols, bnnz) || block_rows <= 0 || block_cols <= 0 ||
      !is_one_of(order))
    return kBad;
  cusparseSpMatDescr more{};
  more.block_rows = block_rows;
  more.block_cols = block_cols;
  more.block_order = order;
  return make_spmat(made, CUSPARSE_FORMAT_BSR, brows * block_rows, bcols * block_cols,
                    bnnz * block_rows * block_cols,
                    {offsets, indices, values, offset_type, index_type}, base, type, more);
}
template <class Descr, class Pointer>
cusparseStatus_t create_blocked_ell(Descr** made, int64_t rows, int64_t cols, int64_t block,
                                    int64_t ell_cols, Pointer indices, Pointer values,
                                    cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                    cudaDataType type) {
  if (rows < 0 || cols < 0 || block <= 0 || ell_cols < 0 || ell_cols > cols || rows % block != 0 ||
      cols % block != 0 || ell_cols % block != 0)
    return kBad;
  cusparseSpMatDescr more{};
  more.block_rows = more.block_cols = block;
  more.ell_cols = ell_cols;
  return make_spmat(made, CUSPARSE_FORMAT_BLOCKED_ELL, rows, cols, rows * ell_cols,
                    {indices, indices, values, index_type, index_type}, base, type, more);
}
template <class Descr, class Pointer>
cusparseStatus_t create_sliced_ell(Descr** made, int64_t rows, int64_t cols, int64_t nnz,
                                   int64_t stored, int64_t slice, Pointer offsets, Pointer indices,
                                   Pointer values, cusparseIndexType_t offset_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                   cudaDataType type) {
  if (!sizes_are_good(rows, cols, nnz) || stored < nnz || slice < 0) return kBad;
  cusparseSpMatDescr more{};
  more.slice_size = slice;
  more.stored = stored;
  return make_spmat(made, CUSPARSE_FORMAT_SLICED_ELLPACK, rows, cols, nnz,
                    {offsets, indices, values, offset_type, index_type}, base, type, more);
}

cusparseStatus_t destroy_sp_vec(cusparseConstSpVecDescr_t descr) { return destroy(descr); }
cusparseStatus_t destroy_dn_vec(cusparseConstDnVecDescr_t descr) { return destroy(descr); }
cusparseStatus_t destroy_sp_mat(cusparseConstSpMatDescr_t descr) { return destroy(descr); }
cusparseStatus_t destroy_dn_mat(cusparseConstDnMatDescr_t descr) { return destroy(descr); }

}  // namespace riffle::cusparse

#include "cusparse_descriptors.h"
