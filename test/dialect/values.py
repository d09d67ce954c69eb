# SPDX-License-Identifier: Apache-2.0
"""Constants of the host, of which device code has the value, in the places where a value may stand.

`@` in a use is the constant: what stands in front of the kernel, and the kernel's body.
"""

import random

CONSTANTS = {
  "constexpr_int": ("constexpr int c = 3;", "c"),
  "const_int": ("const int c = 3;", "c"),
  "static_const_int": ("static const int c = 3;", "c"),
  "const_float": ("const float c = 3.0f;", "c"),
  "constexpr_double": ("constexpr double c = 3.0;", "c"),
  "enum": ("enum E { c = 3 };", "c"),
  "enum_class": ("enum class E : int { c = 3 };", "(int)E::c"),
  "inline_constexpr": ("inline constexpr int c = 3;", "c"),
  "namespace": ("namespace n { constexpr int c = 3; }", "n::c"),
  "static_member": ("struct S { static constexpr int c = 3; };", "S::c"),
  "static_const_member": ("struct S { static const int c = 3; };", "S::c"),
  "template_member": ("template <class T> struct S { static constexpr T c = T(3); };", "S<int>::c"),
  "variable_template": ("template <class T> constexpr T c = T(3);", "c<int>"),
  "member_of_constant": ("struct S { int a, b; }; constexpr S c = {1, 3};", "c.b"),
  "array_element": ("constexpr int c[2] = {1, 3};", "c[1]"),
  "bool_const": ("constexpr bool c = true;", "c"),
  "char_const": ("constexpr char c = 3;", "c"),
  "host_double_const": ("const double c = 3.0;", "c"),
  "computed": ("constexpr int base = 2; constexpr int c = base + 1;", "c"),
  "long_const": ("constexpr long long c = 3;", "c"),
}
USES = {
  "array_braces": ("", "int x[2] = {(int)@, 1}; *o = x[*o & 1];"),
  "array_braces_plain": ("", "double x[2] = {@, 1}; *o = (int)x[*o & 1];"),
  "aggregate": ("struct A { double a; int* p; };", "A a = {@, o}; *o = (int)a.a;"),
  "aggregate_list": ("struct A { double a; int* p; };", "A a{@, o}; *o = (int)a.a;"),
  "nested": ("struct A { double a; int* p; }; struct B { A x[2]; };", "B b = {{{@, o}, {@, o}}}; *o = (int)b.x[*o & 1].a;"),
  "scalar_braces": ("", "double x{@}; *o = (int)x;"),
  "constructor_braces": ("struct A { double a; __device__ A(double v) : a(v) {} };", "A a{@}; *o = (int)a.a;"),
  "member_braces": ("struct A { double a; __device__ A() : a{@} {} };", "A a; *o = (int)a.a;"),
  "default_member": ("struct A { double a = @; int b; };", "A a{}; *o = (int)a.a;"),
  "argument_braces": ("struct A { double a; int b; }; __device__ int take(A a) { return (int)a.a; }", "*o = take({@, 2});"),
  "reference_argument": ("__device__ int take(const double& a) { return (int)a; }", "*o = take(@);"),
  "same_type_reference": ("template <class T> __device__ int take(const T& a) { return (int)a; }", "*o = take(@);"),
  "value_argument": ("template <class T> __device__ int take(T a) { return (int)a; }", "*o = take(@);"),
  "forwarded": ("template <class T> __device__ int take(T&& a) { return (int)a; }", "*o = take(@);"),
  "capture": ("", "auto l = [=] { return (int)@ + *o; }; *o = l();"),
  "capture_reference": ("", "auto l = [&] { return (int)@ + *o; }; *o = l();"),
  "init_capture": ("", "auto l = [v = @] { return (int)v; }; *o = l();"),
  "ternary": ("", "*o = (int)(*o ? @ : @);"),
  "ternary_mixed": ("", "double v = 2; *o = (int)(*o ? v : @);"),
  "comma": ("", "*o = (int)(*o, @);"),
  "auto_copy": ("", "auto v = @; *o = (int)v;"),
  "auto_reference": ("", "const auto& v = @; *o = (int)v;"),
  "max_like": ("template <class T> __device__ const T& mx(const T& a, const T& b) { return a < b ? b : a; }", "*o = (int)mx(@, @);"),
  "returned_reference": ("template <class T> __device__ const T& id(const T& a) { return a; }", "*o = (int)id(@);"),
  "range_for": ("", "int s = 0; int y[3] = {(int)@, 1, 2}; for (int v : y) s += v; *o = s;"),
  "static_local": ("", "static const double t[2] = {@, 1}; *o = (int)t[*o & 1];"),
  "shift": ("", "*o = 1 << (int)@;"),
  "compound": ("", "int v = 1; v += @; v *= @; *o = v;"),
  "loop_bound": ("", "int s = 0; for (int i = 0; i < @; ++i) s += i; *o = s;"),
  "new_array": ("", "int* p = new int[2]{(int)@, 1}; *o = p[0]; delete[] p;"),
  "vector_type": ("", "int2 v{(int)@, 1}; float2 w = make_float2(@, 1); *o = v.x + (int)w.x;"),
  "designated": ("struct A { double a; int b; };", "A a = {.a = @, .b = 1}; *o = (int)a.a;"),
  "structured": ("struct A { double a; int b; };", "auto [x, y] = A{@, 1}; *o = (int)x + y;"),
  "assign_braces": ("struct A { double a; int b; };", "A a; a = {@, 1}; *o = (int)a.a;"),
  "return_braces": ("struct A { double a; int b; }; __device__ A make() { return {@, 1}; }", "*o = (int)make().a;"),
  "address": ("", "auto p = &@; *o = (int)*p;"),
  "printf": ('', 'printf("%d\\n", (int)@); *o = 1;'),
}


def all_cases():
  for name, (declaration, value) in CONSTANTS.items():
    for use, (before, body) in USES.items():
      before, body = before.replace("@", value), body.replace("@", value)
      lines = [declaration, before, f"__global__ void k(int* o) {{ {body} }}"]
      flags = "-std=c++20" if use == "designated" else ""
      yield f"v_{name}_{use}", flags, "".join(f"{line}\n" for line in lines if line)


def cases():
  """Of 740, so many that a test bears."""
  return random.Random(1).sample(list(all_cases()), 130)
