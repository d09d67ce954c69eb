# SPDX-License-Identifier: Apache-2.0
"""nvJPEG: images that are encoded and decoded again in every format, batches, steps, graphs, broken bitstreams, the tools' view."""
import os
import pathlib
import re

import riffle_case
from riffle_case import RiffleCase

TABLE = pathlib.Path(__file__).resolve().parents[2] / "src/libraries/nvjpeg/nvjpeg.tsv"

COMMON = """\
#include <nvjpeg.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#define NEED(call) do { const int r = (int)(call); if (r != 0) { std::printf("line %d: %d\\n", __LINE__, r); std::exit(2); } } while (0)
const int w = 61, h = 43, pitch = 256;  // odd: chroma has a column and a row that luma has not whole
inline unsigned char* on_device(size_t bytes) { void* p; NEED(cudaMalloc(&p, bytes)); NEED(cudaMemset(p, 0x55, bytes)); return (unsigned char*)p; }
inline std::vector<unsigned char> host(const unsigned char* p, size_t bytes) { std::vector<unsigned char> v(bytes); NEED(cudaMemcpy(v.data(), p, bytes, cudaMemcpyDefault)); return v; }
// A smooth image, which any encoder keeps nearly as it is.
inline unsigned char red(int x, int y) { return (unsigned char)(40 + 2 * x + y); }
inline unsigned char green(int x, int y) { return (unsigned char)(200 - x - 2 * y); }
inline unsigned char blue(int x, int y) { return (unsigned char)(60 + x + y); }
struct Jpeg {
  nvjpegHandle_t handle;
  nvjpegJpegState_t state;
  nvjpegEncoderState_t encoder;
  nvjpegEncoderParams_t params;
  Jpeg() {
    NEED(nvjpegCreateSimple(&handle));
    NEED(nvjpegJpegStateCreate(handle, &state));
    NEED(nvjpegEncoderStateCreate(handle, &encoder, 0));
    NEED(nvjpegEncoderParamsCreate(handle, &params, 0));
    NEED(nvjpegEncoderParamsSetQuality(params, 95, 0));
  }
  ~Jpeg() {
    NEED(nvjpegEncoderParamsDestroy(params));
    NEED(nvjpegEncoderStateDestroy(encoder));
    NEED(nvjpegJpegStateDestroy(state));
    NEED(nvjpegDestroy(handle));
  }
  std::vector<unsigned char> bitstream() {
    size_t length = 0;
    NEED(nvjpegEncodeRetrieveBitstream(handle, encoder, nullptr, &length, 0));
    std::vector<unsigned char> data(length);
    NEED(nvjpegEncodeRetrieveBitstream(handle, encoder, data.data(), &length, 0));
    NEED(cudaStreamSynchronize(0));
    return data;
  }
  std::vector<unsigned char> encoded(nvjpegChromaSubsampling_t samples, bool progressive = false) {
    std::vector<unsigned char> pixels(pitch * h);
    for (int y = 0; y < h; ++y) for (int x = 0; x < w; ++x) pixels[y * pitch + 3 * x] = red(x, y), pixels[y * pitch + 3 * x + 1] = green(x, y), pixels[y * pitch + 3 * x + 2] = blue(x, y);
    unsigned char* device = on_device(pixels.size());
    NEED(cudaMemcpy(device, pixels.data(), pixels.size(), cudaMemcpyHostToDevice));
    NEED(nvjpegEncoderParamsSetSamplingFactors(params, samples, 0));
    NEED(nvjpegEncoderParamsSetEncoding(params, progressive ? NVJPEG_ENCODING_PROGRESSIVE_DCT_HUFFMAN : NVJPEG_ENCODING_BASELINE_DCT, 0));
    const nvjpegImage_t image = {{device}, {(size_t)pitch}};
    NEED(nvjpegEncodeImage(handle, encoder, params, &image, NVJPEG_INPUT_RGBI, w, h, 0));
    cudaFree(device);
    return bitstream();
  }
};
inline int worst(int a, int b) { return a > b ? a : b; }
// How far an interleaved image is from the one that was encoded, and whether what is not the image's stayed as it was.
inline int distance(const std::vector<unsigned char>& p, bool bgr = false) {
  int d = 0;
  for (int y = 0; y < h; ++y) {
    for (int x = 0; x < w; ++x) {
      d = worst(d, std::abs(p[y * pitch + 3 * x + (bgr ? 2 : 0)] - red(x, y)));
      d = worst(d, std::abs(p[y * pitch + 3 * x + 1] - green(x, y)));
      d = worst(d, std::abs(p[y * pitch + 3 * x + (bgr ? 0 : 2)] - blue(x, y)));
    }
    for (int x = 3 * w; x < pitch; ++x) if (p[y * pitch + x] != 0x55) d = 1000;
  }
  return d;
}
"""

