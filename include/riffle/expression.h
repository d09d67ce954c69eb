// SPDX-License-Identifier: Apache-2.0
// Arithmetic of arrays: operators and functions that build expressions, computed when they are assigned, reduced or read.
//
// The type of a result is that of the operands, std::common_type for different arrays. A number beside an array
// becomes one of the array's type, as in numpy - 2.0 beside floats is a float - but for a fraction beside integers, which makes
// the result a fraction. Integer division is C++'s.
#pragma once

#include <riffle/detail/expression.h>

#include <concepts>
#include <source_location>
#include <string>
#include <type_traits>
#include <utility>

namespace riffle {

template <typename T>
class GpuArray;
template <typename T>
class GpuView;
template <typename Tree>
class Lazy;

namespace detail {

template <typename T>
struct IsArray : std::false_type {};
template <typename T>
struct IsArray<GpuArray<T>> : std::true_type {};
template <typename T>
struct IsArray<GpuView<T>> : std::true_type {};

template <typename T>
struct IsLazy : std::false_type {};
template <typename Tree>
struct IsLazy<Lazy<Tree>> : std::true_type {};

template <typename T>
concept Number = std::is_arithmetic_v<std::remove_cvref_t<T>>;
/// A type that has an element for each index: an array, a view or an expression.
template <typename T>
concept Elementwise =
    IsArray<std::remove_cvref_t<T>>::value || IsLazy<std::remove_cvref_t<T>>::value;
template <typename T>
concept Operand = Elementwise<T> || Number<T>;

/// An operand and the place where it is used: the call site of operators, which take no further argument.
template <typename T>
struct At {
  const T& value;
  std::source_location where;
  At(const T& operand, std::source_location place = std::source_location::current())
      : value(operand), where(place) {}
};

/// The same of an operand that is written. A view may be a temporary: what it shows is written.
template <typename T>
struct Into {
  T& value;
  std::source_location where;
  Into(T& operand, std::source_location place = std::source_location::current())
      : value(operand), where(place) {}
  Into(T&& operand, std::source_location place = std::source_location::current())
    requires(T::kIsView)
      : value(operand), where(place) {}
};

template <typename T>
  requires Elementwise<T>
auto node_of(const T& operand) {
  return operand.node();
}

/// A number beside elements of type T.
template <typename T, Number N>
auto number_beside(N value) {
  if constexpr (std::is_floating_point_v<N> && !std::is_floating_point_v<T>) {
    return ScalarExpression<N>{value};
  } else {
    return ScalarExpression<T>{static_cast<T>(value)};
  }
}

template <typename T>
struct ElementType {
  using type = typename std::remove_cvref_t<T>::value_type;
};
template <Number T>
struct ElementType<T> {
  using type = T;
};

/// `operand` as a child of a node, beside elements of type `Beside`.
template <typename Beside, Operand T>
auto child(const T& operand) {
  if constexpr (Number<T>) {
    return number_beside<Beside>(operand);
  } else {
    return node_of(operand);
  }
}

/// The type of the elements that decide: those of the arrays among the operands.
template <Operand... T>
struct Deciding;
template <Operand First, Operand... Rest>
struct Deciding<First, Rest...> {
  static auto select() {
    if constexpr (sizeof...(Rest) == 0) {
      return std::type_identity<typename ElementType<First>::type>();
    } else {
      using Others = typename Deciding<Rest...>::type;
      constexpr bool is_first = Elementwise<First>;
      constexpr bool are_others = (Elementwise<Rest> || ...);
      if constexpr (is_first && are_others) {
        return std::type_identity<std::common_type_t<typename ElementType<First>::type, Others>>();
      } else if constexpr (is_first) {
        return std::type_identity<typename ElementType<First>::type>();
      } else {
        return std::type_identity<Others>();
      }
    }
  }
  using type = typename decltype(select())::type;
};

/// For functions that have values between integers.
template <typename T>
using Fraction = std::conditional_t<std::is_floating_point_v<T>, T, double>;

}  // namespace detail

// One operator, for an array or expression on the left and anything on the right, and for a number on the left.
#define RIFFLE_OPERATOR(symbol, RESULT)                                                           \
  template <detail::Operand B>                                                                    \
  friend auto operator symbol(detail::At<Self> a, const B& b) {                                   \
    return detail::combined<detail::InfixText<detail::Symbol{#symbol}>, RESULT>(a.where, a.value, \
                                                                                b);               \
  }                                                                                               \
  template <detail::Number A>                                                                     \
  friend auto operator symbol(const A& a, detail::At<Self> b) {                                   \
    return detail::combined<detail::InfixText<detail::Symbol{#symbol}>, RESULT>(b.where, a,       \
                                                                                b.value);         \
  }
// C++20 also tries == and != with their operands swapped. It must prefer these overloads: so they take no place, and both
// distinguish numbers from arrays in the same way, because of two overloads C++ takes the more constrained one.
#define RIFFLE_COMPARISON(symbol)                                                           \
  template <detail::Elementwise B>                                                          \
  friend auto operator symbol(const Self& a, const B& b) {                                  \
    return detail::combined<detail::InfixText<detail::Symbol{#symbol}>, detail::TruthType>( \
        detail::place_of(a, b), a, b);                                                      \
  }                                                                                         \
  template <detail::Number B>                                                               \
  friend auto operator symbol(const Self& a, const B& b) {                                  \
    return detail::combined<detail::InfixText<detail::Symbol{#symbol}>, detail::TruthType>( \
        detail::place_of(a, b), a, b);                                                      \
  }                                                                                         \
  template <detail::Number A>                                                               \
  friend auto operator symbol(const A& a, const Self& b) {                                  \
    return detail::combined<detail::InfixText<detail::Symbol{#symbol}>, detail::TruthType>( \
        detail::place_of(b, a), a, b);                                                      \
  }
#define RIFFLE_COMPOUND(symbol)                                                             \
  template <detail::Operand B>                                                              \
  friend void operator symbol## = (detail::Into<Self> a, const B& b) {                      \
    a.value.assign(detail::At<Self>(a.value, a.where) symbol b, a.value.stream(), a.where); \
  }
