// SPDX-License-Identifier: Apache-2.0
kernel void multiply_divide(global float* array, int count) {
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
    for (int k = 0; k < 50; ++k) {
      array[i] *= 2.0f;
      array[i] /= 2.0f;
    }
  }
}
