// SPDX-License-Identifier: Apache-2.0
// Encoding: the image is copied to the host in the stream, and encoded in the call, which waits for the copies.
#include <algorithm>
#include <cstring>

#include "libraries/nvjpeg/objects.h"

using namespace riffle::nvjpeg;

namespace {

/// Rows of the program's, on the host. False: the stream cannot give them now.
nvjpegStatus_t copy_in(const nvjpegImage_t& source, int channel, Plane& plane,
                       cudaStream_t stream) {
  if (source.channel[channel] == nullptr || source.pitch[channel] < plane.row_bytes)
    return NVJPEG_STATUS_INVALID_PARAMETER;
  return cudaMemcpy2DAsync(plane.bytes.data(), plane.row_bytes, source.channel[channel],
                           source.pitch[channel], plane.row_bytes, plane.rows, cudaMemcpyDefault,
                           stream) == cudaSuccess
             ? NVJPEG_STATUS_SUCCESS
             : NVJPEG_STATUS_EXECUTION_FAILED;
}

/// What a graph would compute later cannot be encoded now.
bool is_capturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(stream, &status) != cudaSuccess ||
         status != cudaStreamCaptureStatusNone;
}

nvjpegStatus_t copy_all(const nvjpegImage_t& source, std::vector<Plane>& planes,
                        cudaStream_t stream) {
  for (std::size_t i = 0; i < planes.size(); ++i)
    if (const nvjpegStatus_t status = copy_in(source, static_cast<int>(i), planes[i], stream);
        status != NVJPEG_STATUS_SUCCESS)
      return status;
  return cudaStreamSynchronize(stream) == cudaSuccess ? NVJPEG_STATUS_SUCCESS
                                                      : NVJPEG_STATUS_EXECUTION_FAILED;
}

Plane joined(const std::vector<Plane>& planes) {
  Plane pixels(planes[0].row_bytes * 3, planes[0].rows);
  for (std::size_t i = 0; i < planes[0].bytes.size(); ++i)
    for (std::size_t component = 0; component < 3; ++component)
      pixels.bytes[3 * i + component] = planes[component].bytes[i];
  return pixels;
}

int flags_of(const nvjpegEncoderParams& params) {
  return kAccurateDct | (params.is_progressive ? kProgressive : 0);
}

/// Calls `compress(turbo, instance, bitstream, length)` and keeps what it gives.
template <class Compress>
nvjpegStatus_t keep_bitstream(nvjpegEncoderState& state, Compress compress) {
  const TurboJpeg* const turbo = turbojpeg();
  if (turbo == nullptr) return NVJPEG_STATUS_NOT_INITIALIZED;
  const TurboInstance instance(turbo->init_compress());
  if (instance == nullptr) return NVJPEG_STATUS_ALLOCATOR_FAILURE;
  unsigned char* raw = nullptr;
  unsigned long length = 0;
  const int failed = compress(*turbo, instance.get(), &raw, &length);
  const std::unique_ptr<unsigned char, void (*)(unsigned char*)> bitstream(raw, turbo->free);
  if (failed != 0) return NVJPEG_STATUS_EXECUTION_FAILED;
  state.bitstream.assign(raw, raw + length);
  return NVJPEG_STATUS_SUCCESS;
}

nvjpegStatus_t encode_image(nvjpegEncoderState& state, const nvjpegEncoderParams& params,
                            const nvjpegImage_t& source, nvjpegInputFormat_t format, int width,
                            int height, cudaStream_t stream) {
  const bool is_interleaved = format == NVJPEG_INPUT_RGBI || format == NVJPEG_INPUT_BGRI;
  if (!is_interleaved && format != NVJPEG_INPUT_RGB && format != NVJPEG_INPUT_BGR)
    return NVJPEG_STATUS_INVALID_PARAMETER;
  const auto columns = static_cast<std::size_t>(width);
  const auto rows = static_cast<std::size_t>(height);
  std::vector<Plane> planes(is_interleaved ? 1 : 3,
                            Plane(is_interleaved ? 3 * columns : columns, rows));
  if (const nvjpegStatus_t status = copy_all(source, planes, stream);
      status != NVJPEG_STATUS_SUCCESS)
    return status;
  const Plane pixels = is_interleaved ? std::move(planes[0]) : joined(planes);
  const bool is_rgb = format == NVJPEG_INPUT_RGBI || format == NVJPEG_INPUT_RGB;
  return keep_bitstream(state, [&](const TurboJpeg& turbo, void* instance, unsigned char** to,
                                   unsigned long* length) {
    return turbo.compress(instance, pixels.bytes.data(), width, static_cast<int>(pixels.row_bytes),
                          height, static_cast<int>(is_rgb ? Pixels::kRgb : Pixels::kBgr), to,
                          length, static_cast<int>(params.samples), params.quality,
                          flags_of(params));
  });
}

