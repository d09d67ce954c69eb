// SPDX-License-Identifier: Apache-2.0
// Every collective, type and operation, in place and not, beside the same on the host, one element after the other.
// Arguments: the number of ranks, the first and the last type.
#include "ranks.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

template <class T>
struct Type;
#define TYPE(T, its_value)                             \
  template <>                                          \
  struct Type<T> {                                     \
    static constexpr ncclDataType_t value = its_value; \
    static constexpr const char* name = #its_value;    \
  };
TYPE(std::int8_t, ncclInt8)
TYPE(std::uint8_t, ncclUint8)
TYPE(std::int32_t, ncclInt32)
TYPE(std::uint32_t, ncclUint32)
TYPE(std::int64_t, ncclInt64)
TYPE(std::uint64_t, ncclUint64)
TYPE(__half, ncclFloat16)
TYPE(float, ncclFloat32)
TYPE(double, ncclFloat64)
TYPE(__nv_bfloat16, ncclBfloat16)
TYPE(__nv_fp8_e4m3, ncclFloat8e4m3)
TYPE(__nv_fp8_e5m2, ncclFloat8e5m2)

static int ranks_count;
static int failures;
static std::vector<Rank> ranks;

/// Small numbers, which all types have: sums and products are exact.
template <class T>
T value(int rank, std::size_t i) {
  return static_cast<T>(static_cast<float>(static_cast<int>((i * 7 + rank * 3) % 3) + 1));
}

template <class T>
double number(T element) {
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(element);
  else
    return static_cast<double>(static_cast<float>(element));
}

template <class T>
T rounded(double exact) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::int64_t>(exact));
  else if constexpr (std::is_same_v<T, double>)
    return exact;
  else
    return static_cast<T>(static_cast<float>(exact));
}