namespace detail {

/// The place of the operand that is an expression.
template <typename A, typename B>
std::source_location place_of(const A& a, const B& b) {
  if constexpr (IsLazy<A>::value) {
    return a.where();
  } else if constexpr (IsLazy<B>::value) {
    return b.where();
  } else {
    return std::source_location::current();
  }
}

/// Text as an argument of a template.
struct Symbol {
  char text[16]{};
  consteval Symbol(const char* from) {
    for (std::size_t i = 0; from[i] != '\0'; ++i) text[i] = from[i];
  }
};
template <Symbol S>
struct InfixText {
  static std::string text(const std::string& a, const std::string& b) {
    return a + " " + S.text + " " + b;
  }
};
template <Symbol S>
struct PrefixText {
  static std::string text(const std::string& a) { return S.text + a; }
};
template <Symbol S>
struct CallText {
  template <typename... A>
  static std::string text(const std::string& first, const A&... rest) {
    std::string all = std::string(S.text) + "(" + first;
    ((all += ", " + rest), ...);
    return all + ")";
  }
};
struct SelectText {
  static std::string text(const std::string& c, const std::string& a, const std::string& b) {
    return c + " ? " + a + " : " + b;
  }
};
struct CastText {
  static std::string text(const std::string& a) { return a; }
};
struct MinimumText {
  static std::string text(const std::string& a, const std::string& b) {
    return b + " < " + a + " ? " + b + " : " + a;
  }
};
struct MaximumText {
  static std::string text(const std::string& a, const std::string& b) {
    return a + " < " + b + " ? " + b + " : " + a;
  }
};

// Makes a result's type of the operands' common type. Operands are converted to `Operands` first.
template <typename T>
struct SameType {
  using Operands = T;
  using Result = T;
};
template <typename T>
struct FractionType {
  using Operands = Fraction<T>;
  using Result = Fraction<T>;
};
template <typename T>
struct IntegerType {
  static_assert(std::is_integral_v<T>, "%, &, |, ^, ~, << and >> are for integers");
  using Operands = T;
  using Result = T;
};
template <typename T>
struct TruthType {
  using Operands = T;
  using Result = bool;
};

template <typename T>
struct FractionTruthType {
  using Operands = Fraction<T>;
  using Result = bool;
};

template <typename To, typename Child>
auto converted(Child&& child) {
  using Plain = std::remove_cvref_t<Child>;
  if constexpr (std::is_same_v<typename Plain::value_type, To>) {
    return Plain(std::forward<Child>(child));
  } else {
    return Tree<CastText, To, Plain>{{std::forward<Child>(child)}};
  }
}

template <typename Operation, typename Result, typename... Children>
auto lazy(const std::source_location& where, Children... children) {
  using Node = Tree<Operation, Result, Children...>;
  return Lazy<Node>(Node{{std::move(children)...}}, where);
}

template <typename Operation, template <typename> typename Rule, Operand... T>
auto combined(const std::source_location& where, const T&... operands) {
  using Beside = typename Deciding<T...>::type;
  using Common = std::common_type_t<typename decltype(child<Beside>(operands))::value_type...>;
  using Types = Rule<Common>;
  return lazy<Operation, typename Types::Result>(
      where, converted<typename Types::Operands>(child<Beside>(operands))...);
}

/// Gives arrays and expressions their operators and functions, found by their type.
template <typename Self>
struct Operators {
  RIFFLE_OPERATOR(+, detail::SameType)
  RIFFLE_OPERATOR(-, detail::SameType)
  RIFFLE_OPERATOR(*, detail::SameType)
  RIFFLE_OPERATOR(/, detail::SameType)
  RIFFLE_OPERATOR(%, detail::IntegerType)
  RIFFLE_OPERATOR(&, detail::IntegerType)
  RIFFLE_OPERATOR(|, detail::IntegerType)
  RIFFLE_OPERATOR(^, detail::IntegerType)
  RIFFLE_OPERATOR(<<, detail::IntegerType)
  RIFFLE_OPERATOR(>>, detail::IntegerType)
  RIFFLE_COMPARISON(==)
  RIFFLE_COMPARISON(!=)
  RIFFLE_OPERATOR(<, detail::TruthType)
  RIFFLE_OPERATOR(<=, detail::TruthType)
  RIFFLE_OPERATOR(>, detail::TruthType)
  RIFFLE_OPERATOR(>=, detail::TruthType)
  RIFFLE_OPERATOR(&&, detail::TruthType)
  RIFFLE_OPERATOR(||, detail::TruthType)
  friend auto operator-(At<Self> x) {
    return combined<PrefixText<Symbol{"-"}>, SameType>(x.where, x.value);
  }
  friend auto operator~(At<Self> x) {
    return combined<PrefixText<Symbol{"~"}>, IntegerType>(x.where, x.value);
  }
  friend auto operator!(At<Self> x) {
    return combined<PrefixText<Symbol{"!"}>, TruthType>(x.where, x.value);
  }
};

/// Operators that also write: +=, -= and so on.
template <typename Self>
struct CompoundOperators {
  RIFFLE_COMPOUND(+)
  RIFFLE_COMPOUND(-)
  RIFFLE_COMPOUND(*)
  RIFFLE_COMPOUND(/)
  RIFFLE_COMPOUND(%)
  RIFFLE_COMPOUND(&)
  RIFFLE_COMPOUND(|)
  RIFFLE_COMPOUND(^)
};

}  // namespace detail

