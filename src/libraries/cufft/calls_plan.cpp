// SPDX-License-Identifier: Apache-2.0
// Calls that make plans, or ask how large their work areas are: none needs one, as a transform's own memory is the host's.
#include <array>
#include <utility>

#include "libraries/cufft/entry.h"
#include "libraries/cufft/plan.h"

using riffle::cufft::ElementCount;
using riffle::cufft::Layout;
using riffle::cufft::LayoutRequest;
using riffle::cufft::Plan;
using riffle::cufft::Type;

namespace {

/// Lengths of 32 bits as such of 64. Null stays null; a rank that is no rank has none.
class Wide {
 public:
  Wide(const int* values, int rank) : is_there_(values != nullptr) {
    if (is_there_ && rank >= 1 && rank <= 3)
      for (int i = 0; i < rank; ++i) values_[i] = values[i];
  }
  [[nodiscard]] const ElementCount* get() const { return is_there_ ? values_.data() : nullptr; }

 private:
  bool is_there_;
  std::array<ElementCount, 3> values_{};
};
/// On this machine they are of one size and layout.
static_assert(sizeof(long long) == sizeof(ElementCount));
const ElementCount* wide(const long long* values) {
  return reinterpret_cast<const ElementCount*>(values);
}

/// Calls `use` with the request of the calls with int's.
template <class Use>
cufftResult with_request(int rank, const int* n, const int* inembed, int istride, int idist,
                         const int* onembed, int ostride, int odist, int batch, Use use) {
  const Wide lengths(n, rank);
  const Wide in(inembed, rank);
  const Wide out(onembed, rank);
  return use(LayoutRequest{.rank = rank,
                           .n = lengths.get(),
                           .inembed = in.get(),
                           .istride = istride,
                           .idist = idist,
                           .onembed = out.get(),
                           .ostride = ostride,
                           .odist = odist,
                           .batch = batch});
}
/// And of those without a layout.
template <class Use, class... Lengths>
cufftResult with_lengths(int batch, Use use, Lengths... lengths) {
  const std::array<int, sizeof...(lengths)> n{lengths...};
  return with_request(static_cast<int>(n.size()), n.data(), nullptr, 1, 0, nullptr, 1, 0, batch,
                      use);
}

cufftResult estimate(std::optional<Type> type, size_t* work_size, const LayoutRequest& request) {
  if (work_size == nullptr) return CUFFT_INVALID_VALUE;
  if (!type) return CUFFT_INVALID_TYPE;
  Layout layout;
  const cufftResult result = riffle::cufft::lay_out(request, *type, layout);
  if (result == CUFFT_SUCCESS) *work_size = 0;
  return result;
}
auto estimator(cufftType type, size_t* work_size) {
  return [=](const LayoutRequest& request) {
    return estimate(riffle::cufft::type_of(type), work_size, request);
  };
}

cufftResult make(cufftHandle handle, std::optional<Type> type, size_t* work_size,
                 const LayoutRequest& request) {
  if (work_size == nullptr) return CUFFT_INVALID_VALUE;
  const auto plan = riffle::cufft::find_plan(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (!type) return CUFFT_INVALID_TYPE;
  const cufftResult result = riffle::cufft::make_plan(*plan, request, *type);
  if (result == CUFFT_SUCCESS) *work_size = 0;
  return result;
}
auto maker(cufftHandle handle, cufftType type, size_t* work_size) {
  return [=](const LayoutRequest& request) {
    return make(handle, riffle::cufft::type_of(type), work_size, request);
  };
}

cufftResult size(cufftHandle handle, std::optional<Type> type, size_t* work_size,
                 const LayoutRequest& request) {
  if (work_size == nullptr) return CUFFT_INVALID_VALUE;
  if (riffle::cufft::find_plan(handle) == nullptr) return CUFFT_INVALID_PLAN;
  return estimate(type, work_size, request);
}
auto sizer(cufftHandle handle, cufftType type, size_t* work_size) {
  return [=](const LayoutRequest& request) {
    return size(handle, riffle::cufft::type_of(type), work_size, request);
  };
}

/// Creates and makes a plan.
auto planner(cufftHandle* handle, cufftType type) {
  return [=](const LayoutRequest& request) {
    if (handle == nullptr) return CUFFT_INVALID_VALUE;
    *handle = 0;  // no plan has this handle
    const auto known = riffle::cufft::type_of(type);
    if (!known) return CUFFT_INVALID_TYPE;
    auto plan = std::make_shared<Plan>();
    const cufftResult result = riffle::cufft::make_plan(*plan, request, *known);
    if (result == CUFFT_SUCCESS) *handle = riffle::cufft::add_plan(std::move(plan));
    return result;
  };
}

}  // namespace

RIFFLE_ENTRY cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
  return invoke([&] { return with_lengths(batch, planner(plan, type), nx); });
}
RIFFLE_ENTRY cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  return invoke([&] { return with_lengths(1, planner(plan, type), nx, ny); });
}
RIFFLE_ENTRY cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  return invoke([&] { return with_lengths(1, planner(plan, type), nx, ny, nz); });
}
RIFFLE_ENTRY cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride,
                           int idist, int* onembed, int ostride, int odist, cufftType type,
                           int batch) {
  return invoke([&] {
    return with_request(rank, n, inembed, istride, idist, onembed, ostride, odist, batch,
                        planner(plan, type));
  });
}

