// SPDX-License-Identifier: Apache-2.0
// flags: --extended-lambda
// Extended lambdas.
#include "../cases.h"

template <class F>
__global__ void apply(int *out, F f) {
  out[threadIdx.x] = f(threadIdx.x);
}

template <class F>
__device__ int sum_of(int n, F f) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += f(i);
  return s;
}

__global__ void inside(int *out) {
  int t = threadIdx.x, calls = 0;
  auto f = [t, &calls](int x) {
    ++calls;
    return x * t;
  };
  auto generic = [](auto a, auto b) { return a + b; };
  int s = sum_of(5, f) + sum_of(t % 3, [=](int i) { return i + t; });
  out[t] = s * 100 + calls + generic(1, 2) + int(generic(0.5f, 0.5));
}

struct Big {
  int data[20];
};

// Lambdas in kernels and as kernel arguments.
CASE(lambdas) {
  DeviceArray<int> out(32);
  int a = 7;
  Big big = {};
  big.data[19] = 1000;
  apply<<<1, 32>>>(out, [a, big] __device__(int i) { return a * i + big.data[19]; });
  SHOW(cudaDeviceSynchronize());
  show_row("captured", out.read());
  int *p = out;
  apply<<<1, 32>>>(out, [=] __device__(int i) { return p[i] + 1; });
  SHOW(cudaDeviceSynchronize());
  show_row("pointer captured", out.read());
  apply<<<1, 32>>>(out, [] __host__ __device__(int i) { return i ^ 5; });
  SHOW(cudaDeviceSynchronize());
  show_row("host and device", out.read());
  inside<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("inside", out.read());
}

template <class T>
void show_kind(const char *what) {
  std::printf("%s: device %d, host and device %d, with return type %d\n", what,
              int(__nv_is_extended_device_lambda_closure_type(T)),
              int(__nv_is_extended_host_device_lambda_closure_type(T)),
              int(__nv_is_extended_device_lambda_with_preserved_return_type(T)));
  std::fflush(stdout);
}

#define KIND(lambda) show_kind<decltype(lambda)>(#lambda)

template <class F>
struct Wrapped {
  F f;
};

struct Functor {
  __device__ int operator()() const { return 1; }
};

enum { kDevice = 1, kBoth = 2, kReturn = 4 };

template <class T>
__host__ __device__ constexpr int bits_of() {
  return (__nv_is_extended_device_lambda_closure_type(T) ? kDevice : 0) +
         (__nv_is_extended_host_device_lambda_closure_type(T) ? kBoth : 0) +
         (__nv_is_extended_device_lambda_with_preserved_return_type(T) ? kReturn : 0);
}

// In device code, where the closure's type is the kernel's argument.
template <class F>
__global__ void ask(int *out, F) {
  out[0] = bits_of<F>();
  out[1] = bits_of<const F>();
  out[2] = bits_of<F &>();
}

// Lambdas of device code are none of the extended ones.
__global__ void ask_inside(int *out) {
  auto plain = [](int x) { return x; };
  auto device = [] __device__(int x) -> int { return x; };
  out[0] = bits_of<decltype(plain)>();
  out[1] = bits_of<decltype(device)>();
}

template <class F>
void show_in_kernel(const char *what, F f) {
  DeviceArray<int> out(3);
  ask<<<1, 1>>>(out, f);
  SHOW(cudaDeviceSynchronize());
  show_row(what, out.read());
}

template <class F>
int overload(F, std::enable_if_t<__nv_is_extended_device_lambda_closure_type(F)> * = nullptr) {
  return 1;
}

template <class F>
int overload(F, std::enable_if_t<__nv_is_extended_host_device_lambda_closure_type(F)> * = nullptr) {
  return 2;
}

template <class F>
int overload(F, std::enable_if_t<bits_of<F>() == 0> * = nullptr) {
  return 3;
}

// In a function for both sides, and in a member function.
__host__ __device__ int made_in_both() {
  auto both = [] __host__ __device__(int x) { return x; };
  return bits_of<decltype(both)>();
}

struct Maker {
  int factor = 3;
  void make() {
    auto device = [=, *this] __device__(int x) { return x * factor; };
    auto both = [=] __host__ __device__(int x) { return x; };
    KIND(device);
    KIND(both);
  }
};

auto at_namespace_scope = [] __host__ __device__(int x) { return x; };
auto device_at_namespace_scope = [] __device__(int x) { return x; };

template <class T>
void in_template() {
  auto device = [] __device__(T x) { return x; };
  auto returning = [] __device__(T x) -> T { return x; };
  auto both = [] __host__ __device__(T x) { return x; };
  KIND(device);
  KIND(returning);
  KIND(both);
}

// The traits of extended lambdas: of which closure types they are true.
CASE(lambda_kinds) {
  int captured = 5;
  auto host = [] { return 1; };
  auto of_host = [] __host__(int x) { return x; };
  auto device = [] __device__(int x) { return x; };
  auto with_capture = [=] __device__(int x) { return x + captured; };
  auto returning = [] __device__(int x) -> int { return x; };
  auto returning_nothing = [] __device__() -> void {};
  auto returning_auto = [] __device__(int x) -> auto { return x; };
  auto without_parameters = [] __device__ { return 1; };
  auto changing = [=] __device__() mutable { return ++captured; };
  auto both = [] __host__ __device__(int x) { return x; };
  auto both_in_turn = [] __device__ __host__(int x) { return x; };
  auto both_returning = [=] __host__ __device__(int x) -> int { return x + captured; };
  auto generic = [](auto x) { return x; };
  const auto fixed = device;
  auto &reference = device;
  auto copied = device;
  KIND(host);
  KIND(of_host);
  KIND(device);
  KIND(with_capture);
  KIND(returning);
  KIND(returning_nothing);
  KIND(returning_auto);
  KIND(without_parameters);
  KIND(changing);
  KIND(both);
  KIND(both_in_turn);
  KIND(both_returning);
  KIND(generic);
  KIND(fixed);
  KIND(reference);
  KIND(copied);
  KIND(std::move(device));
  KIND(&device);
  KIND(captured);
  show_kind<const decltype(returning)>("const returning");
  show_kind<volatile decltype(returning)>("volatile returning");
  show_kind<const decltype(returning) &>("const returning &");
  show_kind<const decltype(both)>("const both");
  show_kind<decltype(device)[2]>("an array");
  show_kind<Wrapped<decltype(device)>>("a class that has one");
  show_kind<Functor>("a class with a device operator");
  show_kind<void>("void");
  show_kind<int (*)(int)>("a pointer to a function");
  KIND(at_namespace_scope);
  KIND(device_at_namespace_scope);
  in_template<int>();
  Maker().make();
  show_value("made in a function for both sides", made_in_both());
  show_in_kernel("device, in a kernel", device);
  show_in_kernel("returning, in a kernel", returning);
  show_in_kernel("both, in a kernel", both);
  DeviceArray<int> inside(2);
  ask_inside<<<1, 1>>>(inside);
  SHOW(cudaDeviceSynchronize());
  show_row("made in a kernel", inside.read());
  std::printf("overloads %d %d %d\n", overload(device), overload(both), overload(host));
}