FORMATS = """\
#include "common.h"
int main() {
  Jpeg jpeg;
  unsigned char* out = on_device(3 * pitch * h);
  for (auto samples : {NVJPEG_CSS_444, NVJPEG_CSS_422, NVJPEG_CSS_420, NVJPEG_CSS_440, NVJPEG_CSS_411}) {
    const auto data = jpeg.encoded(samples, samples == NVJPEG_CSS_422);
    int n, widths[4], heights[4];
    nvjpegChromaSubsampling_t got;
    NEED(nvjpegGetImageInfo(jpeg.handle, data.data(), data.size(), &n, &got, widths, heights));
    std::printf("%d %d: %dx%d %dx%d %d, ", n, got == samples, widths[0], heights[0], widths[1], heights[1], widths[3]);
    NEED(cudaMemset(out, 0x55, pitch * h));
    nvjpegImage_t whole = {{out}, {(size_t)pitch}}, planes = {{out, out + pitch * h, out + 2 * pitch * h}, {(size_t)pitch, (size_t)pitch, (size_t)pitch}};
    NEED(nvjpegDecode(jpeg.handle, jpeg.state, data.data(), data.size(), NVJPEG_OUTPUT_RGBI, &whole, 0));
    const auto rgb = host(out, pitch * h);
    NEED(nvjpegDecode(jpeg.handle, jpeg.state, data.data(), data.size(), NVJPEG_OUTPUT_BGRI, &whole, 0));
    std::printf("near %d %d, ", distance(rgb) < 14, distance(host(out, pitch * h), true) == distance(rgb));
    bool same = true;
    for (auto format : {NVJPEG_OUTPUT_RGB, NVJPEG_OUTPUT_BGR}) {
      NEED(nvjpegDecode(jpeg.handle, jpeg.state, data.data(), data.size(), format, &planes, 0));
      const auto p = host(out, 3 * pitch * h);
      for (int c = 0; c < 3; ++c) for (int y = 0; y < h; ++y) for (int x = 0; x < w; ++x)
        same = same && p[c * pitch * h + y * pitch + x] == rgb[y * pitch + 3 * x + (format == NVJPEG_OUTPUT_RGB ? c : 2 - c)];
    }
    // Planes as they are in the bitstream, and luma alone; and from them another bitstream.
    NEED(nvjpegDecode(jpeg.handle, jpeg.state, data.data(), data.size(), NVJPEG_OUTPUT_YUV, &planes, 0));
    const auto yuv = host(out, 3 * pitch * h);
    NEED(nvjpegEncodeYUV(jpeg.handle, jpeg.encoder, jpeg.params, &planes, samples, w, h, 0));
    const auto again = jpeg.bitstream();
    int luma = 0, chroma = 0;
    NEED(nvjpegDecode(jpeg.handle, jpeg.state, again.data(), again.size(), NVJPEG_OUTPUT_UNCHANGED, &planes, 0));
    const auto second = host(out, 3 * pitch * h);
    for (int c = 0; c < 3; ++c) for (int y = 0; y < heights[c]; ++y) for (int x = 0; x < widths[c]; ++x)
      chroma = worst(chroma, std::abs(yuv[c * pitch * h + y * pitch + x] - second[c * pitch * h + y * pitch + x]));
    NEED(nvjpegDecode(jpeg.handle, jpeg.state, data.data(), data.size(), NVJPEG_OUTPUT_Y, &planes, 0));
    const auto y_alone = host(out, pitch * h);
    for (int y = 0; y < h; ++y) for (int x = 0; x < w; ++x)
      luma = worst(luma, std::abs(yuv[y * pitch + x] - y_alone[y * pitch + x])),
      luma = worst(luma, std::abs(y_alone[y * pitch + x] - (int)(0.299 * red(x, y) + 0.587 * green(x, y) + 0.114 * blue(x, y))) - 6);
    std::printf("planes %d, luma %d, again %d\\n", same, luma <= 0, chroma < 4);
  }
  cudaFree(out);
}
"""
FORMATS_SHOWN = "".join(f"3 1: 61x43 {chroma} 0, near 1 1, planes 1, luma 1, again 1\n" for chroma in ("61x43", "31x43", "31x22", "61x22", "16x43"))

