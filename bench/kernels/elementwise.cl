// SPDX-License-Identifier: Apache-2.0
kernel void add(global const float* a, global const float* b, global float* c, int count) {
  const int i = get_global_id(0);
  if (i < count) c[i] = a[i] + b[i];
}

kernel void saxpy(float a, global const float* x, global float* y, int count) {
  const int i = get_global_id(0);
  if (i < count) y[i] = a * x[i] + y[i];
}

kernel void copy(global const float* in, global float* out, int count) {
  const int i = get_global_id(0);
  if (i < count) out[i] = in[i];
}
