# SPDX-License-Identifier: Apache-2.0
"""cuDNN as far as it is there: headers in C and C++, handles, descriptors, and refusals by name."""
import pathlib
import re

import riffle_case
from riffle_case import RiffleCase

TABLE = pathlib.Path(__file__).resolve().parents[2] / "src/libraries/cudnn/cudnn.tsv"
HEADERS = ("cudnn", "cudnn_version", "cudnn_graph", "cudnn_ops", "cudnn_cnn", "cudnn_adv", "cudnn_backend", "cudnn_gnn_ops",
           "cudnn_subquadratic_ops")

# The start of a network: everything up to the convolution itself.
PROGRAM = """\
#include <cudnn.h>
#include <stdio.h>
#define SHOW(call) printf("%s ", cudnnGetErrorString(call))
int main(void) {
  cudnnHandle_t handle;
  cudnnTensorDescriptor_t x, y;
  cudnnFilterDescriptor_t w;
  cudnnConvolutionDescriptor_t conv;
  cudaStream_t stream, got = 0;
  cudnnDataType_t type;
  int n, c, h, wd, major, dims[8], strides[8], rank;
  int volume[5] = {2, 3, 4, 5, 6}, pads[3] = {1, 1, 1}, ones[3] = {1, 1, 1}, kernel[5] = {7, 3, 3, 3, 3};
  size_t bytes;
  float one = 1, zero = 0;
  char text[64];
  SHOW(cudnnCreate(&handle));
  cudaStreamCreate(&stream);
  SHOW(cudnnSetStream(handle, stream));
  SHOW(cudnnGetStream(handle, &got));
  SHOW(cudnnGetProperty(MAJOR_VERSION, &major));
  printf("%d %d %d\\n", got == stream, major, cudnnGetVersion() == CUDNN_VERSION);
  SHOW(cudnnCreateTensorDescriptor(&x));
  SHOW(cudnnCreateTensorDescriptor(&y));
  SHOW(cudnnCreateFilterDescriptor(&w));
  SHOW(cudnnCreateConvolutionDescriptor(&conv));
  SHOW(cudnnSetTensor4dDescriptor(x, CUDNN_TENSOR_NHWC, CUDNN_DATA_HALF, 2, 6, 17, 19));
  SHOW(cudnnSetFilter4dDescriptor(w, CUDNN_DATA_HALF, CUDNN_TENSOR_NCHW, 8, 3, 3, 5));
  SHOW(cudnnSetConvolution2dDescriptor(conv, 1, 2, 2, 1, 2, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
  SHOW(cudnnSetConvolutionGroupCount(conv, 2));
  SHOW(cudnnGetConvolution2dForwardOutputDim(conv, x, w, &n, &c, &h, &wd));
  printf("%d %d %d %d\\n", n, c, h, wd);
  SHOW(cudnnGetTensorNdDescriptor(x, 8, &type, &rank, dims, strides));
  SHOW(cudnnGetTensorSizeInBytes(x, &bytes));
  printf("%d %d, %d %d %d %d, %d\\n", type, rank, strides[0], strides[1], strides[2], strides[3], (int)bytes);
  SHOW(cudnnSetTensorNdDescriptorEx(y, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 5, volume));
  SHOW(cudnnSetFilterNdDescriptor(w, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 5, kernel));
  SHOW(cudnnSetConvolutionNdDescriptor(conv, 3, pads, ones, ones, CUDNN_CONVOLUTION, CUDNN_DATA_FLOAT));
  SHOW(cudnnSetConvolutionGroupCount(conv, 1));
  SHOW(cudnnGetConvolutionNdForwardOutputDim(conv, y, w, 5, dims));
  printf("%d %d %d %d %d\\n", dims[0], dims[1], dims[2], dims[3], dims[4]);
  SHOW(cudnnConvolutionForward(handle, &one, x, 0, w, 0, conv, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, 0, 0, &zero, y, 0));
  cudnnGetLastErrorString(text, sizeof text);
  printf("%s\\n", text);
  SHOW(cudnnSetTensor4dDescriptor(x, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 0, 1));
  SHOW(cudnnSetTensor4dDescriptor(x, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1 << 16, 1 << 15, 2, 1));
  SHOW(cudnnSetTensor4dDescriptor(x, CUDNN_TENSOR_NCHW_VECT_C, CUDNN_DATA_INT8x4, 1, 4, 1, 1));
  SHOW(cudnnSetTensorNdDescriptorEx(x, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 9, volume));
  SHOW(cudnnGetConvolutionNdForwardOutputDim(conv, x, w, 5, dims));
  SHOW(cudnnSetStream(0, stream));
  SHOW(cudnnCreate(0));
  SHOW(cudnnDestroyTensorDescriptor((cudnnTensorDescriptor_t)w));
  printf("\\n");
  SHOW(cudnnDestroyTensorDescriptor(x));
  SHOW(cudnnDestroyTensorDescriptor(y));
  SHOW(cudnnDestroyFilterDescriptor(w));
  SHOW(cudnnDestroyConvolutionDescriptor(conv));
  SHOW(cudnnDestroy(handle));
  printf("%s\\n", cudnnGetErrorString((cudnnStatus_t)77));
  cudaStreamDestroy(stream);
  return 0;
}
"""
GOOD, BAD, REFUSED = "CUDNN_STATUS_SUCCESS ", "CUDNN_STATUS_BAD_PARAM ", "CUDNN_STATUS_NOT_SUPPORTED "
SHOWN = (GOOD * 4 + "1 9 1\n" + GOOD * 9 + "2 8 8 19\n" + GOOD * 2 + "2 4, 1938 1 114 6, 7752\n" + GOOD * 5 + "2 7 4 5 6\n"
         + REFUSED + "cudnnConvolutionForward is not supported yet\n"
         + BAD + REFUSED * 3 + BAD * 4 + "\n" + GOOD * 5 + "CUDNN_UNKNOWN_STATUS\n")

