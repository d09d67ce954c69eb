// SPDX-License-Identifier: Apache-2.0
// A product by OpenBLAS, then what happens at its end, element by element.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "libraries/cublas/level3.h"
#include "libraries/cublas/numbers.h"
#include "libraries/cublas/operand.h"
#include "libraries/cublas_lt/plan.h"

namespace riffle::cublas_lt {
namespace {

using cublas::ConvertedMatrix;
using cublas::load;
using cublas::narrowed;
using cublas::store;
using cublas::widened;

Size index_in(const MatrixOperand& matrix, Size row, Size column) {
  return matrix.is_transposed ? column + row * matrix.ld : row + column * matrix.ld;
}

template <class Pointer>
Pointer moved(Pointer matrix, cudaDataType type, Size elements) {
  using Byte =
      std::conditional_t<std::is_const_v<std::remove_pointer_t<Pointer>>, const char, char>;
  return matrix == nullptr ? nullptr
                           : static_cast<Byte*>(matrix) + elements * cublas::size_of(type);
}

const void* batch_of(const MatrixOperand& matrix, const void* base, Size batch) {
  if (base == nullptr) return nullptr;
  if (matrix.is_array) return static_cast<const void* const*>(base)[batch];
  return moved(base, matrix.type, batch * matrix.batch_stride);
}
void* batch_of(const MatrixOperand& matrix, void* base, Size batch) {
  if (matrix.is_array) return static_cast<void* const*>(base)[batch];
  return moved(base, matrix.type, batch * matrix.batch_stride);
}

double scale_at(const void* pointer) {
  return pointer == nullptr ? 1.0 : static_cast<double>(*static_cast<const float*>(pointer));
}

// GELU by the hyperbolic tangent, as cuBLASLt has it.
constexpr double kSlopeAtZero = 0.7978845608028654;  // sqrt(2 / pi)
constexpr double kCubic = 0.044715;

double gelu(double x) { return 0.5 * x * (1 + std::tanh(kSlopeAtZero * (x + kCubic * x * x * x))); }
double slope_of_gelu(double x) {
  const double t = std::tanh(kSlopeAtZero * (x + kCubic * x * x * x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * kSlopeAtZero * (1 + 3 * kCubic * x * x);
}

/// What happens to the elements of one batch, and what is noted of them.
class Epilogue {
 public:
  Epilogue(const MatmulPlan& plan, Size batch)
      : plan_(plan),
        flags_(plan.description.epilogue),
        aux_scale_(scale_at(plan.description.aux_scale)) {
    const ProductDescription& wanted = plan.description;
    bias_ = moved(wanted.bias, plan.bias_type, batch * wanted.bias_batch_stride);
    const bool is_bits = (flags_ & (kRelu | kReluGradient)) != 0;
    aux_ = is_bits ? moved(wanted.aux, CUDA_R_8I, batch * wanted.aux_batch_stride / 8)
                   : moved(wanted.aux, plan.aux_type, batch * wanted.aux_batch_stride);
    if ((flags_ & kBiasGradient) != 0) sums_.resize(static_cast<std::size_t>(plan.m));
  }

  double apply(Size i, Size j, double x) {
    if ((flags_ & kBias) != 0) x += load(plan_.bias_type, bias_, i).x;
    const Size in_aux = i + j * plan_.description.aux_ld;
    if ((flags_ & kRelu) != 0) {
      if ((flags_ & kAux) != 0) set_bit(in_aux, x >= 0);
      x = std::max(x, 0.0);
    } else if ((flags_ & kGelu) != 0) {
      if ((flags_ & kAux) != 0) {
        aux_largest_ = std::max(aux_largest_, std::fabs(x));
        store(plan_.aux_type, aux_, in_aux, {x * aux_scale_, 0});
      }
      x = gelu(x);
    } else if ((flags_ & kReluGradient) != 0) {
      x = bit(in_aux) ? x : 0;
    } else if ((flags_ & kGeluGradient) != 0) {
      x *= slope_of_gelu(load(plan_.aux_type, aux_, in_aux).x * aux_scale_);
    }
    if ((flags_ & kBiasGradient) != 0) sums_[static_cast<std::size_t>(i)] += x;
    return x;
  }

  void finish() {
    for (Size i = 0; i < static_cast<Size>(sums_.size()); ++i)
      store(plan_.bias_type, bias_, i, {sums_[static_cast<std::size_t>(i)], 0});
    void* const largest = plan_.description.aux_amax;
    if (largest != nullptr && (flags_ & kAux) != 0)
      *static_cast<float*>(largest) =
          std::max(*static_cast<float*>(largest), static_cast<float>(aux_largest_));
  }

  /// The sums of the rows of A, or of the columns of B.
  template <class T>
  void sum_operand(const ConvertedMatrix<T>& operand, cublasOperation_t op, Size count, bool is_a) {
    for (Size i = 0; i < count; ++i) {
      double sum = 0;
      for (Size l = 0; l < plan_.k; ++l) {
        const bool is_l_column = (op == CUBLAS_OP_N) == is_a;
        const Size at = is_l_column ? i + l * operand.ld() : l + i * operand.ld();
        sum += widened(operand.data()[at]).x;
      }
      store(plan_.bias_type, bias_, i, {sum, 0});
    }
  }

 private:
  void set_bit(Size index, bool value) {
    auto& byte = static_cast<unsigned char*>(aux_)[index / 8];
    const auto mask = static_cast<unsigned char>(1U << (index % 8));
    byte = static_cast<unsigned char>(value ? byte | mask : byte & ~mask);
  }
  [[nodiscard]] bool bit(Size index) const {
    return ((static_cast<const unsigned char*>(aux_)[index / 8] >> (index % 8)) & 1U) != 0;
  }

  const MatmulPlan& plan_;
  const std::uint32_t flags_;
  const double aux_scale_;
  void* bias_ = nullptr;
  void* aux_ = nullptr;
  double aux_largest_ = 0;
  std::vector<double> sums_;
};

struct Scalars {
  cuDoubleComplex alpha, beta;
  const void* alphas;  ///< one for each row; null: the same for all
};

/// With A's and B's scales.
Scalars scalars_of(const MatmulPlan& plan, const Operands& operands) {
  const ProductDescription& wanted = plan.description;
  const bool is_vector = wanted.pointer_mode >= CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO;
  const bool is_beta_zero =
      wanted.pointer_mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO;
  const double factor = scale_at(wanted.a_scale) * scale_at(wanted.b_scale);
  Scalars scalars{{1, 0}, {0, 0}, is_vector ? operands.alpha : nullptr};
  if (!is_vector) scalars.alpha = load(plan.scale_type, operands.alpha, 0);
  scalars.alpha = {scalars.alpha.x * factor, scalars.alpha.y * factor};
  if (!is_beta_zero) scalars.beta = load(plan.scale_type, operands.beta, 0);
  const double c_factor = scale_at(wanted.c_scale);
  scalars.beta = {scalars.beta.x * c_factor, scalars.beta.y * c_factor};
  return scalars;
}

template <class T>
class Batch {
 public:
  Batch(const MatmulPlan& plan, const Operands& operands, const Scalars& scalars, Size batch)
      : plan_(plan),
        scalars_(scalars),
        batch_(batch),
        k_(reads_operands(plan, scalars) ? plan.k : 0),
        a_(batch_of(plan.a, operands.a, batch), plan.a.type, cublas::rows_of(plan.op_a, plan.m, k_),
           cublas::rows_of(plan.op_a, k_, plan.m), plan.a.ld),
        b_(batch_of(plan.b, operands.b, batch), plan.b.type, cublas::rows_of(plan.op_b, k_, plan.n),
           cublas::rows_of(plan.op_b, plan.n, k_), plan.b.ld),
        c_(batch_of(plan.c, operands.c, batch)),
        d_(batch_of(plan.d, operands.d, batch)) {}

  void compute() {
    if (is_plain() && plan_.d.type == cublas::kTypeOf<T> && plan_.c.type == plan_.d.type)
      return compute_in_place();
    std::vector<T> result(static_cast<std::size_t>(plan_.m * plan_.n));
    if (is_plain()) return compute_in(result);
    multiply(T{}, result.data(), plan_.m);
    finish(result);
  }

 private:
  /// A factor of 0 leaves A and B alone, unless their own sums are asked for.
  [[nodiscard]] static bool reads_operands(const MatmulPlan& plan, const Scalars& scalars) {
    return scalars.alphas != nullptr || !cublas::is_zero(narrowed<T>(scalars.alpha)) ||
           (plan.description.epilogue & (kBiasOfA | kBiasOfB)) != 0;
  }

  /// Nothing is left to do for D's elements but to convert them.
  [[nodiscard]] bool is_plain() const {
    const ProductDescription& wanted = plan_.description;
    return !plan_.d.is_transposed && !plan_.c.is_transposed && scalars_.alphas == nullptr &&
           wanted.epilogue == CUBLASLT_EPILOGUE_DEFAULT && wanted.d_amax == nullptr &&
           wanted.d_scale == nullptr;
  }

  void multiply(T beta, T* result, Size ld) const {
    const T alpha = narrowed<T>(scalars_.alpha);
    cublas::multiply_add<T>(cublas::letter(plan_.op_a), cublas::letter(plan_.op_b), plan_.m,
                            plan_.n, k_, alpha, a_.data(), a_.ld(), b_.data(), b_.ld(), beta,
                            result, ld);
  }

  void compute_in_place() const {
    const T beta = narrowed<T>(scalars_.beta);
    auto* const d = static_cast<T*>(d_);
    if (!cublas::is_zero(beta) && c_ != d_) {
      const auto* const c = static_cast<const T*>(c_);
      for (Size j = 0; j < plan_.n; ++j)
        std::copy_n(c + j * plan_.c.ld, plan_.m, d + j * plan_.d.ld);
    }
    multiply(beta, d, plan_.d.ld);
  }

  /// In the arithmetic's type, C with it, and then in D's.
  void compute_in(std::vector<T>& result) const {
    const T beta = narrowed<T>(scalars_.beta);
    if (!cublas::is_zero(beta))
      for (Size j = 0; j < plan_.n; ++j)
        cublas::load_many(plan_.c.type, c_, j * plan_.c.ld, plan_.m, result.data() + j * plan_.m);
    multiply(beta, result.data(), plan_.m);
    for (Size j = 0; j < plan_.n; ++j)
      cublas::store_many(plan_.d.type, d_, j * plan_.d.ld, plan_.m, result.data() + j * plan_.m);
  }

  void finish(const std::vector<T>& result) {
    const ProductDescription& wanted = plan_.description;
    const bool adds_c = scalars_.beta.x != 0 || scalars_.beta.y != 0;
    const bool is_real = !cublas::kIsComplex<T>;
    const double d_scale = scale_at(wanted.d_scale);
    double largest = 0;
    Epilogue epilogue(plan_, batch_);
    if ((wanted.epilogue & kBiasOfA) != 0) epilogue.sum_operand(a_, plan_.op_a, plan_.m, true);
    if ((wanted.epilogue & kBiasOfB) != 0) epilogue.sum_operand(b_, plan_.op_b, plan_.n, false);
    for (Size j = 0; j < plan_.n; ++j) {
      for (Size i = 0; i < plan_.m; ++i) {
        cuDoubleComplex x = widened(result[static_cast<std::size_t>(i + j * plan_.m)]);
        if (scalars_.alphas != nullptr) x = cublas::multiply(alpha_of(i), x);
        if (adds_c)
          x = cublas::add(
              x, cublas::multiply(scalars_.beta, load(plan_.c.type, c_, index_in(plan_.c, i, j))));
        if (is_real) x.x = epilogue.apply(i, j, x.x);
        largest = std::max(largest, std::fabs(x.x));
        store(plan_.d.type, d_, index_in(plan_.d, i, j), {x.x * d_scale, x.y * d_scale});
      }
    }
    epilogue.finish();
    if (wanted.d_amax != nullptr)
      *static_cast<float*>(wanted.d_amax) = std::max(
          batch_ == 0 ? 0.0F : *static_cast<float*>(wanted.d_amax), static_cast<float>(largest));
  }

  [[nodiscard]] cuDoubleComplex alpha_of(Size row) const {
    return load(plan_.scale_type, scalars_.alphas,
                row + batch_ * plan_.description.alpha_batch_stride);
  }

  const MatmulPlan& plan_;
  const Scalars& scalars_;
  const Size batch_;
  const Size k_;
  const ConvertedMatrix<T> a_, b_;
  const void* const c_;
  void* const d_;
};

template <class T>
void compute_as(const MatmulPlan& plan, const Operands& operands) {
  const Scalars scalars = scalars_of(plan, operands);
  for (Size batch = 0; batch < plan.batches; ++batch)
    Batch<T>(plan, operands, scalars, batch).compute();
}

}  // namespace

void compute(const MatmulPlan& plan, const Operands& operands) {
  switch (plan.arithmetic) {
    case Arithmetic::kNone:
      return;
    case Arithmetic::kFloat:
      return compute_as<float>(plan, operands);
    case Arithmetic::kDouble:
      return compute_as<double>(plan, operands);
    case Arithmetic::kComplex:
      return compute_as<cuComplex>(plan, operands);
    case Arithmetic::kDoubleComplex:
      return compute_as<cuDoubleComplex>(plan, operands);
  }
}

}  // namespace riffle::cublas_lt
