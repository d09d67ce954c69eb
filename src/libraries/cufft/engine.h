// SPDX-License-Identifier: Apache-2.0
// Transforms by pocketfft, which computes single lines, several at a time in the lanes of vectors. Included once by each
// engine file, which says for which processors it is; `pocketfft` and `engine` are names of that file alone.
#pragma once

#define POCKETFFT_NO_MULTITHREADING
#include <pocketfft_hdronly.h>

#include <cstdio>
#include <cstdlib>
#include <new>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "libraries/cufft/crew.h"
#include "libraries/cufft/passes.h"

namespace riffle::cufft::engine {

namespace fft = pocketfft::detail;

inline float widen(float x) { return x; }
inline double widen(double x) { return x; }
inline float widen(__half x) { return __half2float(x); }
inline float widen(__nv_bfloat16 x) { return __bfloat162float(x); }
template <class Stored, class Real>
Stored narrow(Real x) {
  if constexpr (std::is_same_v<Stored, __half>)
    return __float2half(x);
  else if constexpr (std::is_same_v<Stored, __nv_bfloat16>)
    return __float2bfloat16(x);
  else
    return x;
}

template <class T>
struct StoredComplex {
  T re, im;
};

// Several vectors of lines that a cache holds no longer are slower than one line after the other.
constexpr std::size_t kMostVectorBytes = 1 << 21;

template <class Real, class Stored>
class LineTransform final : public Transform {
  static constexpr int kLanes = fft::VLEN<Real>::val;
  using Vector = fft::vtype_t<Real>;
  using Element = StoredComplex<Stored>;

 public:
  explicit LineTransform(const TransformShape& shape) : shape_(shape) {
    if (shape.kind == TransformKind::kComplex)
      last_ = complex_plan(shape.n[2]);
    else
      real_ = std::make_unique<fft::pocketfft_r<Real>>(static_cast<std::size_t>(shape.n[2]));
    for (int axis = 0; axis < 2; ++axis)
      if (shape.n[axis] > 1) others_[axis] = complex_plan(shape.n[axis]);
  }

  void run(const ElementLayout& in_side, void* in, const ElementLayout& out_side, void* out,
           bool forward, unsigned threads) const override {
    const Passes passes = passes_of(shape_, in_side, in, out_side, out);
    const auto work = [&](unsigned member, unsigned members, auto& barrier) noexcept {
      for (int i = 0; i < passes.count; ++i) {
        if (i != 0) barrier.arrive_and_wait();
        try {
          run_part(passes.all[i], member, members, forward);
        } catch (const std::bad_alloc&) {
          // Results that are missing must not go unseen, and a stream has no other way to say it.
          std::fputs("riffle: cuFFT: out of memory in a transform\n", stderr);
          std::abort();
        }
      }
    };
    run_crew(threads, work);
  }

 private:
  using ComplexPlan = std::shared_ptr<const fft::pocketfft_c<Real>>;

  ComplexPlan complex_plan(ElementCount length) const {
    for (const ComplexPlan& plan : {last_, others_[0], others_[1]})
      if (plan != nullptr && static_cast<ElementCount>(plan->length()) == length) return plan;
    return std::make_shared<const fft::pocketfft_c<Real>>(static_cast<std::size_t>(length));
  }

  [[nodiscard]] const fft::pocketfft_c<Real>& plan_of(const Pass& pass) const {
    return pass.axis == 2 ? *last_ : *others_[pass.axis];
  }

  void run_part(const Pass& pass, unsigned member, unsigned members, bool forward) const {
    const ElementCount lines = pass.lines();
    const ElementCount per_member =
        (lines + ElementCount{members} * kLanes - 1) / (ElementCount{members} * kLanes) * kLanes;
    ElementCount line = std::min(lines, ElementCount{member} * per_member);
    const ElementCount end = std::min(lines, line + per_member);
    if (line == end) return;
    const auto length = static_cast<std::size_t>(shape_.n[pass.axis]);
    const bool by_vectors = kLanes > 1 && end - line > 1 &&
                            (!is_direct(pass) || length * sizeof(Vector) * 2 <= kMostVectorBytes);
    fft::arr<fft::cmplx<Vector>> vectors(by_vectors ? length : 0);
    fft::arr<fft::cmplx<Real>> single(by_vectors && (end - line) % kLanes != 1 ? 0 : length);
    Cursor cursor(pass, line);
    if (by_vectors)
      for (; end - line > 1; line += kLanes) {
        run_vector(pass, cursor, std::min<ElementCount>(kLanes, end - line), forward,
                   vectors.data());
        if (end - line <= kLanes) return;
      }
    for (; line < end; ++line, cursor.advance())
      run_single(pass, cursor.in(), cursor.out(), forward, single.data());
  }

  /// Whether a line can be transformed where it is written.
  static bool is_direct(const Pass& pass) {
    return std::is_same_v<Real, Stored> && pass.kind == TransformKind::kComplex &&
           pass.out_step == 1;
  }

