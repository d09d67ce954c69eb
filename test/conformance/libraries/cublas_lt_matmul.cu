// SPDX-License-Identifier: Apache-2.0
// flags: -lcublasLt
// Products of cuBLASLt beside plain loops: types, layouts, batches, pointer modes, what happens at the end of a product.
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <algorithm>
#include <cmath>

#include "../transcript.h"

static int at(cudaDataType type) {
  switch (type) {
    case CUDA_R_64F: case CUDA_C_32F: return 8;
    case CUDA_R_16F: case CUDA_R_16BF: return 2;
    case CUDA_R_8I: case CUDA_R_8F_E4M3: case CUDA_R_8F_E5M2: return 1;
    default: return 4;
  }
}

static double get(cudaDataType type, const void *data, size_t i) {
  switch (type) {
    case CUDA_R_64F: return static_cast<const double *>(data)[i];
    case CUDA_R_16F: return __half2float(static_cast<const __half *>(data)[i]);
    case CUDA_R_16BF: return __bfloat162float(static_cast<const __nv_bfloat16 *>(data)[i]);
    case CUDA_R_8I: return static_cast<const signed char *>(data)[i];
    case CUDA_R_32I: return static_cast<const int *>(data)[i];
    case CUDA_R_8F_E4M3: return float(static_cast<const __nv_fp8_e4m3 *>(data)[i]);
    case CUDA_R_8F_E5M2: return float(static_cast<const __nv_fp8_e5m2 *>(data)[i]);
    default: return static_cast<const float *>(data)[i];
  }
}

static void put(cudaDataType type, void *data, size_t i, double value) {
  switch (type) {
    case CUDA_R_64F: static_cast<double *>(data)[i] = value; break;
    case CUDA_R_16F: static_cast<__half *>(data)[i] = __float2half(float(value)); break;
    case CUDA_R_16BF: static_cast<__nv_bfloat16 *>(data)[i] = __float2bfloat16(float(value)); break;
    case CUDA_R_8I: static_cast<signed char *>(data)[i] = static_cast<signed char>(value); break;
    case CUDA_R_32I: static_cast<int *>(data)[i] = int(value); break;
    case CUDA_R_8F_E4M3: static_cast<__nv_fp8_e4m3 *>(data)[i] = __nv_fp8_e4m3(float(value)); break;
    case CUDA_R_8F_E5M2: static_cast<__nv_fp8_e5m2 *>(data)[i] = __nv_fp8_e5m2(float(value)); break;
    default: static_cast<float *>(data)[i] = float(value);
  }
}

// Managed memory that the host fills and reads.
struct Array {
  Array(cudaDataType type, size_t count, int seed, int range = 3) : type(type), count(count) {
    MUST(cudaMallocManaged(&data, std::max<size_t>(count, 1) * at(type)));
    unsigned state = 12345 + 77 * seed;
    for (size_t i = 0; i < count; ++i) {
      state = state * 1664525 + 1013904223;
      put(type, data, i, range == 0 ? 0 : int((state >> 16) % (2 * range + 1)) - range);
    }
  }
  ~Array() { cudaFree(data); }
  Array(const Array &) = delete;
  double operator[](size_t i) const { return get(type, data, i); }
  cudaDataType type;
  size_t count;
  void *data = nullptr;
};

struct Case {
  const char *name;
  int m, n, k;
  cudaDataType a, b, c, d;
  cublasComputeType_t compute;
  cudaDataType scale;
  cublasOperation_t transa = CUBLAS_OP_N, transb = CUBLAS_OP_N;
  int padding = 0, batch = 1;
  double alpha = 1, beta = 0;
  bool in_place = false;
  cublasLtOrder_t order_a = CUBLASLT_ORDER_COL, order_b = CUBLASLT_ORDER_COL, order_d = CUBLASLT_ORDER_COL;
  int epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  int pointers = CUBLASLT_POINTER_MODE_HOST;
  cudaDataType bias = CUDA_R_32F;  // other than D's only where it is set
  bool sets_bias_type = false, scales = false;
};

static cublasLtHandle_t handle;

