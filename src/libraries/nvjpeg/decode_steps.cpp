// SPDX-License-Identifier: Apache-2.0
// Decoding in steps: a bitstream is parsed, decoded on the host, and copied to the program's memory.
#include "libraries/nvjpeg/objects.h"

using namespace riffle::nvjpeg;

namespace {

template <class Read>
nvjpegStatus_t of_stream(nvjpegJpegStream_t stream, Read read) {
  if (stream == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  return stream->data == nullptr ? NVJPEG_STATUS_NOT_INITIALIZED : read(*stream);
}

nvjpegStatus_t parse(nvjpegHandle_t handle, const unsigned char* data, size_t length, bool is_kept,
                     nvjpegJpegStream_t stream) {
  return invoke([&] {
    if (handle == nullptr || stream == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
    *stream = {};
    const nvjpegStatus_t status = read_header(data, length, stream->info);
    if (status != NVJPEG_STATUS_SUCCESS) return status;
    if (is_kept) stream->kept.assign(data, data + length);
    stream->data = is_kept ? stream->kept.data() : data;
    stream->length = length;
    return NVJPEG_STATUS_SUCCESS;
  });
}

nvjpegStatus_t decode_stream(nvjpegHandle_t handle, nvjpegJpegState_t state,
                             nvjpegJpegStream_t stream, nvjpegDecodeParams_t params) {
  if (handle == nullptr || state == nullptr || params == nullptr)
    return NVJPEG_STATUS_INVALID_PARAMETER;
  return of_stream(stream, [&](const nvjpegJpegStream& known) {
    auto image = std::make_shared<Decoded>();
    nvjpegStatus_t status = decode(known.data, known.length, known.info, params->format,
                                   handle->interpolates(), *image);
    if (status == NVJPEG_STATUS_SUCCESS && params->region)
      status = crop(known.info, params->format, *params->region, *image);
    if (status == NVJPEG_STATUS_SUCCESS) state->decoded = std::move(image);
    return status;
  });
}

nvjpegStatus_t copy_state(nvjpegJpegState_t state, const nvjpegImage_t* destination,
                          cudaStream_t stream) {
  if (state == nullptr || destination == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  if (state->decoded == nullptr) return NVJPEG_STATUS_NOT_INITIALIZED;
  return copy_out(state->decoded, *destination, stream);
}

/// 0 stands for yes.
nvjpegStatus_t is_supported(nvjpegJpegStream_t stream, int* result) {
  return of_stream(stream, [&](const nvjpegJpegStream& known) {
    const Info& info = known.info;
    const bool is_read = info.precision == 8 && info.encoding >= NVJPEG_ENCODING_BASELINE_DCT &&
                         info.encoding <= NVJPEG_ENCODING_PROGRESSIVE_DCT_HUFFMAN;
    return give(result, is_read ? 0 : 1);
  });
}

}  // namespace

RIFFLE_JPEG_ENTRY nvjpegJpegStreamCreate(nvjpegHandle_t handle, nvjpegJpegStream_t* stream) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : create(stream);
}
RIFFLE_JPEG_ENTRY nvjpegJpegStreamDestroy(nvjpegJpegStream_t stream) { return destroy(stream); }
RIFFLE_JPEG_ENTRY nvjpegJpegStreamParse(nvjpegHandle_t handle, const unsigned char* data,
                                        size_t length, int, int save_stream,
                                        nvjpegJpegStream_t stream) {
  return parse(handle, data, length, save_stream != 0, stream);
}
RIFFLE_JPEG_ENTRY nvjpegJpegStreamParseHeader(nvjpegHandle_t handle, const unsigned char* data,
                                              size_t length, nvjpegJpegStream_t stream) {
  return parse(handle, data, length, false, stream);
}
RIFFLE_JPEG_ENTRY nvjpegJpegStreamGetJpegEncoding(nvjpegJpegStream_t stream,
                                                  nvjpegJpegEncoding_t* encoding) {
  return of_stream(stream, [&](const auto& known) { return give(encoding, known.info.encoding); });
}
RIFFLE_JPEG_ENTRY nvjpegJpegStreamGetFrameDimensions(nvjpegJpegStream_t stream, unsigned* width,
                                                     unsigned* height) {
  return nvjpegJpegStreamGetComponentDimensions(stream, 0, width, height);
}
RIFFLE_JPEG_ENTRY nvjpegJpegStreamGetComponentsNum(nvjpegJpegStream_t stream,
                                                   unsigned* components_num) {
  return of_stream(stream, [&](const auto& known) {
    return give(components_num, static_cast<unsigned>(known.info.components()));
  });
}
RIFFLE_JPEG_ENTRY nvjpegJpegStreamGetComponentDimensions(nvjpegJpegStream_t stream,
                                                         unsigned component, unsigned* width,
                                                         unsigned* height) {
  return of_stream(stream, [&](const auto& known) {
    if (width == nullptr || height == nullptr ||
        component >= static_cast<unsigned>(known.info.components()))
      return NVJPEG_STATUS_INVALID_PARAMETER;
    *width = static_cast<unsigned>(known.info.plane_width(static_cast<int>(component)));
    *height = static_cast<unsigned>(known.info.plane_height(static_cast<int>(component)));
    return NVJPEG_STATUS_SUCCESS;
  });
}
RIFFLE_JPEG_ENTRY nvjpegJpegStreamGetSamplePrecision(nvjpegJpegStream_t stream,
                                                     unsigned* precision) {
  return of_stream(stream, [&](const auto& known) {
    return give(precision, static_cast<unsigned>(known.info.precision));
  });
}
RIFFLE_JPEG_ENTRY nvjpegJpegStreamGetChromaSubsampling(nvjpegJpegStream_t stream,
                                                       nvjpegChromaSubsampling_t* subsampling) {
  return of_stream(stream, [&](const auto& known) {
    return give(subsampling, subsampling_of(known.info.samples));
  });
}

RIFFLE_JPEG_ENTRY nvjpegDecodeParamsCreate(nvjpegHandle_t handle, nvjpegDecodeParams_t* params) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : create(params);
}
RIFFLE_JPEG_ENTRY nvjpegDecodeParamsDestroy(nvjpegDecodeParams_t params) { return destroy(params); }
RIFFLE_JPEG_ENTRY nvjpegDecodeParamsSetOutputFormat(nvjpegDecodeParams_t params,
                                                    nvjpegOutputFormat_t format) {
  if (params == nullptr || !is_format(format)) return NVJPEG_STATUS_INVALID_PARAMETER;
  params->format = format;
  return NVJPEG_STATUS_SUCCESS;
}
/// (0, 0, -1, -1): the whole image.
RIFFLE_JPEG_ENTRY nvjpegDecodeParamsSetROI(nvjpegDecodeParams_t params, int offset_x, int offset_y,
                                           int roi_width, int roi_height) {
  if (params == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  if (offset_x == 0 && offset_y == 0 && roi_width == -1 && roi_height == -1) {
    params->region.reset();
    return NVJPEG_STATUS_SUCCESS;
  }
  if (offset_x < 0 || offset_y < 0 || roi_width < 0 || roi_height < 0)
    return NVJPEG_STATUS_INVALID_PARAMETER;
  params->region = {offset_x, offset_y, roi_width, roi_height};
  return NVJPEG_STATUS_SUCCESS;
}

RIFFLE_JPEG_ENTRY nvjpegDecoderCreate(nvjpegHandle_t handle, nvjpegBackend_t implementation,
                                      nvjpegJpegDecoder_t* decoder) {
  if (handle == nullptr || implementation < NVJPEG_BACKEND_DEFAULT ||
      implementation > NVJPEG_BACKEND_HARDWARE)
    return NVJPEG_STATUS_INVALID_PARAMETER;
  return create(decoder);
}
RIFFLE_JPEG_ENTRY nvjpegDecoderDestroy(nvjpegJpegDecoder_t decoder) { return destroy(decoder); }
RIFFLE_JPEG_ENTRY nvjpegDecoderStateCreate(nvjpegHandle_t handle, nvjpegJpegDecoder_t decoder,
                                           nvjpegJpegState_t* state) {
  return handle == nullptr || decoder == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : create(state);
}
RIFFLE_JPEG_ENTRY nvjpegDecoderJpegSupported(nvjpegJpegDecoder_t decoder, nvjpegJpegStream_t stream,
                                             nvjpegDecodeParams_t, int* result) {
  return decoder == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : is_supported(stream, result);
}
RIFFLE_JPEG_ENTRY nvjpegDecodeBatchedSupported(nvjpegHandle_t handle, nvjpegJpegStream_t stream,
                                               int* result) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : is_supported(stream, result);
}
RIFFLE_JPEG_ENTRY nvjpegDecodeBatchedSupportedEx(nvjpegHandle_t handle, nvjpegJpegStream_t stream,
                                                 nvjpegDecodeParams_t, int* result) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : is_supported(stream, result);
}

