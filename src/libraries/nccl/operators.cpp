// SPDX-License-Identifier: Apache-2.0
// Reduction operators: those of the header, and sums of scaled elements, which belong to a communicator.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "libraries/nccl/comm.h"
#include "libraries/nccl/group.h"
#include "nccl_bodies.h"

namespace riffle::nccl {
namespace {

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

bool is_integer(ncclDataType_t type) { return type <= ncclUint64; }

/// An average is a sum of parts: each element is divided first.
std::uint64_t reciprocal(int size, ncclDataType_t type) {
  const float part = 1.0F / static_cast<float>(size);
  switch (type) {
    case ncclFloat16:
      return bits_of(__float2half(part));
    case ncclFloat64:
      return bits_of(1.0 / size);
    case ncclBfloat16:
      return bits_of(__float2bfloat16(part));
    case ncclFloat8e4m3:
      return bits_of(__nv_fp8_e4m3(part));
    case ncclFloat8e5m2:
      return bits_of(__nv_fp8_e5m2(part));
    default:
      return bits_of(part);
  }
}

ncclResult_t invalid_operator(const char* function, ncclRedOp_t op) {
  return fail(ncclInvalidArgument, std::string(function) + " : invalid reduction operation " +
                                       std::to_string(static_cast<int>(op)));
}

/// NVIDIA's library does not scale numbers of 8 bits, which have few factors.
bool can_be_scaled(ncclDataType_t type) { return type != ncclFloat8e4m3 && type != ncclFloat8e5m2; }

}  // namespace

ncclResult_t find_reduction(ncclComm& comm, ncclRedOp_t op, ncclDataType_t type,
                            const char* function, Reduction& reduction) {
  using Operator = Reduction::Operator;
  if ((op < 0 || op >= ncclAvg) && !can_be_scaled(type))
    return fail(ncclInvalidArgument,
                std::string(function) + " : averages and scaled sums do not support 8-bit types");
  switch (static_cast<int>(op)) {
    case ncclSum:
      reduction.op = Operator::kSum;
      return ncclSuccess;
    case ncclProd:
      reduction.op = Operator::kProd;
      return ncclSuccess;
    case ncclMax:
      reduction.op = Operator::kMax;
      return ncclSuccess;
    case ncclMin:
      reduction.op = Operator::kMin;
      return ncclSuccess;
    case ncclAvg:
      reduction.op = is_integer(type) ? Operator::kAverage : Operator::kScaledSum;
      if (!is_integer(type)) reduction.factor = reciprocal(comm.size, type);
      return ncclSuccess;
    default:
      break;
  }
  const std::scoped_lock lock(comm.operators_mutex);
  const auto index = static_cast<std::size_t>(op) - ncclNumOps;
  if (op < 0 || index >= comm.operators.size() || !comm.operators[index].is_used)
    return invalid_operator(function, op);
  if (comm.operators[index].type != type)
    return fail(ncclInvalidArgument,
                std::string(function) + " : the type is not that of the reduction operation");
  reduction = comm.operators[index].reduction;
  return ncclSuccess;
}

ncclResult_t red_op_create_pre_mul_sum(ncclRedOp_t* op, void* scalar, ncclDataType_t type,
                                       ncclScalarResidence_t residence, ncclComm_t comm) {
  RIFFLE_NCCL_TRY(check_ready(comm, "RedOpCreatePreMulSum"));
  if (op == nullptr || scalar == nullptr)
    return fail(ncclInvalidArgument, "RedOpCreatePreMulSum : op or scalar is NULL");
  if (type < 0 || type >= ncclNumTypes)
    return fail(ncclInvalidArgument, "RedOpCreatePreMulSum : invalid type " + std::to_string(type));
  if (residence != ncclScalarDevice && residence != ncclScalarHostImmediate)
    return fail(ncclInvalidArgument, "RedOpCreatePreMulSum : invalid residence " +
                                         std::to_string(static_cast<int>(residence)));
  ncclComm::Operator made{
      .is_used = true, .type = type, .reduction = {.op = Reduction::Operator::kScaledSum}};
  if (residence == ncclScalarHostImmediate) {
    std::memcpy(&made.reduction.factor, scalar, bytes_of(type));
  } else {
    made.reduction.factor_on_device = scalar;
  }
  const std::scoped_lock lock(comm->operators_mutex);
  auto free = std::ranges::find_if(comm->operators, [](const auto& each) { return !each.is_used; });
  if (free == comm->operators.end()) free = comm->operators.emplace(free);
  *free = made;
  *op = static_cast<ncclRedOp_t>(ncclNumOps + (free - comm->operators.begin()));
  return ncclSuccess;
}

ncclResult_t red_op_destroy(ncclRedOp_t op, ncclComm_t comm) {
  if (op >= 0 && op < ncclNumOps)
    return fail(ncclInvalidArgument, "RedOpDestroy : operator is a built-in one");
  RIFFLE_NCCL_TRY(check_comm(comm, "RedOpDestroy"));
  const std::scoped_lock lock(comm->operators_mutex);
  const auto index = static_cast<std::size_t>(op) - ncclNumOps;
  if (op < 0 || index >= comm->operators.size() || !comm->operators[index].is_used)
    return invalid_operator("RedOpDestroy", op);
  comm->operators[index].is_used = false;
  return ncclSuccess;
}

}  // namespace riffle::nccl
