// SPDX-License-Identifier: Apache-2.0
// Arrays of a thread's own: indexed by run-time values, large, in loops, swapped, with alloca.
#include "../transcript.h"

__global__ void kernel(int *out, int n) {
  int t = threadIdx.x;
  int a[64], histogram[16] = {};
  for (int i = 0; i < 64; ++i) a[i] = (i * 37 + t * 11) % 101;
  for (int i = 1; i < n; ++i) {
    int v = a[i], j = i - 1;
    while (j >= 0 && a[j] > v) {
      a[j + 1] = a[j];
      --j;
    }
    a[j + 1] = v;
  }
  for (int i = 0; i < n; ++i) histogram[a[i] % 16]++;
  int wrong = 0, weighted = 0;
  for (int i = 1; i < n; ++i) wrong += a[i - 1] > a[i];
  for (int i = 0; i < 16; ++i) weighted += histogram[i] * i;
  int *p = a, *q = histogram;
  if (t % 2) {
    int *r = p;
    p = q;
    q = r;
  }
  out[t] = weighted * 1000 + wrong * 100 + (p[t % 16] + q[(t + 3) % 16]) % 100;
}

__global__ void big(int *out) {
  int t = threadIdx.x;
  volatile unsigned char bytes[4000];
  for (int i = 0; i < 4000; ++i) bytes[i] = static_cast<unsigned char>(i * t);
  int s = 0;
  for (int i = 0; i < 4000; i += 7) s += bytes[(i * 13 + t) % 4000];
  out[t] = s;
}

// As much as a thread can have, nearly: 400,000 of 512 KiB.
__global__ void huge(int *out, int n) {
  int t = threadIdx.x;
  int a[100000];
  for (int i = 0; i < n; ++i) a[(i * 7) % n] = i * t;
  int s = 0;
  for (int i = 0; i < n; i += 11) s += a[(i * 13 + t) % n];
  out[t] = s;
}

int main() {
  DeviceArray<int> out(64);
  kernel<<<1, 64>>>(out, 64);
  SHOW(cudaDeviceSynchronize());
  show_row("sorted", out.read());
  big<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("big", out.read());
  huge<<<1, 64>>>(out, 100000);
  SHOW(cudaDeviceSynchronize());
  show_row("huge", out.read());
}