/// As large as libjpeg-turbo wants it: the last column and row are repeated.
Plane padded(const Plane& plane, std::size_t row_bytes, std::size_t rows) {
  Plane result(row_bytes, rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const unsigned char* const from = &plane.bytes[std::min(row, plane.rows - 1) * plane.row_bytes];
    unsigned char* const to = &result.bytes[row * row_bytes];
    std::memcpy(to, from, std::min(row_bytes, plane.row_bytes));
    for (std::size_t i = plane.row_bytes; i < row_bytes; ++i) to[i] = from[plane.row_bytes - 1];
  }
  return result;
}

nvjpegStatus_t encode_planes(nvjpegEncoderState& state, const nvjpegEncoderParams& params,
                             const nvjpegImage_t& source, Samples samples, int width, int height,
                             cudaStream_t stream) {
  // The chroma that is there is what is encoded.
  if (samples != params.samples) return NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED;
  const TurboJpeg* const turbo = turbojpeg();
  if (turbo == nullptr) return NVJPEG_STATUS_NOT_INITIALIZED;
  Info info;
  info.width = width;
  info.height = height;
  info.samples = samples;
  std::vector<Plane> planes;
  planes.reserve(static_cast<std::size_t>(info.components()));
  for (int i = 0; i < info.components(); ++i)
    planes.emplace_back(static_cast<std::size_t>(info.plane_width(i)),
                        static_cast<std::size_t>(info.plane_height(i)));
  if (const nvjpegStatus_t status = copy_all(source, planes, stream);
      status != NVJPEG_STATUS_SUCCESS)
    return status;
  std::array<const unsigned char*, 3> pointers{};
  std::array<int, 3> strides{};
  for (int i = 0; i < info.components(); ++i) {
    planes[i] =
        padded(planes[i],
               static_cast<std::size_t>(turbo->plane_width(i, width, static_cast<int>(samples))),
               static_cast<std::size_t>(turbo->plane_height(i, height, static_cast<int>(samples))));
    pointers[i] = planes[i].bytes.data();
    strides[i] = static_cast<int>(planes[i].row_bytes);
  }
  return keep_bitstream(state, [&](const TurboJpeg& library, void* instance, unsigned char** to,
                                   unsigned long* length) {
    return library.compress_planes(instance, pointers.data(), width, strides.data(), height,
                                   static_cast<int>(samples), to, length, params.quality,
                                   flags_of(params));
  });
}

bool are_there(nvjpegHandle_t handle, nvjpegEncoderState_t state, nvjpegEncoderParams_t params,
               const nvjpegImage_t* source, int width, int height) {
  return handle != nullptr && state != nullptr && params != nullptr && source != nullptr &&
         width > 0 && height > 0 && width <= 65535 && height <= 65535;
}

/// Without room for it the length alone is given.
nvjpegStatus_t retrieve(nvjpegHandle_t handle, nvjpegEncoderState_t state, unsigned char* data,
                        size_t* length, cudaStream_t stream) {
  if (handle == nullptr || state == nullptr || length == nullptr)
    return NVJPEG_STATUS_INVALID_PARAMETER;
  const size_t bytes = state->bitstream.size();
  if (bytes == 0) return NVJPEG_STATUS_INVALID_PARAMETER;
  if (data != nullptr) {
    if (*length < bytes) return NVJPEG_STATUS_INVALID_PARAMETER;
    // A graph would copy from the state when that is gone, or holds another image.
    if (is_capturing(stream)) return NVJPEG_STATUS_EXECUTION_FAILED;
    if (cudaMemcpyAsync(data, state->bitstream.data(), bytes, cudaMemcpyDefault, stream) !=
        cudaSuccess)
      return NVJPEG_STATUS_EXECUTION_FAILED;
  }
  *length = bytes;
  return NVJPEG_STATUS_SUCCESS;
}

}  // namespace

