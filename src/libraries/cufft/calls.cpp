// SPDX-License-Identifier: Apache-2.0
// Calls that run plans, and their settings.
#include "libraries/cufft/entry.h"
#include "libraries/cufft/plan.h"
#include "libraries/not_supported.h"
#include "libraries/version.h"

using riffle::cufft::Callback;
using riffle::cufft::Plan;
using riffle::cufft::Precision;
using riffle::cufft::TransformKind;

namespace {

/// In the exported function, as `invoke` is.
template <class Body>
[[gnu::always_inline]] inline cufftResult with(cufftHandle handle, Body body,
                                               const char* function = __builtin_FUNCTION()) {
  const auto of_plan = [&] {
    const auto plan = riffle::cufft::find_plan(handle);
    return plan == nullptr ? CUFFT_INVALID_PLAN : body(*plan);
  };
  return invoke(of_plan, function);
}

/// Where the plan is of the type that the call is for.
[[gnu::always_inline]] inline cufftResult execute(cufftHandle handle, TransformKind kind,
                                                  Precision number, void* in, void* out,
                                                  int direction,
                                                  const char* function = __builtin_FUNCTION()) {
  const auto of_type = [&](const Plan& plan) {
    if (plan.made == nullptr) return CUFFT_INVALID_PLAN;
    const auto& shape = plan.made->layout.shape;
    if (shape.kind != kind || shape.number != number) return CUFFT_INVALID_VALUE;
    return riffle::cufft::execute(plan, in, out, direction);
  };
  return with(handle, of_type, function);
}

template <class Body>
[[gnu::always_inline]] inline cufftResult with_property(
    cufftHandle handle, cufftProperty property, Body body,
    const char* function = __builtin_FUNCTION()) {
  const auto of_property = [&](Plan& plan) {
    if (property == NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS) return CUFFT_NOT_SUPPORTED;
    return property == NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT ? body(plan) : CUFFT_INVALID_VALUE;
  };
  return with(handle, of_property, function);
}

/// What a block has without asking for more.
constexpr size_t kMostSharedBytes = 48 * 1024;

bool is_load(cufftXtCallbackType type) { return type < CUFFT_CB_ST_COMPLEX; }

/// Types are in the order complex, complex double, real, real double.
bool is_callback_of(const riffle::cufft::TransformShape& shape, cufftXtCallbackType type) {
  const TransformKind real =
      is_load(type) ? TransformKind::kRealToComplex : TransformKind::kComplexToReal;
  const int wanted = (shape.kind == real ? 2 : 0) + (shape.number == Precision::kDouble ? 1 : 0);
  const bool is_half = shape.number != Precision::kFloat && shape.number != Precision::kDouble;
  return !is_half && type % 4 == wanted;
}

template <class Body>
cufftResult with_callback(cufftHandle handle, cufftXtCallbackType type, Body body) {
  return with(handle, [&](Plan& plan) {
    if (plan.made == nullptr) return CUFFT_INVALID_PLAN;
    if (type < CUFFT_CB_LD_COMPLEX || type >= CUFFT_CB_UNDEFINED) return CUFFT_INVALID_TYPE;
    return body(plan, is_load(type) ? plan.load : plan.store);
  });
}

}  // namespace

RIFFLE_ENTRY cufftExecC2C(cufftHandle plan, cufftComplex* idata, cufftComplex* odata,
                          int direction) {
  return execute(plan, TransformKind::kComplex, Precision::kFloat, idata, odata, direction);
}
RIFFLE_ENTRY cufftExecR2C(cufftHandle plan, cufftReal* idata, cufftComplex* odata) {
  return execute(plan, TransformKind::kRealToComplex, Precision::kFloat, idata, odata,
                 CUFFT_FORWARD);
}
RIFFLE_ENTRY cufftExecC2R(cufftHandle plan, cufftComplex* idata, cufftReal* odata) {
  return execute(plan, TransformKind::kComplexToReal, Precision::kFloat, idata, odata,
                 CUFFT_INVERSE);
}
RIFFLE_ENTRY cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleComplex* odata,
                          int direction) {
  return execute(plan, TransformKind::kComplex, Precision::kDouble, idata, odata, direction);
}
RIFFLE_ENTRY cufftExecD2Z(cufftHandle plan, cufftDoubleReal* idata, cufftDoubleComplex* odata) {
  return execute(plan, TransformKind::kRealToComplex, Precision::kDouble, idata, odata,
                 CUFFT_FORWARD);
}
RIFFLE_ENTRY cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleReal* odata) {
  return execute(plan, TransformKind::kComplexToReal, Precision::kDouble, idata, odata,
                 CUFFT_INVERSE);
}
RIFFLE_ENTRY cufftXtExec(cufftHandle plan, void* input, void* output, int direction) {
  return with(plan,
              [&](const Plan& p) { return riffle::cufft::execute(p, input, output, direction); });
}

