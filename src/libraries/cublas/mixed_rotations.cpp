// SPDX-License-Identifier: Apache-2.0
// Rotations of vectors whose types are given by numbers: computed in double and rounded once.
#include "libraries/cublas/mixed.h"

namespace riffle::cublas {
namespace {

/// Rotations have the type of their vectors, or of its parts; halves are rotated in float.
bool is_rotation(cudaDataType vectors, cudaDataType rotation, cudaDataType execution) {
  switch (vectors) {
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return rotation == vectors && execution == CUDA_R_32F;
    case CUDA_C_32F:
      return (rotation == CUDA_C_32F || rotation == CUDA_R_32F) && execution == CUDA_C_32F;
    case CUDA_C_64F:
      return (rotation == CUDA_C_64F || rotation == CUDA_R_64F) && execution == CUDA_C_64F;
    default:
      return rotation == vectors && execution == vectors;
  }
}

bool is_complex(cudaDataType type) { return type == CUDA_C_32F || type == CUDA_C_64F; }

/// Real numbers in memory as an array of doubles, and back.
template <std::size_t kCount>
struct Doubles {
  double values[kCount];
};
template <std::size_t kCount>
Doubles<kCount> load_doubles(cudaDataType type, const void* from) {
  Doubles<kCount> loaded{};
  for (std::size_t i = 0; i < kCount; ++i)
    loaded.values[i] = load(type, from, static_cast<Size>(i)).x;
  return loaded;
}

/// The parameters of a modified rotation: read at the call where pointers are the host's.
class Modification {
 public:
  Modification(cublasHandle_t handle, const void* param, cudaDataType type)
      : pointer_(param), type_(type) {
    if (handle->pointer_mode != CUBLAS_POINTER_MODE_HOST) return;
    values_ = load_doubles<5>(type, param);
    pointer_ = nullptr;
  }
  [[nodiscard]] Doubles<5> get() const {
    return pointer_ == nullptr ? values_ : load_doubles<5>(type_, pointer_);
  }