RIFFLE_ENTRY cufftCreate(cufftHandle* handle) {
  return invoke([&] {
    if (handle == nullptr) return CUFFT_INVALID_VALUE;
    *handle = riffle::cufft::add_plan(std::make_shared<Plan>());
    return CUFFT_SUCCESS;
  });
}
RIFFLE_ENTRY cufftDestroy(cufftHandle plan) {
  return invoke([&] {
    return plan == CUFFT_PLAN_NULL || riffle::cufft::remove_plan(plan) ? CUFFT_SUCCESS
                                                                       : CUFFT_INVALID_PLAN;
  });
}

RIFFLE_ENTRY cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch,
                             size_t* workSize) {
  return invoke([&] { return with_lengths(batch, maker(plan, type, workSize), nx); });
}
RIFFLE_ENTRY cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* workSize) {
  return invoke([&] { return with_lengths(1, maker(plan, type, workSize), nx, ny); });
}
RIFFLE_ENTRY cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                             size_t* workSize) {
  return invoke([&] { return with_lengths(1, maker(plan, type, workSize), nx, ny, nz); });
}
RIFFLE_ENTRY cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride,
                               int idist, int* onembed, int ostride, int odist, cufftType type,
                               int batch, size_t* workSize) {
  return invoke([&] {
    return with_request(rank, n, inembed, istride, idist, onembed, ostride, odist, batch,
                        maker(plan, type, workSize));
  });
}
RIFFLE_ENTRY cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                                 long long istride, long long idist, long long* onembed,
                                 long long ostride, long long odist, cufftType type,
                                 long long batch, size_t* workSize) {
  return invoke([&] {
    return maker(plan, type, workSize)(LayoutRequest{rank, wide(n), wide(inembed), istride, idist,
                                                     wide(onembed), ostride, odist, batch});
  });
}
RIFFLE_ENTRY cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed,
                                 long long istride, long long idist, cudaDataType inputtype,
                                 long long* onembed, long long ostride, long long odist,
                                 cudaDataType outputtype, long long batch, size_t* workSize,
                                 cudaDataType executiontype) {
  return invoke([&] {
    return make(plan, riffle::cufft::type_of(inputtype, outputtype, executiontype), workSize,
                LayoutRequest{rank, wide(n), wide(inembed), istride, idist, wide(onembed), ostride,
                              odist, batch});
  });
}

RIFFLE_ENTRY cufftEstimate1d(int nx, cufftType type, int batch, size_t* workSize) {
  return invoke([&] { return with_lengths(batch, estimator(type, workSize), nx); });
}
RIFFLE_ENTRY cufftEstimate2d(int nx, int ny, cufftType type, size_t* workSize) {
  return invoke([&] { return with_lengths(1, estimator(type, workSize), nx, ny); });
}
RIFFLE_ENTRY cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t* workSize) {
  return invoke([&] { return with_lengths(1, estimator(type, workSize), nx, ny, nz); });
}
RIFFLE_ENTRY cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                               int ostride, int odist, cufftType type, int batch,
                               size_t* workSize) {
  return invoke([&] {
    return with_request(rank, n, inembed, istride, idist, onembed, ostride, odist, batch,
                        estimator(type, workSize));
  });
}
RIFFLE_ENTRY cufftGetSize1d(cufftHandle handle, int nx, cufftType type, int batch,
                            size_t* workSize) {
  return invoke([&] { return with_lengths(batch, sizer(handle, type, workSize), nx); });
}
RIFFLE_ENTRY cufftGetSize2d(cufftHandle handle, int nx, int ny, cufftType type, size_t* workSize) {
  return invoke([&] { return with_lengths(1, sizer(handle, type, workSize), nx, ny); });
}
RIFFLE_ENTRY cufftGetSize3d(cufftHandle handle, int nx, int ny, int nz, cufftType type,
                            size_t* workSize) {
  return invoke([&] { return with_lengths(1, sizer(handle, type, workSize), nx, ny, nz); });
}
RIFFLE_ENTRY cufftGetSizeMany(cufftHandle handle, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, cufftType type,
                              int batch, size_t* workArea) {
  return invoke([&] {
    return with_request(rank, n, inembed, istride, idist, onembed, ostride, odist, batch,
                        sizer(handle, type, workArea));
  });
}
RIFFLE_ENTRY cufftGetSizeMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed,
                                long long ostride, long long odist, cufftType type, long long batch,
                                size_t* workSize) {
  return invoke([&] {
    return sizer(plan, type, workSize)(LayoutRequest{rank, wide(n), wide(inembed), istride, idist,
                                                     wide(onembed), ostride, odist, batch});
  });
}
RIFFLE_ENTRY cufftXtGetSizeMany(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, cudaDataType inputtype,
                                long long* onembed, long long ostride, long long odist,
                                cudaDataType outputtype, long long batch, size_t* workSize,
                                cudaDataType executiontype) {
  return invoke([&] {
    return size(plan, riffle::cufft::type_of(inputtype, outputtype, executiontype), workSize,
                LayoutRequest{rank, wide(n), wide(inembed), istride, idist, wide(onembed), ostride,
                              odist, batch});
  });
}
RIFFLE_ENTRY cufftGetSize(cufftHandle handle, size_t* workSize) {
  return invoke([&] {
    if (workSize == nullptr) return CUFFT_INVALID_VALUE;
    const auto plan = riffle::cufft::find_plan(handle);
    if (plan == nullptr || plan->made == nullptr) return CUFFT_INVALID_PLAN;
    *workSize = 0;
    return CUFFT_SUCCESS;
  });
}
