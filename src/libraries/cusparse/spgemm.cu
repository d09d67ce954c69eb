// SPDX-License-Identifier: Apache-2.0
// Sparse matrix times sparse matrix, in the phases that the calls have.
//
// A block gathers the products of a row in a table keyed by column, then sorts the columns. The estimate finds the fullest
// row, which says how large tables are; `compute` counts the entries of rows, `copy` computes them. Tables lie in the
// program's buffer, one for each block. Entries that come out as zero stay.
#include "libraries/cusparse/scan.h"
#include "libraries/cusparse/spgemm_tables.h"

/// What the phases tell each other. `copy` needs the buffers of the phases before it.
struct cusparseSpGEMMDescr {
  bool is_estimated = false, is_counted = false;
  std::int64_t products = 0, fullest = 0, nnz = 0;
  void* offsets = nullptr;
  void* tables = nullptr;
};

namespace riffle::cusparse {
namespace {

// --- Buffers ---

Indices counts_in(void* memory) {
  return indices_of(memory, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_64I);
}
Long places_for(Long fullest, Long cols) {
  Long places = 16;
  while (places < 2 * std::min(fullest, cols)) places *= 2;
  return places;
}
/// Blocks that have a table each: many, unless tables are large.
Long blocks_with(Long places, Long rows) {
  constexpr Long kBytes = Long{64} << 20;
  return std::max<Long>(1, std::min(std::clamp<Long>(kBytes / (places * 32), 4, 64), rows));
}
struct Work {
  Tables tables;
  unsigned blocks;
};
Work take_work(BufferLayout& parts, const cusparseSpGEMMDescr& descr, const cusparseSpMatDescr& a,
               const cusparseSpMatDescr& b) {
  const Long places = places_for(descr.fullest, b.cols), blocks = blocks_with(places, a.rows);
  Work work{};
  work.tables.keys = parts.take<Long>(places * blocks);
  work.tables.used = parts.take<Long>(places * blocks);
  work.tables.sums = parts.take<Complex<double>>(places * blocks);
  work.tables.places = places;
  work.blocks = static_cast<unsigned>(blocks);
  return work;
}
std::size_t work_bytes(const cusparseSpGEMMDescr& descr, const cusparseSpMatDescr& a,
                       const cusparseSpMatDescr& b) {
  BufferLayout parts(nullptr);
  take_work(parts, descr, a, b);
  return parts.bytes();
}
std::size_t offset_bytes(const cusparseSpMatDescr& a) {
  return static_cast<std::size_t>(a.rows + 2) / 2 * 2 * sizeof(Long);
}

// --- Phases ---

struct Product {
  cusparseHandle_t handle;
  cusparseOperation_t op_a, op_b;
  cusparseConstSpMatDescr_t a, b;
  cusparseSpMatDescr_t c;
  cusparseSpGEMMAlg_t alg;
  cusparseSpGEMMDescr_t descr;
};

Call check(const Product& p) {
  Call call = generic_call(p.handle);
  call.there(p.a, p.b, p.c, p.descr).one_of(p.op_a).one_of(p.op_b);
  call.require(p.alg >= CUSPARSE_SPGEMM_DEFAULT && p.alg <= CUSPARSE_SPGEMM_ALG3);
  if (call.failed()) return call;
  call.require(p.op_a == kNone && p.op_b == kNone, CUSPARSE_STATUS_NOT_SUPPORTED);
  call.require(p.a->cols == p.b->rows && p.c->rows == p.a->rows && p.c->cols == p.b->cols);
  for (const cusparseSpMatDescr* m : {p.a, p.b, static_cast<cusparseConstSpMatDescr_t>(p.c)})
    call.require(m->format == CUSPARSE_FORMAT_CSR && m->index_type == p.a->index_type,
                 CUSPARSE_STATUS_NOT_SUPPORTED);
  return call.require(p.a->type == p.b->type && p.b->type == p.c->type,
                      CUSPARSE_STATUS_NOT_SUPPORTED);
}
Call check(const Product& p, const void* alpha, const void* beta, cudaDataType compute) {
  Call call = check(p);
  call.there(alpha, beta);
  if (call.failed()) return call;
  return call.require(types_go_together(p.a->type, p.b->type, p.c->type, compute),
                      CUSPARSE_STATUS_NOT_SUPPORTED);
}

/// Without a buffer the call asks how large it must be.
cusparseStatus_t estimate(Call call, const Product& p, size_t* bytes, void* buffer) {
  call.there(bytes);
  if (call.failed()) return call.status();
  if (buffer == nullptr) {
    *bytes = offset_bytes(*p.a);
    return call.status();
  }
  const Indices counts = counts_in(buffer);
  auto* const result = static_cast<Long*>(p.handle->result);
  Long both[2] = {0, 0};
  call.then([&] {
    return launch_rows(spgemm_products, p.a->rows, p.a->nnz, call.stream(), csr_of(*p.a),
                       csr_of(*p.b), counts);
  });
  call.then([&] { return launch_one(spgemm_largest, call.stream(), counts, p.a->rows, result); });
  call.bring(both, result, sizeof both);
  p.descr->products = both[0];
  p.descr->fullest = both[1];
  p.descr->is_estimated = !call.failed();
  return call.status();
}

/// Counts entries; the offsets of C stay where they are.
cusparseStatus_t count(Call call, const Product& p, void* offsets, void* tables) {
  call.require(p.descr->is_estimated, CUSPARSE_STATUS_NOT_INITIALIZED);
  if (call.failed()) return call.status();
  BufferLayout parts(tables);
  const Work work = take_work(parts, *p.descr, *p.a, *p.b);
  const Indices counts = counts_in(offsets);
  call.then([&] {
    if (p.a->rows == 0) return CUSPARSE_STATUS_SUCCESS;
    return launch(spgemm_pattern, dim3(work.blocks), dim3(1), call.stream(), csr_of(*p.a),
                  csr_of(*p.b), work.tables, counts, counts, counts, false);
  });
  call.then([&] { return scan(call.stream(), counts, p.a->rows); });
  bring_total(call, p.handle, counts, p.a->rows, &p.descr->nnz);
  if (call.failed()) return call.status();
  p.c->nnz = p.descr->nnz;
  p.descr->offsets = offsets;
  p.descr->tables = tables;
  p.descr->is_counted = true;
  return call.status();
}

cusparseStatus_t write_offsets(const Call& call, const Product& p) {
  return launch_elements(spgemm_offsets, p.a->rows + 1, call.stream(), counts_in(p.descr->offsets),
                         p.a->rows, csr_of(*p.c).offsets);
}
cusparseStatus_t write_values(const Call& call, const Product& p, Scalar alpha, Scalar beta) {
  BufferLayout parts(p.descr->tables);
  const Work work = take_work(parts, *p.descr, *p.a, *p.b);
  const Csr c = csr_of(*p.c);
  if (p.a->rows == 0) return CUSPARSE_STATUS_SUCCESS;
  return with_type(p.a->type, [&](auto type) {
    using T = decltype(type);
    return launch(spgemm_rows<T>, dim3(work.blocks), dim3(1), call.stream(), csr_of(*p.a),
                  Values<T>(p.a->values, p.a->type), csr_of(*p.b),
                  Values<T>(p.b->values, p.b->type), work.tables, c.offsets, c.columns,
                  Values<T>(p.c->values, p.c->type), alpha, beta);
  });
}

cusparseStatus_t spgemm_create_descr(cusparseSpGEMMDescr_t* descr) { return create(descr); }
cusparseStatus_t spgemm_destroy_descr(cusparseSpGEMMDescr_t descr) { return destroy(descr); }

cusparseStatus_t spgemm_work_estimation(cusparseHandle_t handle, cusparseOperation_t op_a,
                                        cusparseOperation_t op_b, const void* alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                        const void* beta, cusparseSpMatDescr_t c,
                                        cudaDataType compute, cusparseSpGEMMAlg_t alg,
                                        cusparseSpGEMMDescr_t descr, size_t* bytes, void* buffer) {
  const Product p{handle, op_a, op_b, a, b, c, alg, descr};
  return estimate(check(p, alpha, beta, compute), p, bytes, buffer);
}
cusparseStatus_t spgemm_get_num_products(cusparseSpGEMMDescr_t descr, int64_t* products) {
  if (descr == nullptr || products == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *products = descr->products;
  return CUSPARSE_STATUS_SUCCESS;
}
/// Tables are as large as they are whatever part of the products is computed at once.
cusparseStatus_t spgemm_estimate_memory(cusparseHandle_t handle, cusparseOperation_t op_a,
                                        cusparseOperation_t op_b, const void* alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                        const void* beta, cusparseSpMatDescr_t c,
                                        cudaDataType compute, cusparseSpGEMMAlg_t alg,
                                        cusparseSpGEMMDescr_t descr, float chunk_fraction,
                                        size_t* bytes3, void* buffer3, size_t* bytes2) {
  const Product p{handle, op_a, op_b, a, b, c, alg, descr};
  Call call = check(p, alpha, beta, compute).there(bytes3);
  call.require(chunk_fraction > 0 && chunk_fraction <= 1);
  if (call.failed()) return call.status();
  call.require(alg == CUSPARSE_SPGEMM_ALG2 || alg == CUSPARSE_SPGEMM_ALG3,
               CUSPARSE_STATUS_NOT_SUPPORTED);
  call.require(descr->is_estimated, CUSPARSE_STATUS_NOT_INITIALIZED);
  if (call.failed()) return call.status();
  *bytes3 = 16;
  if (bytes2 != nullptr && buffer3 != nullptr)
    *bytes2 = offset_bytes(*a) + work_bytes(*descr, *a, *b);
  return call.status();
}
cusparseStatus_t spgemm_compute(cusparseHandle_t handle, cusparseOperation_t op_a,
                                cusparseOperation_t op_b, const void* alpha,
                                cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                const void* beta, cusparseSpMatDescr_t c, cudaDataType compute,
                                cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr, size_t* bytes,
                                void* buffer) {
  const Product p{handle, op_a, op_b, a, b, c, alg, descr};
  Call call = check(p, alpha, beta, compute).there(bytes);
  if (call.failed()) return call.status();
  call.require(descr->is_estimated, CUSPARSE_STATUS_NOT_INITIALIZED);
  if (call.failed()) return call.status();
  if (buffer == nullptr) {
    *bytes = offset_bytes(*a) + work_bytes(*descr, *a, *b);
    return call.status();
  }
  return count(call, p, buffer, static_cast<char*>(buffer) + offset_bytes(*a));
}
cusparseStatus_t spgemm_copy(cusparseHandle_t handle, cusparseOperation_t op_a,
                             cusparseOperation_t op_b, const void* alpha,
                             cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                             const void* beta, cusparseSpMatDescr_t c, cudaDataType compute,
                             cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr) {
  const Product p{handle, op_a, op_b, a, b, c, alg, descr};
  Call call = check(p, alpha, beta, compute);
  if (call.failed()) return call.status();
  call.require(descr->is_counted, CUSPARSE_STATUS_NOT_INITIALIZED);
  call.there(c->offsets).require(c->nnz == 0 || (c->indices != nullptr && c->values != nullptr));
  call.then([&] { return write_offsets(call, p); });
  call.then([&] {
    return write_values(call, p, call.scalar(alpha, compute), call.scalar(beta, compute));
  });
  return call.status();
}

// --- The same pattern for several products ---

cusparseStatus_t spgemmreuse_work_estimation(cusparseHandle_t handle, cusparseOperation_t op_a,
                                             cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
                                             cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                                             cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr,
                                             size_t* bytes, void* buffer) {
  const Product p{handle, op_a, op_b, a, b, c, alg, descr};
  return estimate(check(p), p, bytes, buffer);
}
/// Buffer 2 has tables, buffer 4 the offsets, which `copy` needs; nothing is in buffer 3.
cusparseStatus_t spgemmreuse_nnz(cusparseHandle_t handle, cusparseOperation_t op_a,
                                 cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
                                 cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                                 cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr,
                                 size_t* bytes2, void* buffer2, size_t* bytes3, void* buffer3,
                                 size_t* bytes4, void* buffer4) {
  const Product p{handle, op_a, op_b, a, b, c, alg, descr};
  Call call = check(p).there(bytes2, bytes3, bytes4);
  if (call.failed()) return call.status();
  call.require(descr->is_estimated, CUSPARSE_STATUS_NOT_INITIALIZED);
  if (call.failed()) return call.status();
  if (buffer2 == nullptr && buffer3 == nullptr && buffer4 == nullptr) {
    *bytes2 = work_bytes(*descr, *a, *b);
    *bytes3 = 16;
    *bytes4 = offset_bytes(*a);
    return call.status();
  }
  call.there(buffer2, buffer4);
  return count(call, p, buffer4, buffer2);
}
cusparseStatus_t spgemmreuse_copy(cusparseHandle_t handle, cusparseOperation_t op_a,
                                  cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
                                  cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                                  cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr,
                                  size_t* bytes5, void* buffer5) {
  const Product p{handle, op_a, op_b, a, b, c, alg, descr};
  Call call = check(p).there(bytes5);
  if (call.failed()) return call.status();
  call.require(descr->is_counted, CUSPARSE_STATUS_NOT_INITIALIZED);
  if (call.failed()) return call.status();
  if (buffer5 == nullptr) {
    *bytes5 = work_bytes(*descr, *a, *b);
    return call.status();
  }
  descr->tables = buffer5;
  BufferLayout parts(buffer5);
  const Work work = take_work(parts, *descr, *a, *b);
  call.there(c->offsets).require(c->nnz == 0 || c->indices != nullptr);
  call.then([&] { return write_offsets(call, p); });
  call.then([&] {
    const Csr to = csr_of(*c);
    if (a->rows == 0) return CUSPARSE_STATUS_SUCCESS;
    return launch(spgemm_pattern, dim3(work.blocks), dim3(1), call.stream(), csr_of(*a), csr_of(*b),
                  work.tables, to.offsets, to.offsets, to.columns, true);
  });
  return call.status();
}
cusparseStatus_t spgemmreuse_compute(cusparseHandle_t handle, cusparseOperation_t op_a,
                                     cusparseOperation_t op_b, const void* alpha,
                                     cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                     const void* beta, cusparseSpMatDescr_t c, cudaDataType compute,
                                     cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr) {
  const Product p{handle, op_a, op_b, a, b, c, alg, descr};
  Call call = check(p, alpha, beta, compute);
  if (call.failed()) return call.status();
  call.require(descr->is_counted, CUSPARSE_STATUS_NOT_INITIALIZED);
  call.require(c->nnz == 0 || c->values != nullptr).then([&] {
    return write_values(call, p, call.scalar(alpha, compute), call.scalar(beta, compute));
  });
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_spgemm.h"
