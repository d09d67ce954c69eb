// SPDX-License-Identifier: Apache-2.0
// Heat on a square plate whose rows are divided among the devices. Each step a device needs its neighbours' edge rows:
// NCCL's sends and receives bring them, in the streams that compute. Now and then an all-reduce tells how much
// has changed anywhere. The host waits for nothing but that.
//
//   build:  riffle cc -O2 -o jacobi jacobi.cu -lnccl       (or nvcc)
//   run:    RIFFLE_DEVICES=4 ./jacobi
//           ./jacobi --size 500 --steps 200
#include <cuda_runtime.h>
#include <nccl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../common/arguments.h"
#include "../common/check.h"

static const char* const kUsage =
    "usage: jacobi [--size N] [--steps N]\n"
    "  --size N    rows and columns of the plate (default 512)\n"
    "  --steps N   steps (default 200)\n";

static void check_nccl(ncclResult_t result, int line) {
  if (result == ncclSuccess) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, ncclGetErrorString(result),
               ncclGetLastError(nullptr));
  std::exit(1);
}
#define NCCL(call) check_nccl(call, __LINE__)

// Row 0 and row count + 1 are copies of the neighbours' edges. The plate's own edges keep their heat.
__global__ void step(float* next, const float* now, int rows, int columns, float* change) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y + 1;
  if (column >= columns || row > rows) return;
  const float* const here = now + row * columns + column;
  float heat = *here;
  if (column != 0 && column != columns - 1)
    heat = 0.25f * (here[-1] + here[1] + here[-columns] + here[columns]);
  next[row * columns + column] = heat;
  // Of numbers that are not negative the bits have the order of the values.
  atomicMax(reinterpret_cast<int*>(change), __float_as_int(fabsf(heat - *here)));
}

struct Part {
  int rows = 0;
  cudaStream_t stream = nullptr;
  ncclComm_t comm = nullptr;
  float* now = nullptr;
  float* next = nullptr;
  float* change = nullptr;
};

static float first_heat(int row, int column) {
  return static_cast<float>((row * 37 + column * 11) % 101);
}

// The edge rows go to the neighbours, theirs come here; all in one group, so that none waits for another.
static void exchange_edges(std::vector<Part>& parts, int columns) {
  const int last = static_cast<int>(parts.size()) - 1;
  NCCL(ncclGroupStart());
  for (int i = 0; i <= last; ++i) {
    const Part& part = parts[i];
    float* const first_row = part.now + columns;
    float* const last_row = part.now + part.rows * columns;
    if (i > 0) {
      NCCL(ncclSend(first_row, columns, ncclFloat, i - 1, part.comm, part.stream));
      NCCL(ncclRecv(part.now, columns, ncclFloat, i - 1, part.comm, part.stream));
    }
    if (i < last) {
      NCCL(ncclSend(last_row, columns, ncclFloat, i + 1, part.comm, part.stream));
      NCCL(ncclRecv(last_row + columns, columns, ncclFloat, i + 1, part.comm, part.stream));
    }
  }
  NCCL(ncclGroupEnd());
}

static float greatest_change(std::vector<Part>& parts) {
  NCCL(ncclGroupStart());
  for (const Part& part : parts)
    NCCL(ncclAllReduce(part.change, part.change, 1, ncclFloat, ncclMax, part.comm, part.stream));
  NCCL(ncclGroupEnd());
  float change = 0;
  CHECK(cudaMemcpyAsync(&change, parts[0].change, sizeof change, cudaMemcpyDeviceToHost,
                        parts[0].stream));
  CHECK(cudaStreamSynchronize(parts[0].stream));
  return change;
}

// The same on the host.
static std::vector<float> on_host(int size, int steps) {
  std::vector<float> now(static_cast<std::size_t>(size) * size);
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column)
      now[row * size + column] = first_heat(row, column);
  std::vector<float> next = now;
  for (int s = 0; s < steps; ++s) {
    for (int row = 1; row < size - 1; ++row)
      for (int column = 1; column < size - 1; ++column) {
        const float* const here = &now[row * size + column];
        next[row * size + column] = 0.25f * (here[-1] + here[1] + here[-size] + here[size]);
      }
    std::swap(now, next);
  }
  return now;
}

int main(int count, char** words) {
  Arguments arguments(count, words, kUsage);
  const int size = static_cast<int>(arguments.number("--size", 512, 3, 20000));
  const int steps = static_cast<int>(arguments.number("--steps", 200, 1, 1000000));
  arguments.finish();

  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  // The first and the last row stay as they are: each device has one row to compute at least.
  devices = std::min(devices, size - 2);
  std::vector<ncclComm_t> comms(devices);
  NCCL(ncclCommInitAll(comms.data(), devices, nullptr));
  std::vector<Part> parts(devices);
  std::vector<int> first_rows;
  int first = 1;
  for (int i = 0; i < devices; ++i) {
    Part& part = parts[i];
    part.rows = (size - 2) * (i + 1) / devices - (size - 2) * i / devices;
    part.comm = comms[i];
    CHECK(cudaSetDevice(i));
    CHECK(cudaStreamCreate(&part.stream));
    const std::size_t bytes = static_cast<std::size_t>(part.rows + 2) * size * sizeof(float);
    CHECK(cudaMalloc(&part.now, bytes));
    CHECK(cudaMalloc(&part.next, bytes));
    CHECK(cudaMalloc(&part.change, sizeof(float)));
    std::vector<float> heat((part.rows + 2) * static_cast<std::size_t>(size));
    for (int row = 0; row < part.rows + 2; ++row)
      for (int column = 0; column < size; ++column)
        heat[row * size + column] = first_heat(first - 1 + row, column);
    CHECK(cudaMemcpy(part.now, heat.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(part.next, heat.data(), bytes, cudaMemcpyHostToDevice));
    first_rows.push_back(first);
    first += part.rows;
  }

  for (int s = 1; s <= steps; ++s) {
    exchange_edges(parts, size);
    for (int i = 0; i < devices; ++i) {
      Part& part = parts[i];
      CHECK(cudaSetDevice(i));
      CHECK(cudaMemsetAsync(part.change, 0, sizeof(float), part.stream));
      const dim3 grid((size + 127) / 128, part.rows);
      step<<<grid, 128, 0, part.stream>>>(part.next, part.now, part.rows, size, part.change);
      CHECK(cudaGetLastError());
      std::swap(part.now, part.next);
    }
    if (s % 100 == 0) std::printf("step %d: changes of %g at most\n", s, greatest_change(parts));
  }

  const std::vector<float> expected = on_host(size, steps);
  float worst = 0;
  for (int i = 0; i < devices; ++i) {
    Part& part = parts[i];
    std::vector<float> heat(static_cast<std::size_t>(part.rows) * size);
    CHECK(cudaSetDevice(i));
    CHECK(cudaMemcpyAsync(heat.data(), part.now + size, heat.size() * sizeof(float),
                          cudaMemcpyDeviceToHost, part.stream));
    CHECK(cudaStreamSynchronize(part.stream));
    for (std::size_t k = 0; k < heat.size(); ++k)
      worst = std::max(worst, std::fabs(heat[k] - expected[first_rows[i] * size + k]));
    CHECK(cudaFree(part.now));
    CHECK(cudaFree(part.next));
    CHECK(cudaFree(part.change));
    CHECK(cudaStreamDestroy(part.stream));
    NCCL(ncclCommDestroy(part.comm));
  }
  std::printf("%d devices, %d rows, %d steps\n", devices, size, steps);
  return verdict(worst < 1e-3f);
}