  void run_single(const Pass& pass, ElementCount in, ElementCount out, bool forward,
                  fft::cmplx<Real>* buffer) const {
    const ElementCount length = shape_.n[pass.axis];
    if (is_direct(pass))
      buffer = reinterpret_cast<fft::cmplx<Real>*>(static_cast<Element*>(pass.out) + out);
    auto* const numbers = reinterpret_cast<Real*>(buffer);
    if (pass.kind == TransformKind::kComplex) {
      const Element* from = static_cast<const Element*>(pass.in) + in;
      if (static_cast<const void*>(from) != buffer)
        for (ElementCount j = 0; j < length; ++j, from += pass.in_step)
          buffer[j].Set(widen(from->re), widen(from->im));
      plan_of(pass).exec(buffer, Real(1), forward);
      if (is_direct(pass)) return;
      Element* to = static_cast<Element*>(pass.out) + out;
      for (ElementCount j = 0; j < length; ++j, to += pass.out_step)
        *to = {narrow<Stored>(buffer[j].r), narrow<Stored>(buffer[j].i)};
    } else if (pass.kind == TransformKind::kRealToComplex) {
      gather_real<1>(pass, &in, numbers);
      real_->exec(numbers, Real(1), true);
      scatter_halves<1>(pass, &out, 1, numbers);
    } else {
      gather_halves<1>(pass, &in, numbers);
      real_->exec(numbers, Real(1), false);
      scatter_real<1>(pass, &out, 1, numbers);
    }
  }

  /// `count` lines; the lanes that are left over repeat the first.
  void run_vector(const Pass& pass, Cursor& cursor, ElementCount count, bool forward,
                  fft::cmplx<Vector>* buffer) const {
    std::array<ElementCount, kLanes> in;
    std::array<ElementCount, kLanes> out;
    for (int lane = 0; lane < kLanes; ++lane) {
      if (lane >= count) {
        in[lane] = in[0];
        out[lane] = out[0];
        continue;
      }
      in[lane] = cursor.in();
      out[lane] = cursor.out();
      cursor.advance();
    }
    auto* const numbers = reinterpret_cast<Real*>(buffer);
    auto* const vectors = reinterpret_cast<Vector*>(buffer);
    if (pass.kind == TransformKind::kComplex) {
      gather_complex(pass, in.data(), numbers);
      plan_of(pass).exec(buffer, Real(1), forward);
      scatter_complex(pass, out.data(), count, numbers);
    } else if (pass.kind == TransformKind::kRealToComplex) {
      gather_real<kLanes>(pass, in.data(), numbers);
      real_->exec(vectors, Real(1), true);
      scatter_halves<kLanes>(pass, out.data(), count, numbers);
    } else {
      gather_halves<kLanes>(pass, in.data(), numbers);
      real_->exec(vectors, Real(1), false);
      scatter_real<kLanes>(pass, out.data(), count, numbers);
    }
  }

  static bool are_neighbours(const ElementCount* lanes) {
    for (int lane = 1; lane < kLanes; ++lane)
      if (lanes[lane] != lanes[0] + lane) return false;
    return true;
  }

  // Element j of the buffer is kLanes real parts, then as many imaginary ones.
  void gather_complex(const Pass& pass, const ElementCount* lanes, Real* buffer) const {
    const ElementCount length = shape_.n[pass.axis];
    const auto* const from = static_cast<const Element*>(pass.in);
    if (are_neighbours(lanes)) {
      const Element* row = from + lanes[0];
      for (ElementCount j = 0; j < length; ++j, row += pass.in_step, buffer += 2 * kLanes)
        for (int lane = 0; lane < kLanes; ++lane) {
          buffer[lane] = widen(row[lane].re);
          buffer[kLanes + lane] = widen(row[lane].im);
        }
      return;
    }
    for_each_block(length, kLanes, [&](ElementCount lane, ElementCount begin, ElementCount end) {
      const Element* element = from + lanes[lane] + begin * pass.in_step;
      Real* at = buffer + begin * 2 * kLanes + lane;
      for (ElementCount j = begin; j < end; ++j, element += pass.in_step, at += 2 * kLanes) {
        at[0] = widen(element->re);
        at[kLanes] = widen(element->im);
      }
    });
  }
  void scatter_complex(const Pass& pass, const ElementCount* lanes, ElementCount count,
                       const Real* buffer) const {
    const ElementCount length = shape_.n[pass.axis];
    auto* const to = static_cast<Element*>(pass.out);
    if (count == kLanes && are_neighbours(lanes)) {
      Element* row = to + lanes[0];
      for (ElementCount j = 0; j < length; ++j, row += pass.out_step, buffer += 2 * kLanes)
        for (int lane = 0; lane < kLanes; ++lane)
          row[lane] = {narrow<Stored>(buffer[lane]), narrow<Stored>(buffer[kLanes + lane])};
      return;
    }
    for_each_block(length, count, [&](ElementCount lane, ElementCount begin, ElementCount end) {
      Element* element = to + lanes[lane] + begin * pass.out_step;
      const Real* at = buffer + begin * 2 * kLanes + lane;
      for (ElementCount j = begin; j < end; ++j, element += pass.out_step, at += 2 * kLanes)
        *element = {narrow<Stored>(at[0]), narrow<Stored>(at[kLanes])};
    });
  }