RIFFLE_JPEG_ENTRY nvjpegEncoderStateCreate(nvjpegHandle_t handle, nvjpegEncoderState_t* state,
                                           cudaStream_t) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : create(state);
}
RIFFLE_JPEG_ENTRY nvjpegEncoderStateCreateWithBackend(nvjpegHandle_t handle,
                                                      nvjpegEncoderState_t* state,
                                                      nvjpegEncBackend_t backend, cudaStream_t) {
  if (handle == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  return backend == NVJPEG_ENC_BACKEND_HARDWARE ? NVJPEG_STATUS_ARCH_MISMATCH : create(state);
}
RIFFLE_JPEG_ENTRY nvjpegEncoderStateDestroy(nvjpegEncoderState_t state) { return destroy(state); }

RIFFLE_JPEG_ENTRY nvjpegEncoderParamsCreate(nvjpegHandle_t handle, nvjpegEncoderParams_t* params,
                                            cudaStream_t) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : create(params);
}
RIFFLE_JPEG_ENTRY nvjpegEncoderParamsDestroy(nvjpegEncoderParams_t params) {
  return destroy(params);
}
RIFFLE_JPEG_ENTRY nvjpegEncoderParamsSetQuality(nvjpegEncoderParams_t params, const int quality,
                                                cudaStream_t) {
  if (params == nullptr || quality < 1 || quality > 100) return NVJPEG_STATUS_INVALID_PARAMETER;
  params->quality = quality;
  return NVJPEG_STATUS_SUCCESS;
}
RIFFLE_JPEG_ENTRY nvjpegEncoderParamsSetEncoding(nvjpegEncoderParams_t params,
                                                 nvjpegJpegEncoding_t encoding, cudaStream_t) {
  if (params == nullptr || (encoding != NVJPEG_ENCODING_BASELINE_DCT &&
                            encoding != NVJPEG_ENCODING_PROGRESSIVE_DCT_HUFFMAN))
    return NVJPEG_STATUS_INVALID_PARAMETER;
  params->is_progressive = encoding == NVJPEG_ENCODING_PROGRESSIVE_DCT_HUFFMAN;
  return NVJPEG_STATUS_SUCCESS;
}
/// A matter of the bitstream's size alone: libjpeg-turbo's interface decides it.
RIFFLE_JPEG_ENTRY nvjpegEncoderParamsSetOptimizedHuffman(nvjpegEncoderParams_t params, const int,
                                                         cudaStream_t) {
  return params == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : NVJPEG_STATUS_SUCCESS;
}
RIFFLE_JPEG_ENTRY nvjpegEncoderParamsSetSamplingFactors(nvjpegEncoderParams_t params,
                                                        const nvjpegChromaSubsampling_t subsampling,
                                                        cudaStream_t) {
  if (params == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  const auto samples = samples_of(subsampling);
  if (!samples) return NVJPEG_STATUS_INVALID_PARAMETER;
  params->samples = *samples;
  return NVJPEG_STATUS_SUCCESS;
}

RIFFLE_JPEG_ENTRY nvjpegEncodeGetBufferSize(nvjpegHandle_t handle, nvjpegEncoderParams_t params,
                                            int width, int height, size_t* max_stream_length) {
  const TurboJpeg* const turbo = turbojpeg();
  if (turbo == nullptr) return NVJPEG_STATUS_NOT_INITIALIZED;
  if (handle == nullptr || params == nullptr || width < 1 || height < 1)
    return NVJPEG_STATUS_INVALID_PARAMETER;
  return give(max_stream_length, static_cast<size_t>(turbo->buffer_size(
                                     width, height, static_cast<int>(params->samples))));
}
RIFFLE_JPEG_ENTRY nvjpegEncodeImage(nvjpegHandle_t handle, nvjpegEncoderState_t state,
                                    nvjpegEncoderParams_t params, const nvjpegImage_t* source,
                                    nvjpegInputFormat_t format, int width, int height,
                                    cudaStream_t stream) {
  return invoke([&] {
    if (!are_there(handle, state, params, source, width, height))
      return NVJPEG_STATUS_INVALID_PARAMETER;
    if (is_capturing(stream)) return NVJPEG_STATUS_EXECUTION_FAILED;
    return encode_image(*state, *params, *source, format, width, height, stream);
  });
}
RIFFLE_JPEG_ENTRY nvjpegEncodeYUV(nvjpegHandle_t handle, nvjpegEncoderState_t state,
                                  nvjpegEncoderParams_t params, const nvjpegImage_t* source,
                                  nvjpegChromaSubsampling_t subsampling, int width, int height,
                                  cudaStream_t stream) {
  return invoke([&] {
    const auto samples = samples_of(subsampling);
    if (!samples || !are_there(handle, state, params, source, width, height))
      return NVJPEG_STATUS_INVALID_PARAMETER;
    if (is_capturing(stream)) return NVJPEG_STATUS_EXECUTION_FAILED;
    return encode_planes(*state, *params, *source, *samples, width, height, stream);
  });
}
RIFFLE_JPEG_ENTRY nvjpegEncodeRetrieveBitstream(nvjpegHandle_t handle, nvjpegEncoderState_t state,
                                                unsigned char* data, size_t* length,
                                                cudaStream_t stream) {
  return retrieve(handle, state, data, length, stream);
}
RIFFLE_JPEG_ENTRY nvjpegEncodeRetrieveBitstreamDevice(nvjpegHandle_t handle,
                                                      nvjpegEncoderState_t state,
                                                      unsigned char* data, size_t* length,
                                                      cudaStream_t stream) {
  return retrieve(handle, state, data, length, stream);
}