struct Layout {
  Layout(cudaDataType type, int rows, int cols, int padding, cublasLtOrder_t order, int batch)
      : rows(rows), cols(cols), ld((order == CUBLASLT_ORDER_COL ? rows : cols) + padding), order(order),
        stride(size_t(ld) * (order == CUBLASLT_ORDER_COL ? cols : rows) + (batch > 1 ? 16 : 0)) {
    cublasLtMatrixLayoutCreate(&handle, type, rows, cols, ld);
    const int32_t as = order;
    const int64_t offset = stride;
    cublasLtMatrixLayoutSetAttribute(handle, CUBLASLT_MATRIX_LAYOUT_ORDER, &as, sizeof as);
    cublasLtMatrixLayoutSetAttribute(handle, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch);
    cublasLtMatrixLayoutSetAttribute(handle, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &offset, sizeof offset);
  }
  ~Layout() { cublasLtMatrixLayoutDestroy(handle); }
  size_t index(int i, int j, int batch) const {
    return batch * stride + (order == CUBLASLT_ORDER_COL ? i + size_t(j) * ld : size_t(i) * ld + j);
  }
  int rows, cols, ld;
  cublasLtOrder_t order;
  size_t stride;
  cublasLtMatrixLayout_t handle = nullptr;
};

static void set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute, const void *value, size_t bytes) {
  const cublasStatus_t status = cublasLtMatmulDescSetAttribute(desc, attribute, value, bytes);
  if (status != CUBLAS_STATUS_SUCCESS) std::printf(" [attribute %d: %d]", attribute, status);
}

static double gelu(double x) { return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))); }
static double gelu_slope(double x) {
  const double t = std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * 0.7978845608028654 * (1 + 3 * 0.044715 * x * x);
}