WORK = """\
#include "common.h"
__global__ void invert(unsigned char* p, int n) { const int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 255 - p[i]; }
int main() {
  Jpeg jpeg;
  auto data = jpeg.encoded(NVJPEG_CSS_420);
  // A batch, decoded by several threads.
  const int batch = 5;
  std::vector<nvjpegImage_t> images(batch);
  std::vector<const unsigned char*> from(batch, data.data());
  std::vector<size_t> lengths(batch, data.size());
  for (auto& image : images) image = {{on_device(pitch * h)}, {(size_t)pitch}};
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  std::printf("%d ", nvjpegDecodeBatched(jpeg.handle, jpeg.state, from.data(), lengths.data(), images.data(), stream));
  NEED(nvjpegDecodeBatchedInitialize(jpeg.handle, jpeg.state, batch, 4, NVJPEG_OUTPUT_RGBI));
  NEED(nvjpegDecodeBatched(jpeg.handle, jpeg.state, from.data(), lengths.data(), images.data(), stream));
  NEED(cudaStreamSynchronize(stream));
  const auto first = host(images[0].channel[0], pitch * h);
  bool same = true;
  for (auto& image : images) same = same && host(image.channel[0], pitch * h) == first;
  std::printf("batch %d %d\\n", same, distance(first) < 14);

  // In steps; the bitstream may go after it was parsed.
  nvjpegJpegDecoder_t decoder;
  nvjpegJpegState_t state;
  nvjpegJpegStream_t bits;
  nvjpegDecodeParams_t params;
  nvjpegBufferPinned_t pinned;
  std::printf("%d ", nvjpegDecoderCreate(jpeg.handle, NVJPEG_BACKEND_HARDWARE, &decoder));
  NEED(nvjpegDecoderCreate(jpeg.handle, NVJPEG_BACKEND_DEFAULT, &decoder));
  NEED(nvjpegDecoderStateCreate(jpeg.handle, decoder, &state));
  NEED(nvjpegBufferPinnedCreate(jpeg.handle, nullptr, &pinned));
  NEED(nvjpegStateAttachPinnedBuffer(state, pinned));
  NEED(nvjpegJpegStreamCreate(jpeg.handle, &bits));
  NEED(nvjpegDecodeParamsCreate(jpeg.handle, &params));
  NEED(nvjpegDecodeParamsSetOutputFormat(params, NVJPEG_OUTPUT_RGBI));
  unsigned width, height;
  std::printf("%d ", nvjpegJpegStreamGetFrameDimensions(bits, &width, &height));
  {
    auto copy = data;
    NEED(nvjpegJpegStreamParse(jpeg.handle, copy.data(), copy.size(), 0, 1, bits));
    std::memset(copy.data(), 0, copy.size());
  }
  nvjpegJpegEncoding_t encoding;
  unsigned precision, components;
  int unsupported;
  NEED(nvjpegJpegStreamGetFrameDimensions(bits, &width, &height));
  NEED(nvjpegJpegStreamGetJpegEncoding(bits, &encoding));
  NEED(nvjpegJpegStreamGetSamplePrecision(bits, &precision));
  NEED(nvjpegJpegStreamGetComponentsNum(bits, &components));
  NEED(nvjpegDecoderJpegSupported(decoder, bits, params, &unsupported));
  std::printf("%u %u %x %u %u %d\\n", width, height, encoding, precision, components, unsupported);
  NEED(nvjpegDecodeJpegHost(jpeg.handle, decoder, state, params, bits));
  NEED(nvjpegDecodeJpegTransferToDevice(jpeg.handle, decoder, state, bits, stream));
  cudaMemset(images[1].channel[0], 0x55, pitch * h);
  cudaDeviceSynchronize();
  NEED(nvjpegDecodeJpegDevice(jpeg.handle, decoder, state, &images[1], stream));
  NEED(cudaStreamSynchronize(stream));
  std::printf("steps %d\\n", host(images[1].channel[0], pitch * h) == first);

  // A graph decodes no more, but copies at each launch.
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaMemset(images[2].channel[0], 0x55, pitch * h);
  cudaDeviceSynchronize();
  NEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  NEED(nvjpegDecodeJpeg(jpeg.handle, decoder, state, bits, &images[2], params, stream));
  std::printf("%d ", nvjpegEncodeImage(jpeg.handle, jpeg.encoder, jpeg.params, &images[2], NVJPEG_INPUT_RGBI, w, h, stream));
  NEED(cudaStreamEndCapture(stream, &graph));
  NEED(cudaGraphInstantiate(&exec, graph, 0));
  NEED(nvjpegJpegStateDestroy(state));
  NEED(nvjpegJpegStreamDestroy(bits));
  NEED(nvjpegDecodeParamsDestroy(params));
  NEED(nvjpegDecoderDestroy(decoder));
  NEED(nvjpegBufferPinnedDestroy(pinned));
  for (int i = 0; i < 2; ++i) {
    invert<<<(pitch * h + 127) / 128, 128, 0, stream>>>(images[2].channel[0], 3);
    NEED(cudaGraphLaunch(exec, stream));
    NEED(cudaStreamSynchronize(stream));
    std::printf("graph %d ", host(images[2].channel[0], pitch * h) == first);
  }
  // Work of the stream comes before what is encoded.
  invert<<<(pitch * h + 127) / 128, 128, 0, stream>>>(images[2].channel[0], pitch * h);
  NEED(nvjpegEncodeImage(jpeg.handle, jpeg.encoder, jpeg.params, &images[2], NVJPEG_INPUT_RGBI, w, h, stream));
  const auto inverted = jpeg.bitstream();
  NEED(nvjpegDecode(jpeg.handle, jpeg.state, inverted.data(), inverted.size(), NVJPEG_OUTPUT_RGBI, &images[3], stream));
  invert<<<(pitch * h + 127) / 128, 128, 0, stream>>>(images[3].channel[0], pitch * h);
  NEED(cudaStreamSynchronize(stream));
  auto back = host(images[3].channel[0], pitch * h);
  for (int y = 0; y < h; ++y) for (int x = 3 * w; x < pitch; ++x) back[y * pitch + x] = 0x55;
  std::printf("order %d\\n", distance(back) < 24);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  for (auto& image : images) cudaFree(image.channel[0]);
}
"""
WORK_SHOWN = "1 batch 1 1\n0 1 61 43 c0 8 3 0\nsteps 1\n6 graph 1 graph 1 order 1\n"