RIFFLE_JPEG_ENTRY nvjpegDecodeJpegHost(nvjpegHandle_t handle, nvjpegJpegDecoder_t,
                                       nvjpegJpegState_t state, nvjpegDecodeParams_t params,
                                       nvjpegJpegStream_t stream) {
  return invoke([&] { return decode_stream(handle, state, stream, params); });
}
/// The image goes straight to the program's memory.
RIFFLE_JPEG_ENTRY nvjpegDecodeJpegTransferToDevice(nvjpegHandle_t handle, nvjpegJpegDecoder_t,
                                                   nvjpegJpegState_t state, nvjpegJpegStream_t,
                                                   cudaStream_t) {
  if (handle == nullptr || state == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  return state->decoded == nullptr ? NVJPEG_STATUS_NOT_INITIALIZED : NVJPEG_STATUS_SUCCESS;
}
RIFFLE_JPEG_ENTRY nvjpegDecodeJpegDevice(nvjpegHandle_t handle, nvjpegJpegDecoder_t,
                                         nvjpegJpegState_t state, nvjpegImage_t* destination,
                                         cudaStream_t stream) {
  if (handle == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  return invoke([&] { return copy_state(state, destination, stream); });
}
RIFFLE_JPEG_ENTRY nvjpegDecodeJpeg(nvjpegHandle_t handle, nvjpegJpegDecoder_t,
                                   nvjpegJpegState_t state, nvjpegJpegStream_t stream,
                                   nvjpegImage_t* destination, nvjpegDecodeParams_t params,
                                   cudaStream_t cuda_stream) {
  return invoke([&] {
    const nvjpegStatus_t status = decode_stream(handle, state, stream, params);
    return status == NVJPEG_STATUS_SUCCESS ? copy_state(state, destination, cuda_stream) : status;
  });
}

// Buffers that a program attaches are not needed.
RIFFLE_JPEG_ENTRY nvjpegBufferPinnedCreate(nvjpegHandle_t handle, nvjpegPinnedAllocator_t*,
                                           nvjpegBufferPinned_t* buffer) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : create(buffer);
}
RIFFLE_JPEG_ENTRY nvjpegBufferPinnedCreateV2(nvjpegHandle_t handle, nvjpegPinnedAllocatorV2_t*,
                                             nvjpegBufferPinned_t* buffer) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : create(buffer);
}
RIFFLE_JPEG_ENTRY nvjpegBufferPinnedDestroy(nvjpegBufferPinned_t buffer) { return destroy(buffer); }
RIFFLE_JPEG_ENTRY nvjpegBufferDeviceCreate(nvjpegHandle_t handle, nvjpegDevAllocator_t*,
                                           nvjpegBufferDevice_t* buffer) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : create(buffer);
}
RIFFLE_JPEG_ENTRY nvjpegBufferDeviceCreateV2(nvjpegHandle_t handle, nvjpegDevAllocatorV2_t*,
                                             nvjpegBufferDevice_t* buffer) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : create(buffer);
}
RIFFLE_JPEG_ENTRY nvjpegBufferDeviceDestroy(nvjpegBufferDevice_t buffer) { return destroy(buffer); }
RIFFLE_JPEG_ENTRY nvjpegStateAttachPinnedBuffer(nvjpegJpegState_t state,
                                                nvjpegBufferPinned_t buffer) {
  return state == nullptr || buffer == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER
                                               : NVJPEG_STATUS_SUCCESS;
}
RIFFLE_JPEG_ENTRY nvjpegStateAttachDeviceBuffer(nvjpegJpegState_t state,
                                                nvjpegBufferDevice_t buffer) {
  return state == nullptr || buffer == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER
                                               : NVJPEG_STATUS_SUCCESS;
}