RIFFLE_ENTRY cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  return with(plan, [&](Plan& p) {
    p.stream = stream;
    return CUFFT_SUCCESS;
  });
}
// No plan has a work area that would have to be allocated: what the program gives is not used.
RIFFLE_ENTRY cufftSetWorkArea(cufftHandle plan, void*) {
  return with(plan, [](Plan&) { return CUFFT_SUCCESS; });
}
/// For plans on several devices alone.
RIFFLE_ENTRY cufftXtSetWorkArea(cufftHandle, void** workArea) {
  return workArea == nullptr ? CUFFT_INVALID_VALUE : CUFFT_INVALID_PLAN;
}
/// A plan that is made takes no larger work area than it has.
RIFFLE_ENTRY cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy, size_t*) {
  return with(plan, [&](const Plan& p) {
    if (policy < CUFFT_WORKAREA_MINIMAL || policy > CUFFT_WORKAREA_PERFORMANCE)
      return CUFFT_INVALID_VALUE;
    return p.made != nullptr && policy != CUFFT_WORKAREA_MINIMAL ? CUFFT_INVALID_PLAN
                                                                 : CUFFT_SUCCESS;
  });
}
RIFFLE_ENTRY cufftSetAutoAllocation(cufftHandle plan, int) {
  return with(plan, [](Plan&) { return CUFFT_SUCCESS; });
}

// One property is kept for the program: nothing is compiled when a plan is made.
RIFFLE_ENTRY cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
                                       long long inputValueInt) {
  return with_property(plan, property, [&](Plan& p) {
    if (p.made != nullptr) return CUFFT_NOT_SUPPORTED;
    p.patient_jit = inputValueInt;
    return CUFFT_SUCCESS;
  });
}
RIFFLE_ENTRY cufftGetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
                                       long long* returnPtrValue) {
  return with_property(plan, property, [&](const Plan& p) {
    if (returnPtrValue == nullptr) return CUFFT_INVALID_VALUE;
    *returnPtrValue = p.patient_jit;
    return CUFFT_SUCCESS;
  });
}
RIFFLE_ENTRY cufftResetPlanProperty(cufftHandle plan, cufftProperty property) {
  return with_property(plan, property, [&](Plan& p) {
    if (p.made != nullptr) return CUFFT_NOT_SUPPORTED;
    p.patient_jit = 0;
    return CUFFT_SUCCESS;
  });
}

RIFFLE_ENTRY cufftXtSetCallback(cufftHandle plan, void** callback_routine,
                                cufftXtCallbackType cbType, void** caller_info) {
  return with_callback(plan, cbType, [&](Plan& p, Callback& callback) {
    if (callback_routine == nullptr || *callback_routine == nullptr) return CUFFT_INVALID_VALUE;
    if (!is_callback_of(p.made->layout.shape, cbType)) return CUFFT_INVALID_TYPE;
    callback.function = *callback_routine;
    callback.info = caller_info == nullptr ? nullptr : *caller_info;
    return CUFFT_SUCCESS;
  });
}
RIFFLE_ENTRY cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType) {
  return with_callback(plan, cbType, [](Plan&, Callback& callback) {
    callback = {};
    return CUFFT_SUCCESS;
  });
}
RIFFLE_ENTRY cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType cbType,
                                          size_t sharedSize) {
  return with_callback(plan, cbType, [&](Plan&, Callback& callback) {
    if (sharedSize > kMostSharedBytes) return CUFFT_ALLOC_FAILED;
    callback.shared_bytes = sharedSize;
    return CUFFT_SUCCESS;
  });
}

RIFFLE_ENTRY cufftGetVersion(int* version) {
  if (version != nullptr) *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
RIFFLE_ENTRY cufftGetProperty(libraryPropertyType type, int* value) {
  return riffle::libraries::give_version_part(type, value,
                                              {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH},
                                              CUFFT_INVALID_VALUE, CUFFT_INVALID_TYPE);
}

RIFFLE_ENTRY cufftXtSetGPUs(cufftHandle handle, int nGPUs, int* whichGPUs) {
  return with(handle, [&](const Plan& plan) {
    if (plan.made != nullptr) return CUFFT_INVALID_PLAN;
    if (nGPUs < 2 || whichGPUs == nullptr) return CUFFT_INVALID_VALUE;
    static std::atomic<bool> said;
    return static_cast<cufftResult>(
        riffle::cufft::not_supported("cufftXtSetGPUs", said, CUFFT_NOT_SUPPORTED));
  });
}