# Regions, planes as video has them, bytes that are no marker, and bitstreams that are cut off at each length, which info and decoding tell.
CUT = """\
#include "common.h"
int main() {
  Jpeg jpeg;
  auto data = jpeg.encoded(NVJPEG_CSS_420);
  unsigned char* out = on_device(3 * pitch * h);
  nvjpegImage_t image = {{out, out + pitch * h}, {(size_t)pitch, (size_t)pitch}};
  int last_info = -1, last_decode = -1, n, widths[4], heights[4];
  nvjpegChromaSubsampling_t samples;
  for (size_t length = 0; length <= data.size(); ++length) {
    widths[0] = 0;
    const int info = nvjpegGetImageInfo(jpeg.handle, data.data(), length, &n, &samples, widths, heights);
    const int decode = nvjpegDecode(jpeg.handle, jpeg.state, data.data(), length, NVJPEG_OUTPUT_RGBI, &image, 0);
    if (info != last_info || decode != last_decode) std::printf("%d %d %d\\n", info, info == 0 && widths[0] == w, decode);
    last_info = info, last_decode = decode;
  }
  data[2] = 0;  // the second marker has its second byte alone
  NEED(nvjpegGetImageInfo(jpeg.handle, data.data(), data.size(), &n, &samples, widths, heights));
  data[2] = 0xff;
  {  // Behind a marker that has no length, bytes that look like the length of a comment up to a frame of other samples.
    std::vector<unsigned char> other(data.begin(), data.begin() + 2), frame = {0xff, 0xc0, 0, 17, 8, 0, h, 0, w, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0};
    size_t at = 2;
    while (data[at + 1] != 0xc0) at += 2 + data[at + 2] * 256 + data[at + 3];
    other.insert(other.end(), {0xff, 0x01});
    other.insert(other.end(), data.begin() + at, data.begin() + at + 19);  // the frame, 4:2:0
    const size_t second = 65557 - 2;
    other.insert(other.end(), {0xff, 0xfe, 0xff, 0xff});
    other.resize(second);
    other.insert(other.end(), frame.begin(), frame.end());  // in the comment: 4:4:4
    other.resize(2 + 2 + 19 + 2 + 65535);
    other.insert(other.end(), data.begin() + 2, data.begin() + at);
    other.insert(other.end(), data.begin() + at + 19, data.end());
    unsigned char* space = on_device(3 * pitch * h);
    nvjpegImage_t three = {{space, space + pitch * h, space + 2 * pitch * h}, {(size_t)pitch, (size_t)pitch, (size_t)pitch}};
    NEED(nvjpegGetImageInfo(jpeg.handle, other.data(), other.size(), &n, &samples, widths, heights));
    std::printf("%d %d\\n", samples == NVJPEG_CSS_420, nvjpegDecode(jpeg.handle, jpeg.state, other.data(), other.size(), NVJPEG_OUTPUT_YUV, &three, 0));
    cudaFree(space);
  }
  nvjpegJpegDecoder_t decoder;
  nvjpegJpegState_t state;
  nvjpegJpegStream_t bits;
  nvjpegDecodeParams_t params;
  NEED(nvjpegDecoderCreate(jpeg.handle, NVJPEG_BACKEND_HARDWARE, &decoder));
  NEED(nvjpegDecoderStateCreate(jpeg.handle, decoder, &state));
  NEED(nvjpegJpegStreamCreate(jpeg.handle, &bits));
  NEED(nvjpegDecodeParamsCreate(jpeg.handle, &params));
  NEED(nvjpegJpegStreamParse(jpeg.handle, data.data(), data.size(), 0, 0, bits));
  const int regions[][4] = {{8, 4, 16, 16}, {60, 42, 1, 1}, {4, 4, 0, 0}, {0, 0, w + 1, h}, {-1, 0, 4, 4}};
  for (auto r : regions) {
    cudaMemset(out, 0x55, pitch * h);
    std::printf("%d ", nvjpegDecodeParamsSetROI(params, r[0], r[1], r[2], r[3]));
    std::printf("%d ", nvjpegDecodeJpeg(jpeg.handle, decoder, state, bits, &image, params, 0));
    cudaDeviceSynchronize();
    const auto p = host(out, pitch * h);
    int d = 0, beside = 0;
    if (r[0] >= 0) for (int y = 0; y < r[3] && r[2] <= w; ++y) for (int x = 0; x < r[2]; ++x) d = worst(d, std::abs(p[y * pitch + 3 * x] - red(r[0] + x, r[1] + y)));
    for (int x = 3 * r[2]; r[0] >= 0 && r[2] <= w && x < pitch; ++x) beside += p[x] != 0x55;
    std::printf("%d %d, ", d < 14, beside);
  }
  NEED(nvjpegDecodeParamsSetROI(params, 0, 0, -1, -1));
  NEED(nvjpegDecodeJpeg(jpeg.handle, decoder, state, bits, &image, params, 0));
  NEED(cudaDeviceSynchronize());
  std::printf("whole %d\\n", distance(host(out, pitch * h)) < 14);
  unsigned char* three = on_device(3 * pitch * h);
  nvjpegImage_t planes = {{three, three + pitch * h, three + 2 * pitch * h}, {(size_t)pitch, (size_t)pitch, (size_t)pitch}};
  NEED(nvjpegDecode(jpeg.handle, jpeg.state, data.data(), data.size(), NVJPEG_OUTPUT_YUV, &planes, 0));
  NEED(nvjpegDecode(jpeg.handle, jpeg.state, data.data(), data.size(), NVJPEG_OUTPUT_NV12, &image, 0));
  const auto yuv = host(three, 3 * pitch * h), nv12 = host(out, 2 * pitch * h);
  bool same = true;
  for (int y = 0; y < h; ++y) for (int x = 0; x < w; ++x) same = same && nv12[y * pitch + x] == yuv[y * pitch + x];
  for (int y = 0; y < (h + 1) / 2; ++y) for (int x = 0; x < (w + 1) / 2; ++x) for (int c = 0; c < 2; ++c)
    same = same && nv12[pitch * h + y * pitch + 2 * x + c] == yuv[(1 + c) * pitch * h + y * pitch + x];
  std::printf("video %d\\n", same);
}
"""
CUT_SHOWN = """\
10 0 10
0 1 10
0 1 0
1 0
0 0 1 0, 0 0 1 0, 0 0 1 0, 0 3 1 0, 2 3 1 0, whole 1
video 1
"""