WINDOWS = """\
#include <cudnn.h>
#include <cstdio>
#define SHOW(call) std::printf("%d ", (int)(call))
int main() {
  cudnnTensorDescriptor_t x;
  cudnnPoolingDescriptor_t pool;
  cudnnActivationDescriptor_t activation;
  cudnnPoolingMode_t mode;
  cudnnActivationMode_t function;
  cudnnNanPropagation_t nan;
  int n, c, h, w, values[6];
  double coefficient, beta;
  SHOW(cudnnCreateTensorDescriptor(&x));
  SHOW(cudnnCreatePoolingDescriptor(&pool));
  SHOW(cudnnSetTensor4dDescriptorEx(x, CUDNN_DATA_FLOAT, 2, 3, 10, 11, 1000, 300, 20, 1));
  SHOW(cudnnSetPooling2dDescriptor(pool, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING, CUDNN_PROPAGATE_NAN, 3, 2, 1, 0, 2, 3));
  SHOW(cudnnGetPooling2dForwardOutputDim(pool, x, &n, &c, &h, &w));
  std::printf("%d %d %d %d\\n", n, c, h, w);
  SHOW(cudnnGetPooling2dDescriptor(pool, &mode, &nan, values, values + 1, values + 2, values + 3, values + 4, values + 5));
  std::printf("%d %d, %d %d %d %d %d %d\\n", mode, nan, values[0], values[1], values[2], values[3], values[4], values[5]);
  size_t bytes;
  SHOW(cudnnGetTensorSizeInBytes(x, &bytes));
  std::printf("%zu\\n", bytes);
  SHOW(cudnnSetPooling2dDescriptor(pool, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 3, 30, 1, 0, 2, 3));
  SHOW(cudnnGetPooling2dForwardOutputDim(pool, x, &n, &c, &h, &w));
  SHOW(cudnnSetPooling2dDescriptor(pool, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 3, 3, -1, 0, 2, 3));
  SHOW(cudnnCreateActivationDescriptor(&activation));
  SHOW(cudnnSetActivationDescriptor(activation, CUDNN_ACTIVATION_ELU, CUDNN_NOT_PROPAGATE_NAN, 0.5));
  SHOW(cudnnSetActivationDescriptorSwishBeta(activation, 2));
  SHOW(cudnnGetActivationDescriptor(activation, &function, &nan, &coefficient));
  SHOW(cudnnGetActivationDescriptorSwishBeta(activation, &beta));
  std::printf("%d %d %g %g\\n", function, nan, coefficient, beta);
  cudnnDestroyTensorDescriptor(x);
  cudnnDestroyPoolingDescriptor(pool);
  cudnnDestroyActivationDescriptor(activation);
}
"""
WINDOWS_SHOWN = "0 0 0 0 0 2 3 5 4\n0 1 1, 3 2 1 0 2 3\n0 7164\n0 2000 2000 0 0 0 0 0 4 0 0.5 2\n"


class CuDnn(RiffleCase):
    def rows(self):
        return [line.split("\t") for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]

    def test_programs_build(self):
        for name in ("x.cu", "x.cpp", "x.c"):
            self.write(name, PROGRAM)
            self.compile(name, "-o", "x", "-lcudnn")
            result = self.program("x")
            self.assertEqual((result.returncode, result.stdout, result.stderr),
                             (0, SHOWN, "riffle: cudnnConvolutionForward is not supported yet\n"))

    def test_windows(self):
        self.write("x.cpp", WINDOWS)
        self.compile("x.cpp", "-o", "x", "-lcudnn")
        self.assertEqual(self.program("x").stdout, WINDOWS_SHOWN)

    def test_each_header_alone(self):
        include = self.riffle("info", "--toolkit").stdout.rstrip("\n") + "/include"
        for header in HEADERS:
            self.write("x.c", f"#include <{header}.h>\nint main(void) {{ return 0; }}\n")
            made = self.run_command(["gcc", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{include}", "x.c"])
            self.assertEqual((made.returncode, made.stderr), (0, ""), header)

    def test_what_is_not_built_says_so(self):
        missing = [name for _, name, _, _, built, _ in self.rows() if built == "no"]
        self.assertGreater(len(missing), 150)
        self.write("x.c", "".join(f"int {name}(void);\n" for name in missing) + "int main(void) { return 0"
                   + "".join(f" || {name}() != 3000" for name in missing) + "; }\n")
        self.compile("x.c", "-o", "x", "-lcudnn")
        result = self.program("x")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.splitlines(), [f"riffle: {name} is not supported yet" for name in missing])

    def test_names(self):
        library = self.riffle("info", "--toolkit").stdout.rstrip("\n") + "/lib64/libcudnn.so.9"
        exported = self.run_command(["nm", "-D", "--defined-only", library]).stdout
        self.assertEqual(sorted(re.findall(r" T (\w+)@@libcudnn.so.9", exported)), sorted(row[1] for row in self.rows()))


if __name__ == "__main__":
    riffle_case.unittest.main()
