# SPDX-License-Identifier: Apache-2.0
"""Every pair of execution spaces on two declarations of one function, for every kind of function, called from either side."""

SPACES = {"n": "", "h": "__host__", "d": "__device__", "b": "__host__ __device__"}

# Two declarations with the spaces A and B, and an expression that calls the function.
KINDS = {
    "free": ("A int f(int x);\nB int f(int x) { return x + 1; }", "f(1)"),
    "after": ("A int f(int x) { return x + 1; }\nB int f(int x);", "f(1)"),
    "static": ("static A int f(int x);\nstatic B int f(int x) { return x + 1; }", "f(1)"),
    "external_c": ('extern "C" A int f(int x);\nextern "C" B int f(int x) { return x + 1; }', "f(1)"),
    "method": ("struct S { A int f(int x) const; };\nB int S::f(int x) const { return x + 1; }", "S().f(1)"),
    "static_method": ("struct S { static A int f(int x); };\nB int S::f(int x) { return x + 1; }", "S::f(1)"),
    "constructor": ("struct S { int v; A S(int x); };\nB S::S(int x) : v(x) {}", "S(1).v"),
    "destructor": ("struct S { int v; A ~S(); };\nB S::~S() {}", "S().v"),
    "defaulted": ("struct S { int v = 1; A S(); };\nB S::S() = default;", "S().v"),
    "conversion": ("struct S { int v; A operator int() const; };\nB S::operator int() const { return v; }", "S{1}"),
    "template": ("template <class T> A T f(T x);\ntemplate <class T> B T f(T x) { return x + 1; }", "f(1)"),
    "of_template": ("template <class T> struct S { A T f(T x); };\ntemplate <class T> B T S<T>::f(T x) { return x + 1; }", "S<int>().f(1)"),
    "member_template": ("struct S { template <class T> A T f(T x); };\ntemplate <class T> B T S::f(T x) { return x + 1; }", "S().f(1)"),
    "specialised": ("template <class T> A T f(T x) { return x; }\ntemplate <> B int f<int>(int x) { return x + 1; }", "f(1)"),
    "specialised_member": ("template <class T> struct S { A int f(int x) { return x; } };\ntemplate <> B int S<int>::f(int x) { return x + 1; }", "S<int>().f(1)"),
    "friend": ("struct S { int v; friend A int f(S s); };\nB int f(S s) { return s.v; }", "f(S{1})"),
    "befriended": ("struct S;\nA int f(S& s);\nstruct S { int v; friend B int f(S& s) { return s.v; } };\nA int g() { S s{1}; return f(s); }", "g()"),
    "override": ("struct P { A virtual int f() { return 1; } };\nstruct S : P { B int f() override { return 2; } };", "S().f()"),
    "twice_defined": ("A int f(int x) { return x + 1; }\nB int f(int x) { return x + 2; }", "f(1)"),
    "between": ("A int f(int x);\nUSER\nB int f(int x) { return x + 1; }", "f(1)"),
}
USERS = {"kernel": "__global__ void k(int* o) { *o = USE; }", "host": "int host() { return USE; }"}


def cases():
  for kind, (text, use) in KINDS.items():
    for first, a in SPACES.items():
      for second, b in SPACES.items():
        for user, call in USERS.items():
          call = call.replace("USE", use)
          code = text if "USER" in text else text + "\nUSER"
          code = code.replace("USER", "\x00")
          code = code.replace("A ", a + " ").replace("B ", b + " ").replace("\x00", call)
          yield f"spaces_{kind}_{first}_{second}_{user}", "", code + "\n"
