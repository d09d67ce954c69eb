// SPDX-License-Identifier: Apache-2.0
// Thrust's common algorithms on device vectors, each compared with the C++ library's.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>

#include "check.h"

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Product {
  __host__ __device__ float operator()(thrust::tuple<float, float> t) const {
    return thrust::get<0>(t) * thrust::get<1>(t);
  }
};

static std::vector<int> on_host(const thrust::device_vector<int>& values) {
  std::vector<int> result(values.size());
  thrust::copy(values.begin(), values.end(), result.begin());
  return result;
}

int main() {
  const std::vector<int> numbers = some_numbers(100000);
  const thrust::device_vector<int> device(numbers.begin(), numbers.end());
  std::vector<int> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  thrust::device_vector<int> work = device;
  thrust::sort(work.begin(), work.end());
  CHECK(on_host(work) == sorted);
  const auto end = thrust::unique(work.begin(), work.end());
  CHECK(end - work.begin() == std::unique(sorted.begin(), sorted.end()) - sorted.begin());

  thrust::device_vector<int> places(numbers.size());
  thrust::sequence(places.begin(), places.end());
  work = device;
  thrust::stable_sort_by_key(work.begin(), work.end(), places.begin());
  std::vector<int> order(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return numbers[a] < numbers[b]; });
  CHECK(on_host(places) == order);

  work = device;
  thrust::exclusive_scan(thrust::device, work.begin(), work.end(), work.begin());
  std::vector<int> sums(numbers.size());
  std::exclusive_scan(numbers.begin(), numbers.end(), sums.begin(), 0);
  CHECK(on_host(work) == sums);

  thrust::transform(device.begin(), device.end(), work.begin(), thrust::negate<int>());
  CHECK(thrust::reduce(work.begin(), work.end()) ==
        -std::accumulate(numbers.begin(), numbers.end(), 0));
  const auto even = std::count_if(numbers.begin(), numbers.end(), IsEven());
  CHECK(thrust::copy_if(device.begin(), device.end(), work.begin(), IsEven()) - work.begin() ==
        even);
  work = device;
  CHECK(thrust::partition(work.begin(), work.end(), IsEven()) - work.begin() == even);

  const auto twice = [] __host__ __device__(int x) { return x * 2LL; };
  const thrust::counting_iterator<int> zero(0);
  CHECK(thrust::transform_reduce(zero, zero + 1000, twice, 0LL, thrust::plus<long long>()) ==
        999000);
  const thrust::device_vector<float> a(1000, 2.0f), b(1000, 3.0f);
  const auto both = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
  CHECK(thrust::transform_reduce(both, both + 1000, Product(), 0.0f, thrust::plus<float>()) ==
        6000.0f);
  return finish();
}
