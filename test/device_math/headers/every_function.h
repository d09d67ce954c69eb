// SPDX-License-Identifier: Apache-2.0
// A row names a function with its result and parameters; it becomes a function that calls it and demands exactly that
// result type. What the names stand for is in the tables beside this file.
#pragma once

template <class A, class B>
inline constexpr bool is_same = false;
template <class A>
inline constexpr bool is_same<A, A> = true;

#define ROW_JOINED(a, b) a##b
#define ROW_NAME(number) ROW_JOINED(call_, number)
#define ROW(space, R, name, parameters, arguments)                                 \
  space R ROW_NAME(__COUNTER__) parameters {                                       \
    static_assert(is_same<decltype(name arguments), R>, "result of another type"); \
    return name arguments;                                                         \
  }
#define ROW_0(space, R, f) ROW(space, R, f, (), ())
#define ROW_1(space, R, f, A) ROW(space, R, f, (A a), (a))
#define ROW_2(space, R, f, A, B) ROW(space, R, f, (A a, B b), (a, b))
#define ROW_3(space, R, f, A, B, C) ROW(space, R, f, (A a, B b, C c), (a, b, c))
#define ROW_4(space, R, f, A, B, C, D) ROW(space, R, f, (A a, B b, C c, D d), (a, b, c, d))
#define ROW_5(space, R, f, A, B, C, D, E) \
  ROW(space, R, f, (A a, B b, C c, D d, E e), (a, b, c, d, e))
#define DEVICE_0(...) ROW_0(__device__, __VA_ARGS__)
#define DEVICE_1(...) ROW_1(__device__, __VA_ARGS__)
#define DEVICE_2(...) ROW_2(__device__, __VA_ARGS__)
#define DEVICE_3(...) ROW_3(__device__, __VA_ARGS__)
#define DEVICE_4(...) ROW_4(__device__, __VA_ARGS__)
#define DEVICE_5(...) ROW_5(__device__, __VA_ARGS__)
#define BOTH_0(...) ROW_0(__host__ __device__, __VA_ARGS__)
#define BOTH_1(...) ROW_1(__host__ __device__, __VA_ARGS__)
#define BOTH_2(...) ROW_2(__host__ __device__, __VA_ARGS__)
#define BOTH_3(...) ROW_3(__host__ __device__, __VA_ARGS__)
#define BOTH_4(...) ROW_4(__host__ __device__, __VA_ARGS__)
#define BOTH_5(...) ROW_5(__host__ __device__, __VA_ARGS__)