static void run(const Case &c) {
  std::printf("%s:", c.name);
  const bool has_aux = (c.epilogue & 128) != 0, gives_aux = has_aux && (c.epilogue & (2 | 32)) != 0, is_relu_aux = (c.epilogue & (2 | 8)) != 0;
  const Layout a(c.a, c.transa == CUBLAS_OP_N ? c.m : c.k, c.transa == CUBLAS_OP_N ? c.k : c.m, c.padding, c.order_a, c.batch);
  const Layout b(c.b, c.transb == CUBLAS_OP_N ? c.k : c.n, c.transb == CUBLAS_OP_N ? c.n : c.k, c.padding, c.order_b, c.batch);
  const Layout cl(c.c, c.m, c.n, c.padding, c.order_d, c.batch), dl(c.d, c.m, c.n, c.padding, c.order_d, c.batch);
  Array A(c.a, a.stride * c.batch, 1), B(c.b, b.stride * c.batch, 2), C(c.c, cl.stride * c.batch, 3), D(c.d, dl.stride * c.batch, 4);
  if (c.in_place) std::memcpy(D.data, C.data, C.count * at(c.c));
  const cudaDataType bias_type = c.sets_bias_type ? c.bias : c.d;
  Array bias(bias_type, std::max(c.m, c.n), 5);
  const int aux_ld = is_relu_aux ? (c.m + 127) / 128 * 128 : c.m;
  Array aux(is_relu_aux ? CUDA_R_8I : c.d, is_relu_aux ? size_t(aux_ld) / 8 * c.n : size_t(aux_ld) * c.n, 6);
  std::vector<double> aux_in(size_t(c.m) * c.n);
  for (int j = 0; j < c.n; ++j)
    for (int i = 0; i < c.m; ++i)
      aux_in[i + size_t(j) * c.m] = is_relu_aux ? (static_cast<unsigned char *>(aux.data)[(i + size_t(j) * aux_ld) / 8] >> (i % 8)) & 1 : aux[i + size_t(j) * aux_ld];
  Array scale(CUDA_R_32F, 12, 7, 0);  // aligned to 16 bytes
  for (int i = 0; i < 3; ++i) put(CUDA_R_32F, scale.data, 4 * i, 1 << i);

  cublasLtMatmulDesc_t desc = nullptr;
  cublasLtMatmulDescCreate(&desc, c.compute, c.scale);
  const int32_t transa = c.transa, transb = c.transb, pointers = c.pointers, bias_number = bias_type;
  const uint32_t epilogue = c.epilogue;
  set(desc, CUBLASLT_MATMUL_DESC_TRANSA, &transa, sizeof transa);
  set(desc, CUBLASLT_MATMUL_DESC_TRANSB, &transb, sizeof transb);
  set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  set(desc, CUBLASLT_MATMUL_DESC_POINTER_MODE, &pointers, sizeof pointers);
  if ((c.epilogue & (4 | 16 | 256 | 512)) != 0) set(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.data, sizeof bias.data);
  if (c.sets_bias_type) set(desc, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, &bias_number, sizeof bias_number);
  if (has_aux) {
    const int64_t ld = aux_ld;
    set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux.data, sizeof aux.data);
    set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &ld, sizeof ld);
  }
  if (c.scales) {
    float *first = static_cast<float *>(scale.data);
    float *pointer[] = {first + 4, first + 8};
    set(desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &pointer[0], sizeof pointer[0]);
    set(desc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, &pointer[1], sizeof pointer[1]);
  }
  // Scalars, or a vector of alphas.
  Array alpha(c.scale, c.m, 8, 0), beta(c.scale, 1, 9, 0);
  for (int i = 0; i < c.m; ++i) put(c.scale, alpha.data, i, c.pointers >= 3 ? c.alpha + i % 3 : c.alpha);
  put(c.scale, beta.data, 0, c.beta);

  void *workspace = nullptr;
  const size_t workspace_bytes = size_t(32) << 20;
  MUST(cudaMalloc(&workspace, workspace_bytes));
  cublasLtMatmulPreference_t preference = nullptr;
  cublasLtMatmulPreferenceCreate(&preference);
  cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace_bytes, sizeof workspace_bytes);
  cublasLtMatmulHeuristicResult_t found[3] = {};
  int count = 77;
  void *const result = c.in_place ? D.data : D.data;
  const void *const addend = c.in_place ? D.data : C.data;
  std::printf(" search %d", cublasLtMatmulAlgoGetHeuristic(handle, desc, a.handle, b.handle, cl.handle, dl.handle, preference, 1, found, &count));
  std::printf(" found %d", count > 0 && count != 77);
  const cublasStatus_t status = cublasLtMatmul(handle, desc, alpha.data, A.data, a.handle, B.data, b.handle, beta.data, addend, cl.handle, result, dl.handle,
                                               count > 0 && count != 77 ? &found[0].algo : nullptr, workspace, workspace_bytes, nullptr);
  std::printf(" product %d", status);
  MUST(cudaDeviceSynchronize());
  if (status == CUBLAS_STATUS_SUCCESS) {
    double worst = 0, worst_aux = 0, worst_bias = 0;
    int zero_bits = 0;
    std::vector<double> column_sums(c.m, 0.0);
    const double factor = c.scales ? 8 : 1;
    for (int batch = 0; batch < c.batch; ++batch)
      for (int j = 0; j < c.n; ++j)
        for (int i = 0; i < c.m; ++i) {
          double sum = 0;
          for (int l = 0; l < c.k; ++l)
            sum += A[c.transa == CUBLAS_OP_N ? a.index(i, l, batch) : a.index(l, i, batch)] * B[c.transb == CUBLAS_OP_N ? b.index(l, j, batch) : b.index(j, l, batch)];
          double x = factor * (c.pointers >= 3 ? c.alpha + i % 3 : c.alpha) * sum;
          if (c.beta != 0 && c.pointers != 3) x += c.beta * C[cl.index(i, j, batch)];
          if ((c.epilogue & 4) != 0) x += bias[i];
          const size_t in_aux = i + size_t(j) * aux_ld;
          if (gives_aux && is_relu_aux) {
            const int bit = (static_cast<unsigned char *>(aux.data)[in_aux / 8] >> (i % 8)) & 1;
            if (x == 0) zero_bits |= 1 << bit;
            worst_aux = std::max(worst_aux, x == 0 ? 0 : std::fabs(double(bit - (x > 0))));
          }
          if (gives_aux && !is_relu_aux) worst_aux = std::max(worst_aux, std::fabs(aux[in_aux] - x));
          if ((c.epilogue & 2) != 0) x = std::max(x, 0.0);
          if ((c.epilogue & 32) != 0) x = gelu(x);
          if ((c.epilogue & 8) != 0) x = aux_in[i + size_t(j) * c.m] != 0 ? x : 0;
          if ((c.epilogue & 64) != 0) x *= gelu_slope(aux_in[i + size_t(j) * c.m]);
          column_sums[i] += x;
          if (c.d == CUDA_R_8I) x = std::min(127.0, std::max(-128.0, std::nearbyint(x)));
          const double got = D[dl.index(i, j, batch)];
          worst = std::max(worst, std::fabs(got - x) / std::max(1.0, std::fabs(x)));
        }
    if ((c.epilogue & 16) != 0)
      for (int i = 0; i < c.m; ++i) worst_bias = std::max(worst_bias, std::fabs(bias[i] - column_sums[i]) / std::max(1.0, std::fabs(column_sums[i])));
    if ((c.epilogue & (256 | 512)) != 0)
      for (int i = 0; i < ((c.epilogue & 256) != 0 ? c.m : c.n); ++i) {
        double sum = 0;
        for (int l = 0; l < c.k; ++l)
          sum += (c.epilogue & 256) != 0 ? A[c.transa == CUBLAS_OP_N ? a.index(i, l, 0) : a.index(l, i, 0)] : B[c.transb == CUBLAS_OP_N ? b.index(l, i, 0) : b.index(i, l, 0)];
        worst_bias = std::max(worst_bias, std::fabs(bias[i] - sum));
      }
    std::printf(", right %d aux %d bias %d", worst < (at(c.d) == 1 ? 0.07 : 0.02), worst_aux < 0.5, worst_bias < 0.05);
    if (zero_bits != 0) std::printf(" bits of zeros %d", zero_bits);
  }
  std::printf("\n");
  cudaFree(workspace);
  cublasLtMatmulPreferenceDestroy(preference);
  cublasLtMatmulDescDestroy(desc);
}