BROKEN = """\
#include "common.h"
int main() {
  Jpeg jpeg;
  const auto data = jpeg.encoded(NVJPEG_CSS_420);
  unsigned char* out = on_device(pitch * h);
  nvjpegImage_t image = {{out}, {(size_t)pitch}}, narrow = {{out}, {8}}, none = {};
  const auto decode = [&](const std::vector<unsigned char>& d, nvjpegImage_t& i, nvjpegOutputFormat_t f = NVJPEG_OUTPUT_RGBI) {
    std::printf("%d ", nvjpegDecode(jpeg.handle, jpeg.state, d.data(), d.size(), f, &i, 0));
  };
  auto cut = data, text = data, header = data;
  cut.resize(data.size() * 2 / 3);
  text.assign(100, 'x');
  header.resize(60);
  decode(cut, image), decode(text, image), decode(header, image), decode({}, image);
  decode(data, narrow), decode(data, none), decode(data, image, NVJPEG_OUTPUT_NV12), decode(data, image, (nvjpegOutputFormat_t)77);
  int n, widths[4], heights[4];
  nvjpegChromaSubsampling_t samples;
  std::printf("%d ", nvjpegGetImageInfo(jpeg.handle, text.data(), text.size(), &n, &samples, widths, heights));
  std::printf("%d ", nvjpegGetImageInfo(nullptr, data.data(), data.size(), &n, &samples, widths, heights));
  std::printf("%d %d %d ", nvjpegEncoderParamsSetQuality(jpeg.params, 0, 0), nvjpegEncoderParamsSetSamplingFactors(jpeg.params, NVJPEG_CSS_410, 0),
              nvjpegEncodeImage(jpeg.handle, jpeg.encoder, jpeg.params, &image, NVJPEG_INPUT_RGBI, 0, h, 0));
  size_t length = 10;
  unsigned char small[10];
  std::printf("%d ", nvjpegEncodeRetrieveBitstream(jpeg.handle, jpeg.encoder, small, &length, 0));
  nvjpegHandle_t handle;
  std::printf("%d %d\\n", nvjpegCreateEx(NVJPEG_BACKEND_HARDWARE, nullptr, nullptr, 0, &handle), nvjpegDestroy(nullptr));
  cudaFree(out);
}
"""
# As an H200 answers where its images have room and its sampling factors are those of libjpeg-turbo.
BROKEN_SHOWN = "0 3 10 2 2 2 2 2 3 2 2 2 2 2 0 2\n"

