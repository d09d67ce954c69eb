// SPDX-License-Identifier: Apache-2.0
kernel void row_per_thread(global const int* row_begin, global const int* column,
                           global const float* value, global const float* x, global float* y,
                           int rows) {
  const int row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0;
  for (int k = row_begin[row]; k < row_begin[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}