  template <int kCount>
  void gather_real(const Pass& pass, const ElementCount* lanes, Real* buffer) const {
    const auto* const from = static_cast<const Stored*>(pass.in);
    for_each_block(shape_.n[2], kCount,
                   [&](ElementCount lane, ElementCount begin, ElementCount end) {
                     const Stored* number = from + lanes[lane] + begin * pass.in_step;
                     for (ElementCount j = begin; j < end; ++j, number += pass.in_step)
                       buffer[j * kCount + lane] = widen(*number);
                   });
  }
  template <int kCount>
  void scatter_real(const Pass& pass, const ElementCount* lanes, ElementCount count,
                    const Real* buffer) const {
    auto* const to = static_cast<Stored*>(pass.out);
    for_each_block(shape_.n[2], count,
                   [&](ElementCount lane, ElementCount begin, ElementCount end) {
                     Stored* number = to + lanes[lane] + begin * pass.out_step;
                     for (ElementCount j = begin; j < end; ++j, number += pass.out_step)
                       *number = narrow<Stored>(buffer[j * kCount + lane]);
                   });
  }

  // pocketfft's order of the half that is not repeated: re 0, re 1, im 1, re 2, im 2, ..., and re n/2 where n is even. The
  // imaginary parts of the first element, and of that last one, are no part of it.
  template <int kCount>
  void gather_halves(const Pass& pass, const ElementCount* lanes, Real* buffer) const {
    const ElementCount length = shape_.n[2];
    const auto* const from = static_cast<const Element*>(pass.in);
    for_each_block(
        (length + 1) / 2, kCount, [&](ElementCount lane, ElementCount begin, ElementCount end) {
          const Element* element = from + lanes[lane] + begin * pass.in_step;
          if (begin == 0) {
            buffer[lane] = widen(element->re);
            element += pass.in_step;
            ++begin;
          }
          Real* at = buffer + (2 * begin - 1) * kCount + lane;
          for (ElementCount j = begin; j < end; ++j, element += pass.in_step, at += 2 * kCount) {
            at[0] = widen(element->re);
            at[kCount] = widen(element->im);
          }
        });
    if (length % 2 == 0)
      for (int lane = 0; lane < kCount; ++lane)
        buffer[(length - 1) * kCount + lane] =
            widen(from[lanes[lane] + length / 2 * pass.in_step].re);
  }
  template <int kCount>
  void scatter_halves(const Pass& pass, const ElementCount* lanes, ElementCount count,
                      const Real* buffer) const {
    const ElementCount length = shape_.n[2];
    auto* const to = static_cast<Element*>(pass.out);
    const Stored zero = narrow<Stored>(Real(0));
    for_each_block(
        (length + 1) / 2, count, [&](ElementCount lane, ElementCount begin, ElementCount end) {
          Element* element = to + lanes[lane] + begin * pass.out_step;
          if (begin == 0) {
            *element = {narrow<Stored>(buffer[lane]), zero};
            element += pass.out_step;
            ++begin;
          }
          const Real* at = buffer + (2 * begin - 1) * kCount + lane;
          for (ElementCount j = begin; j < end; ++j, element += pass.out_step, at += 2 * kCount)
            *element = {narrow<Stored>(at[0]), narrow<Stored>(at[kCount])};
        });
    if (length % 2 == 0)
      for (ElementCount lane = 0; lane < count; ++lane)
        to[lanes[lane] + length / 2 * pass.out_step] = {
            narrow<Stored>(buffer[(length - 1) * kCount + lane]), zero};
  }

  /// Some elements of each line in turn. Lines often lie a power of two apart, where a cache holds few of them at once: it
  /// is asked once for what neighbours share.
  template <class Visit>
  static void for_each_block(ElementCount length, ElementCount count, Visit visit) {
    constexpr ElementCount kBlock = 64 / sizeof(Stored);
    for (ElementCount begin = 0; begin < length; begin += kBlock)
      for (ElementCount lane = 0; lane < count; ++lane)
        visit(lane, begin, std::min(length, begin + kBlock));
  }

  const TransformShape shape_;
  ComplexPlan last_;
  std::array<ComplexPlan, 2> others_;
  std::unique_ptr<const fft::pocketfft_r<Real>> real_;
};

inline std::unique_ptr<Transform> make(const TransformShape& shape) {
  switch (shape.number) {
    case Precision::kFloat:
      return std::make_unique<LineTransform<float, float>>(shape);
    case Precision::kDouble:
      return std::make_unique<LineTransform<double, double>>(shape);
    case Precision::kHalf:
      return std::make_unique<LineTransform<float, __half>>(shape);
    case Precision::kBfloat16:
      return std::make_unique<LineTransform<float, __nv_bfloat16>>(shape);
  }
  return nullptr;
}

}  // namespace riffle::cufft::engine