 private:
  const void* pointer_;
  cudaDataType type_;
  Doubles<5> values_{};
};

}  // namespace

cublasStatus_t rot_ex(cublasHandle_t handle, Size n, void* x, cudaDataType x_type, Size incx,
                      void* y, cudaDataType y_type, Size incy, const void* c, const void* s,
                      cudaDataType cs_type, cudaDataType execution_type) {
  BlasChecks checks(handle);
  const bool is_real_rotation = !is_complex(cs_type);
  checks.require(is_element(x_type) && x_type == y_type && is_element(cs_type) &&
                     (is_real_rotation || is_complex(x_type)) &&
                     is_rotation(x_type, cs_type, execution_type),
                 0, CUBLAS_STATUS_NOT_SUPPORTED);
  if (checks.there(c).there(s).size(n < 0 ? 0 : n).failed()) return checks.status();
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  Touches(handle).changes(vector_of(x, x_type, n, incx)).changes(vector_of(y, y_type, n, incy));
  // A cosine is always real.
  const cudaDataType c_type = cs_type == CUDA_C_32F   ? CUDA_R_32F
                              : cs_type == CUDA_C_64F ? CUDA_R_64F
                                                      : cs_type;
  return enqueue(
      handle, [=, cosine = AnyScalar(handle, c, c_type), sine = AnyScalar(handle, s, cs_type)] {
        const cuDoubleComplex cos = cosine.get(), sin = sine.get();
        for (Size i = 0; i < n; ++i) {
          const Size at_x = first_of(n, incx) + i * incx, at_y = first_of(n, incy) + i * incy;
          const cuDoubleComplex a = load(x_type, x, at_x), b = load(y_type, y, at_y);
          store(x_type, x, at_x, cuCadd(cuCmul(cos, a), cuCmul(sin, b)));
          store(y_type, y, at_y, cuCsub(cuCmul(cos, b), cuCmul(cuConj(sin), a)));
        }
      });
}

cublasStatus_t rotm_ex(cublasHandle_t handle, Size n, void* x, cudaDataType x_type, Size incx,
                       void* y, cudaDataType y_type, Size incy, const void* param,
                       cudaDataType param_type, cudaDataType execution_type) {
  BlasChecks checks(handle);
  checks.require(is_element(x_type) && !is_complex(x_type) && x_type == y_type &&
                     is_rotation(x_type, param_type, execution_type),
                 0, CUBLAS_STATUS_NOT_SUPPORTED);
  if (checks.there(param).size(n < 0 ? 0 : n).failed()) return checks.status();
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  Touches(handle).changes(vector_of(x, x_type, n, incx)).changes(vector_of(y, y_type, n, incy));
  return enqueue(handle, [=, modification = Modification(handle, param, param_type)] {
    const auto [flag, h11, h21, h12, h22] = modification.get().values;
    if (flag == -2) return;  // the identity
    const bool is_whole = flag == -1, has_diagonal = is_whole || flag == 1;
    const double xx = has_diagonal ? h11 : 1, yy = has_diagonal ? h22 : 1;
    const double xy = is_whole || flag == 0 ? h12 : 1, yx = is_whole || flag == 0 ? h21 : -1;
    for (Size i = 0; i < n; ++i) {
      const Size at_x = first_of(n, incx) + i * incx, at_y = first_of(n, incy) + i * incy;
      const double a = load(x_type, x, at_x).x, b = load(y_type, y, at_y).x;
      store(x_type, x, at_x, {xx * a + xy * b, 0});
      store(y_type, y, at_y, {yx * a + yy * b, 0});
    }
  });
}

cublasStatus_t rotg_ex(cublasHandle_t handle, void* a, void* b, cudaDataType ab_type, void* c,
                       void* s, cudaDataType cs_type, cudaDataType execution_type) {
  BlasChecks checks(handle);
  checks.require(
      is_element(ab_type) && ab_type == cs_type && is_rotation(ab_type, cs_type, execution_type), 0,
      CUBLAS_STATUS_NOT_SUPPORTED);
  if (checks.there(a).there(b).there(c).there(s).failed()) return checks.status();
  return enqueue_result(handle, [=] {
    cuDoubleComplex of_a = load(ab_type, a, 0), of_b = load(ab_type, b, 0), sine{};
    double cosine = 0;
    if (is_complex(ab_type)) {
      fortran<cuDoubleComplex, "?rotg">(&of_a, &of_b, &cosine, &sine);
      store(ab_type == CUDA_C_32F ? CUDA_R_32F : CUDA_R_64F, c, 0, {cosine, 0});
    } else {
      fortran<double, "?rotg">(&of_a.x, &of_b.x, &cosine, &sine.x);
      store(ab_type, b, 0, of_b);
      store(cs_type, c, 0, {cosine, 0});
    }
    store(ab_type, a, 0, of_a);
    store(cs_type, s, 0, sine);
  });
}

cublasStatus_t rotmg_ex(cublasHandle_t handle, void* d1, cudaDataType d1_type, void* d2,
                        cudaDataType d2_type, void* x1, cudaDataType x1_type, const void* y1,
                        cudaDataType y1_type, void* param, cudaDataType param_type,
                        cudaDataType execution_type) {
  BlasChecks checks(handle);
  checks.require(is_element(d1_type) && !is_complex(d1_type) && d2_type == d1_type &&
                     x1_type == d1_type && y1_type == d1_type &&
                     is_rotation(d1_type, param_type, execution_type),
                 0, CUBLAS_STATUS_NOT_SUPPORTED);
  if (checks.there(d1).there(d2).there(x1).there(y1).there(param).failed()) return checks.status();
  return enqueue_result(handle, [=] {
    double first = load(d1_type, d1, 0).x, second = load(d1_type, d2, 0).x,
           x = load(d1_type, x1, 0).x;
    const double y = load(d1_type, y1, 0).x;
    Doubles<5> made = load_doubles<5>(param_type, param);
    fortran<double, "?rotmg">(&first, &second, &x, &y, made.values);
    store(d1_type, d1, 0, {first, 0});
    store(d1_type, d2, 0, {second, 0});
    store(d1_type, x1, 0, {x, 0});
    for (Size i = 0; i < 5; ++i) store(param_type, param, i, {made.values[i], 0});
  });
}

}  // namespace riffle::cublas