# The destination is one byte short, and another stream writes what is encoded.
CHECKED = """\
#include "common.h"
__global__ void fill(unsigned char* p) { p[threadIdx.x] = 1; }
int main() {
  Jpeg jpeg;
  const auto data = jpeg.encoded(NVJPEG_CSS_444);
  unsigned char* out = on_device(pitch * h);
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  nvjpegImage_t image = {{out}, {(size_t)pitch}};
  NEED(cudaDeviceSynchronize());
  NEED(nvjpegDecode(jpeg.handle, jpeg.state, data.data(), data.size(), NVJPEG_OUTPUT_RGBI, &image, a));
  fill<<<1, 64, 0, b>>>(out);
  NEED(cudaDeviceSynchronize());
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(out);
}
"""


class NvJpeg(RiffleCase):
    def built(self, text):
        self.write("common.h", COMMON)
        self.write("x.cu", text)
        self.compile("x.cu", "-O1", "-o", "x", "-lnvjpeg")

    def shown(self, text):
        self.built(text)
        result = self.program("x")
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        return result.stdout

    def rows(self):
        return [line.split("\t") for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]

    def test_formats(self):
        self.assertEqual(self.shown(FORMATS), FORMATS_SHOWN)

    def test_work(self):
        self.assertEqual(self.shown(WORK), WORK_SHOWN)

    def test_cut_off_and_regions(self):
        self.assertEqual(self.shown(CUT), CUT_SHOWN)

    def test_broken(self):
        self.assertEqual(self.shown(BROKEN), BROKEN_SHOWN)

    def test_without_the_engine(self):
        self.built("#include \"common.h\"\nint main() { nvjpegHandle_t h; std::printf(\"%d %d\\n\", nvjpegCreateSimple(&h), nvjpegCreateSimple(&h)); }\n")
        result = self.run_command([self.path("x")], env=dict(self.environment, RIFFLE_TURBOJPEG="/nowhere/libturbojpeg.so.0"))
        self.assertEqual((result.returncode, result.stdout), (0, "1 1\n"))
        self.assertRegex(result.stderr, r"^riffle: nvJPEG needs libjpeg-turbo, which could not be loaded: .*; install libturbojpeg0, or name the library in RIFFLE_TURBOJPEG\n$")

    def test_checked_and_traced(self):
        self.built(CHECKED)
        found = self.riffle("check", "./x").stderr
        self.assertRegex(found, r"(?s)copy .*kernel fill|kernel fill.*copy ")
        self.assertIn("riffle check: 1 error\n", found)
        self.assertIn("CUDA memcpy", self.riffle("trace", "./x").stdout)

    def test_host_compilers(self):
        include = self.riffle("info", "--toolkit").stdout.rstrip("\n") + "/include"
        for name in ("x.c", "x.cpp"):
            self.write(name, "#include <nvjpeg.h>\nint main(void) { return 0; }\n")
            made = self.run_command(["gcc", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{include}", name])
            self.assertEqual((made.returncode, made.stderr), (0, ""))

    def test_what_is_not_built_says_so(self):
        missing = [name for _, name, built, _ in self.rows() if built == "no"]
        self.write("x.c", "".join(f"int {name}(void);\n" for name in missing) + "int main(void) { return 0"
                   + "".join(f" || {name}() != 9" for name in missing) + "; }\n")
        self.compile("x.c", "-o", "x", "-lnvjpeg")
        result = self.program("x")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.splitlines(), [f"riffle: {name} is not supported yet" for name in missing])

    def test_names(self):
        library = os.path.join(self.riffle("info", "--toolkit").stdout.rstrip("\n"), "lib64/libnvjpeg.so.13")
        exported = self.run_command(["nm", "-D", "--defined-only", library]).stdout
        self.assertEqual(sorted(re.findall(r" T (\w+)@@libnvjpeg.so.13", exported)), sorted(row[1] for row in self.rows()))


if __name__ == "__main__":
    riffle_case.unittest.main()