template <class T>
void fill(std::size_t count) {
  for (int r = 0; r < ranks_count; ++r) {
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = value<T>(r, i);
    CUDA(cudaSetDevice(r));
    CUDA(cudaMemcpy(ranks[r].send, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    CUDA(cudaMemset(ranks[r].recv, 0x55, count * sizeof(T)));
    CUDA(cudaDeviceSynchronize());
  }
}

/// `expected(i)` for the first elements of a rank's buffer.
template <class T, class Expected>
void compare(const std::string& what, int rank, const void* buffer, std::size_t count,
             Expected expected) {
  std::vector<T> values(count);
  CUDA(cudaMemcpy(values.data(), buffer, count * sizeof(T), cudaMemcpyDeviceToHost));
  for (std::size_t i = 0; i < count; ++i) {
    const T right = rounded<T>(expected(i));
    if (std::memcmp(&values[i], &right, sizeof right) == 0) continue;
    if (++failures < 20)
      std::printf("%s %s count %zu rank %d element %zu: %g, not %g\n", what.c_str(), Type<T>::name,
                  count, rank, i, number(values[i]), number(right));
    return;
  }
}

template <class Call>
void together(Call call) {
  NCCL(ncclGroupStart());
  for (int r = 0; r < ranks_count; ++r) call(r, ranks[r]);
  NCCL(ncclGroupEnd());
  synchronize(ranks);
}

template <class T>
double reduced(ncclRedOp_t op, std::size_t i) {
  double result = number(value<T>(0, i));
  for (int r = 1; r < ranks_count; ++r) {
    const double next = number(value<T>(r, i));
    switch (op) {
      case ncclProd:
        result *= next;
        break;
      case ncclMax:
        result = std::max(result, next);
        break;
      case ncclMin:
        result = std::min(result, next);
        break;
      default:
        result += next;
        break;
    }
  }
  if constexpr (std::is_integral_v<T>) {
    // Sums wrap around before they are divided.
    if (op == ncclAvg)
      return static_cast<double>(static_cast<T>(static_cast<std::int64_t>(result)) / ranks_count);
    return static_cast<double>(static_cast<T>(static_cast<std::int64_t>(result)));
  }
  return op == ncclAvg ? result / ranks_count : result;
}

static bool can_be_scaled(ncclDataType_t type) {
  return type != ncclFloat8e4m3 && type != ncclFloat8e5m2;
}

template <class T>
void reductions(std::size_t count) {
  static const char* const names[] = {"sum", "prod", "max", "min", "avg"};
  const auto type = Type<T>::value;
  // NVIDIA's library does not scale numbers of 8 bits.
  const int last = can_be_scaled(type) ? ncclAvg : ncclMin;
  for (int o = ncclSum; o <= last; ++o) {
    const auto op = static_cast<ncclRedOp_t>(o);
    const std::string name = names[o];
    const auto all = [&](std::size_t i) { return reduced<T>(op, i); };
    for (const bool in_place : {false, true}) {
      fill<T>(count);
      together([&](int, Rank& own) {
        NCCL(ncclAllReduce(own.send, in_place ? own.send : own.recv, count, type, op, own.comm,
                           own.stream));
      });
      for (int r = 0; r < ranks_count; ++r)
        compare<T>("AllReduce " + name, r, in_place ? ranks[r].send : ranks[r].recv, count, all);

      const int root = ranks_count - 1;
      fill<T>(count);
      together([&](int r, Rank& own) {
        NCCL(ncclReduce(own.send,
                        r != root  ? nullptr
                        : in_place ? own.send
                                   : own.recv,
                        count, type, op, root, own.comm, own.stream));
      });
      compare<T>("Reduce " + name, root, in_place ? ranks[root].send : ranks[root].recv, count,
                 all);

      const std::size_t part = count / ranks_count;
      fill<T>(count);
      const auto place = [&](int r) {
        return in_place ? static_cast<T*>(ranks[r].send) + r * part
                        : static_cast<T*>(ranks[r].recv);
      };
      together([&](int r, Rank& own) {
        NCCL(ncclReduceScatter(own.send, place(r), part, type, op, own.comm, own.stream));
      });
      for (int r = 0; r < ranks_count; ++r)
        compare<T>("ReduceScatter " + name, r, place(r), part,
                   [&](std::size_t i) { return all(r * part + i); });
    }
  }
}

/// Each rank multiplies by a factor of its own, which is on the host or on the device.
template <class T>
void scaled_sums(std::size_t count) {
  for (const bool on_device : {false, true}) {
    fill<T>(count);
    std::vector<ncclRedOp_t> ops(ranks_count);
    std::vector<T*> factors(ranks_count);
    for (int r = 0; r < ranks_count; ++r) {
      T factor = rounded<T>(r % 2 + 1);
      CUDA(cudaMalloc(reinterpret_cast<void**>(&factors[r]), sizeof(T)));
      CUDA(cudaMemcpy(factors[r], &factor, sizeof(T), cudaMemcpyHostToDevice));
      NCCL(ncclRedOpCreatePreMulSum(&ops[r], on_device ? factors[r] : &factor, Type<T>::value,
                                    on_device ? ncclScalarDevice : ncclScalarHostImmediate,
                                    ranks[r].comm));
    }
    together([&](int r, Rank& own) {
      NCCL(ncclAllReduce(own.send, own.recv, count, Type<T>::value, ops[r], own.comm, own.stream));
    });
    for (int r = 0; r < ranks_count; ++r) {
      compare<T>("AllReduce of scaled", r, ranks[r].recv, count, [&](std::size_t i) {
        double sum = 0;
        for (int other = 0; other < ranks_count; ++other)
          sum += number(value<T>(other, i)) * (other % 2 + 1);
        return sum;
      });
      NCCL(ncclRedOpDestroy(ops[r], ranks[r].comm));
      EXPECT(ncclRedOpDestroy(ops[r], ranks[r].comm) == ncclInvalidArgument);
      CUDA(cudaFree(factors[r]));
    }
  }
}

template <class T>
void moves(std::size_t count) {
  const auto type = Type<T>::value;
  const std::size_t part = count / ranks_count;
  for (int root = 0; root < ranks_count; ++root) {
    for (const bool in_place : {false, true}) {
      fill<T>(count);
      together([&](int r, Rank& own) {
        if (in_place)
          NCCL(ncclBcast(own.send, count, type, root, own.comm, own.stream));
        else
          NCCL(ncclBroadcast(r == root ? own.send : nullptr, own.recv, count, type, root, own.comm,
                             own.stream));
      });
      for (int r = 0; r < ranks_count; ++r)
        compare<T>("Broadcast", r, in_place ? ranks[r].send : ranks[r].recv, count,
                   [&](std::size_t i) { return number(value<T>(root, i)); });

      fill<T>(count);
      together([&](int r, Rank& own) {
        T* const to = static_cast<T*>(own.recv);
        T* from = static_cast<T*>(own.send);
        if (in_place && r == root) {
          CUDA(cudaMemcpyAsync(to + r * part, from, part * sizeof(T), cudaMemcpyDeviceToDevice,
                               own.stream));
          from = to + r * part;
        }
        NCCL(ncclGather(from, r == root ? to : nullptr, part, type, root, own.comm, own.stream));
      });
      for (int r = 0; r < ranks_count; ++r)
        compare<T>("Gather", r, static_cast<T*>(ranks[root].recv) + r * part, part,
                   [&](std::size_t i) { return number(value<T>(r, i)); });

      fill<T>(count);
      const auto place = [&](int r) {
        return in_place && r == root ? static_cast<T*>(ranks[r].send) + r * part
                                     : static_cast<T*>(ranks[r].recv);
      };
      together([&](int r, Rank& own) {
        NCCL(ncclScatter(r == root ? own.send : nullptr, place(r), part, type, root, own.comm,
                         own.stream));
      });
      for (int r = 0; r < ranks_count; ++r)
        compare<T>("Scatter", r, place(r), part,
                   [&](std::size_t i) { return number(value<T>(root, r * part + i)); });
    }
  }
  for (const bool in_place : {false, true}) {
    fill<T>(count);
    together([&](int r, Rank& own) {
      T* const to = static_cast<T*>(own.recv);
      const T* from = static_cast<T*>(own.send);
      if (in_place) {
        CUDA(cudaMemcpyAsync(to + r * part, from, part * sizeof(T), cudaMemcpyDeviceToDevice,
                             own.stream));
        from = to + r * part;
      }
      NCCL(ncclAllGather(from, to, part, type, own.comm, own.stream));
    });
    for (int r = 0; r < ranks_count; ++r)
      compare<T>("AllGather", r, ranks[r].recv, part * ranks_count, [&](std::size_t i) {
        return number(value<T>(static_cast<int>(i / part), i % part));
      });
  }
  fill<T>(count);
  together([&](int, Rank& own) {
    NCCL(ncclAlltoAll(own.send, own.recv, part, type, own.comm, own.stream));
  });
  for (int r = 0; r < ranks_count; ++r)
    compare<T>("AlltoAll", r, ranks[r].recv, part * ranks_count, [&](std::size_t i) {
      return number(value<T>(static_cast<int>(i / part), r * part + i % part));
    });
  // A ring of sends and receives, and each rank to itself.
  fill<T>(count);
  together([&](int r, Rank& own) {
    NCCL(ncclSend(own.send, part, type, (r + 1) % ranks_count, own.comm, own.stream));
    NCCL(ncclRecv(own.recv, part, type, (r + ranks_count - 1) % ranks_count, own.comm, own.stream));
  });
  for (int r = 0; r < ranks_count; ++r)
    compare<T>("Send and Recv", r, ranks[r].recv, part, [&](std::size_t i) {
      return number(value<T>((r + ranks_count - 1) % ranks_count, i));
    });
}

static int first_type;
static int last_type;

template <class T>
void of_type() {
  if (Type<T>::value < first_type || Type<T>::value > last_type) return;
  for (const std::size_t each : {1, 3, 100, 4099}) {
    const std::size_t count = each * ranks_count;
    reductions<T>(count);
    if (can_be_scaled(Type<T>::value)) scaled_sums<T>(count);
    moves<T>(count);
  }
}

int main(int, char** arguments) {
  ranks_count = std::atoi(arguments[1]);
  first_type = std::atoi(arguments[2]);
  last_type = std::atoi(arguments[3]);
  ranks = make_ranks(ranks_count, 4099 * 8 * ranks_count);
  of_type<std::int8_t>();
  of_type<std::uint8_t>();
  of_type<std::int32_t>();
  of_type<std::uint32_t>();
  of_type<std::int64_t>();
  of_type<std::uint64_t>();
  of_type<__half>();
  of_type<float>();
  of_type<double>();
  of_type<__nv_bfloat16>();
  of_type<__nv_fp8_e4m3>();
  of_type<__nv_fp8_e5m2>();
  destroy(ranks);
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