static Case plain(const char *name, cudaDataType type, cublasComputeType_t compute, cudaDataType scale) {
  Case c{name, 32, 48, 64, type, type, type, type, compute, scale};
  return c;
}
static Case floats(const char *name) { return plain(name, CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F); }
static Case halves(const char *name) { return plain(name, CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_32F); }

template <class Change>
static void with(Case c, Change change) {
  change(c);
  run(c);
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  std::printf("create %d\n", cublasLtCreate(&handle));
  run(floats("float"));
  run(plain("double", CUDA_R_64F, CUBLAS_COMPUTE_64F, CUDA_R_64F));
  run(halves("half"));
  run(plain("half in half", CUDA_R_16F, CUBLAS_COMPUTE_16F, CUDA_R_16F));
  run(plain("bfloat16", CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  run(plain("float by TF32", CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F));
  with(halves("half to float"), [](Case &c) { c.c = c.d = CUDA_R_32F; });
  with(plain("bytes to int", CUDA_R_8I, CUBLAS_COMPUTE_32I, CUDA_R_32I), [](Case &c) { c.c = c.d = CUDA_R_32I; c.transa = CUBLAS_OP_T; });
  with(plain("bytes to bytes", CUDA_R_8I, CUBLAS_COMPUTE_32I, CUDA_R_32F), [](Case &c) { c.transa = CUBLAS_OP_T; c.alpha = 0.125; });
  for (const auto type : {CUDA_R_8F_E4M3, CUDA_R_8F_E5M2})
    with(plain(type == CUDA_R_8F_E4M3 ? "e4m3 to half, scaled" : "e5m2 by e4m3 to bfloat16", type, CUBLAS_COMPUTE_32F, CUDA_R_32F), [](Case &c) {
      c.b = CUDA_R_8F_E4M3;
      c.c = c.d = c.a == CUDA_R_8F_E4M3 ? CUDA_R_16F : CUDA_R_16BF;
      c.transa = CUBLAS_OP_T;
      c.scales = c.a == CUDA_R_8F_E4M3;
    });
  with(plain("e5m2 by e5m2", CUDA_R_8F_E5M2, CUBLAS_COMPUTE_32F, CUDA_R_32F), [](Case &c) { c.c = c.d = CUDA_R_16F; c.transa = CUBLAS_OP_T; });
  with(plain("mixed", CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_32F), [](Case &c) { c.b = CUDA_R_32F; });
  with(plain("double in float", CUDA_R_64F, CUBLAS_COMPUTE_32F, CUDA_R_32F), [](Case &) {});
  with(plain("half with a half scale", CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_16F), [](Case &) {});
  for (const auto ta : {CUBLAS_OP_N, CUBLAS_OP_T})
    for (const auto tb : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
      with(floats("transposed"), [&](Case &c) { c.transa = ta; c.transb = tb; c.padding = 8; c.alpha = -2; c.beta = 3; });
  with(floats("in place"), [](Case &c) { c.in_place = true; c.beta = 2; });
  with(halves("batches"), [](Case &c) { c.batch = 3; c.beta = 1; });
  with(floats("rows"), [](Case &c) { c.order_a = c.order_b = c.order_d = CUBLASLT_ORDER_ROW; c.beta = 1; });
  with(floats("rows of A"), [](Case &c) { c.order_a = CUBLASLT_ORDER_ROW; c.padding = 8; });
  with(floats("rows of B, transposed"), [](Case &c) { c.order_b = CUBLASLT_ORDER_ROW; c.transb = CUBLAS_OP_T; });
  with(floats("rows of D"), [](Case &c) { c.order_d = CUBLASLT_ORDER_ROW; });
  with(floats("scalars of the device"), [](Case &c) { c.pointers = CUBLASLT_POINTER_MODE_DEVICE; c.alpha = 2; c.beta = -1; });
  for (const int epilogue : {2, 2 | 128, 4, 2 | 4, 2 | 4 | 128, 8 | 128, 8 | 16 | 128, 32, 32 | 128, 4 | 32, 4 | 32 | 128, 64 | 128, 16 | 64 | 128, 256}) {
    char name[40];
    std::snprintf(name, sizeof name, "half, epilogue %d", epilogue);
    with(halves(name), [&](Case &c) { c.epilogue = epilogue; c.m = 128; c.alpha = 0.0625; });
  }
  for (const auto t : {CUBLAS_OP_N, CUBLAS_OP_T})
    with(halves("half, epilogue 512, B transposed"), [&](Case &c) { c.epilogue = CUBLASLT_EPILOGUE_BGRADB; c.m = c.n = 128; c.transa = t; c.transb = CUBLAS_OP_T; });
  with(halves("half to float, bias of half"), [](Case &c) { c.c = c.d = CUDA_R_32F; c.epilogue = CUBLASLT_EPILOGUE_BIAS; c.sets_bias_type = true; c.bias = CUDA_R_16F; });
  with(plain("e4m3, bias of half", CUDA_R_8F_E4M3, CUBLAS_COMPUTE_32F, CUDA_R_32F), [](Case &c) { c.c = c.d = CUDA_R_16F; c.transa = CUBLAS_OP_T; c.epilogue = CUBLASLT_EPILOGUE_BIAS; });
  with(plain("e4m3 to e4m3", CUDA_R_8F_E4M3, CUBLAS_COMPUTE_32F, CUDA_R_32F), [](Case &c) { c.c = CUDA_R_16BF; c.transa = CUBLAS_OP_T; c.alpha = 0.125; });
  with(plain("e4m3 not transposed", CUDA_R_8F_E4M3, CUBLAS_COMPUTE_32F, CUDA_R_32F), [](Case &c) { c.c = c.d = CUDA_R_16F; });
  with(plain("complex", CUDA_C_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F), [](Case &) {});
  with(floats("float, epilogue 6"), [](Case &c) { c.epilogue = CUBLASLT_EPILOGUE_RELU_BIAS; });
  with(floats("float, epilogue 36"), [](Case &c) { c.epilogue = CUBLASLT_EPILOGUE_GELU_BIAS; c.alpha = 0.0625; });
  with(halves("a bias of floats"), [](Case &c) { c.epilogue = CUBLASLT_EPILOGUE_BIAS; c.sets_bias_type = true; c.bias = CUDA_R_32F; });
  with(plain("bias of bfloat16, D float", CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_32F), [](Case &c) { c.c = c.d = CUDA_R_32F; c.epilogue = CUBLASLT_EPILOGUE_BIAS; c.sets_bias_type = true; c.bias = CUDA_R_16BF; });
  with(halves("one by one"), [](Case &c) { c.m = c.n = c.k = 1; });
  with(floats("odd sizes"), [](Case &c) { c.m = 7; c.n = 5; c.k = 3; c.beta = 1; });
  std::printf("destroy %d\n", cublasLtDestroy(handle));
}