#undef RIFFLE_OPERATOR
#undef RIFFLE_COMPARISON
#undef RIFFLE_COMPOUND

/// An expression that is not computed yet. It keeps the memory of its arrays alive, and sees what they hold when it is computed. Each use
/// computes it again.
template <typename Tree>
class Lazy : public detail::Operators<Lazy<Tree>> {
 public:
  using value_type = typename Tree::value_type;

  Lazy(Tree tree, const std::source_location& where) : tree_(std::move(tree)), where_(where) {}
  [[nodiscard]] const Tree& node() const { return tree_; }
  /// The place of its last operator in the program.
  [[nodiscard]] const std::source_location& where() const { return where_; }
  [[nodiscard]] Shape shape() const { return detail::shape_of(tree_, where_); }

 private:
  Tree tree_;
  std::source_location where_;
};

// Functions, found by their arguments' type.
#define RIFFLE_FUNCTION(name, RESULT)                                                   \
  template <detail::Elementwise X>                                                      \
  auto name(const X& x, std::source_location where = std::source_location::current()) { \
    return detail::combined<detail::CallText<detail::Symbol{#name}>, RESULT>(where, x); \
  }
#define RIFFLE_FUNCTION_OF_TWO(name, RESULT)                                               \
  template <detail::Elementwise X, detail::Operand Y>                                      \
  auto name(const X& x, const Y& y,                                                        \
            std::source_location where = std::source_location::current()) {                \
    return detail::combined<detail::CallText<detail::Symbol{#name}>, RESULT>(where, x, y); \
  }
RIFFLE_FUNCTION(sqrt, detail::FractionType)
RIFFLE_FUNCTION(rsqrt, detail::FractionType)
RIFFLE_FUNCTION(cbrt, detail::FractionType)
RIFFLE_FUNCTION(exp, detail::FractionType)
RIFFLE_FUNCTION(exp2, detail::FractionType)
RIFFLE_FUNCTION(expm1, detail::FractionType)
RIFFLE_FUNCTION(log, detail::FractionType)
RIFFLE_FUNCTION(log2, detail::FractionType)
RIFFLE_FUNCTION(log10, detail::FractionType)
RIFFLE_FUNCTION(log1p, detail::FractionType)
RIFFLE_FUNCTION(sin, detail::FractionType)
RIFFLE_FUNCTION(cos, detail::FractionType)
RIFFLE_FUNCTION(tan, detail::FractionType)
RIFFLE_FUNCTION(asin, detail::FractionType)
RIFFLE_FUNCTION(acos, detail::FractionType)
RIFFLE_FUNCTION(atan, detail::FractionType)
RIFFLE_FUNCTION(sinh, detail::FractionType)
RIFFLE_FUNCTION(cosh, detail::FractionType)
RIFFLE_FUNCTION(tanh, detail::FractionType)
RIFFLE_FUNCTION(asinh, detail::FractionType)
RIFFLE_FUNCTION(acosh, detail::FractionType)
RIFFLE_FUNCTION(atanh, detail::FractionType)
RIFFLE_FUNCTION(floor, detail::FractionType)
RIFFLE_FUNCTION(ceil, detail::FractionType)
RIFFLE_FUNCTION(round, detail::FractionType)
RIFFLE_FUNCTION(trunc, detail::FractionType)
RIFFLE_FUNCTION(rint, detail::FractionType)
RIFFLE_FUNCTION(fabs, detail::FractionType)
RIFFLE_FUNCTION(erf, detail::FractionType)
RIFFLE_FUNCTION(erfc, detail::FractionType)
RIFFLE_FUNCTION(tgamma, detail::FractionType)
RIFFLE_FUNCTION(lgamma, detail::FractionType)
RIFFLE_FUNCTION(isnan, detail::FractionTruthType)
RIFFLE_FUNCTION(isinf, detail::FractionTruthType)
RIFFLE_FUNCTION(isfinite, detail::FractionTruthType)
RIFFLE_FUNCTION_OF_TWO(pow, detail::FractionType)
RIFFLE_FUNCTION_OF_TWO(atan2, detail::FractionType)
RIFFLE_FUNCTION_OF_TWO(fmod, detail::FractionType)
RIFFLE_FUNCTION_OF_TWO(hypot, detail::FractionType)
RIFFLE_FUNCTION_OF_TWO(copysign, detail::FractionType)
#undef RIFFLE_FUNCTION
#undef RIFFLE_FUNCTION_OF_TWO
template <detail::Elementwise X>
auto abs(const X& x, std::source_location where = std::source_location::current()) {
  using T = typename X::value_type;
  if constexpr (std::is_unsigned_v<T>) {
    return detail::combined<detail::CastText, detail::SameType>(where, x);
  } else if constexpr (std::is_floating_point_v<T>) {
    return detail::combined<detail::CallText<detail::Symbol{"fabs"}>, detail::SameType>(where, x);
  } else {
    return detail::combined<detail::CallText<detail::Symbol{"abs"}>, detail::SameType>(where, x);
  }
}

/// Elements of another type: cast<double>(x).
template <detail::Number To, detail::Elementwise X>
auto cast(const X& x, std::source_location where = std::source_location::current()) {
  return detail::lazy<detail::CastText, To>(where, detail::node_of(x));
}
/// The smaller of two, element by element; of numbers that compare with neither the first.
template <detail::Operand A, detail::Operand B>
  requires detail::Elementwise<A> || detail::Elementwise<B>
auto minimum(const A& a, const B& b, std::source_location where = std::source_location::current()) {
  return detail::combined<detail::MinimumText, detail::SameType>(where, a, b);
}
template <detail::Operand A, detail::Operand B>
  requires detail::Elementwise<A> || detail::Elementwise<B>
auto maximum(const A& a, const B& b, std::source_location where = std::source_location::current()) {
  return detail::combined<detail::MaximumText, detail::SameType>(where, a, b);
}
/// condition ? a : b, element by element.
template <detail::Elementwise C, detail::Operand A, detail::Operand B>
auto select(const C& condition, const A& a, const B& b,
            std::source_location where = std::source_location::current()) {
  using Beside = typename detail::Deciding<A, B>::type;
  auto first = detail::child<Beside>(a);
  auto second = detail::child<Beside>(b);
  using T = std::common_type_t<typename decltype(first)::value_type,
                               typename decltype(second)::value_type>;
  return detail::lazy<detail::SelectText, T>(
      where, detail::converted<bool>(detail::node_of(condition)),
      detail::converted<T>(std::move(first)), detail::converted<T>(std::move(second)));
}

}  // namespace riffle
