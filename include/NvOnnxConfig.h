// SPDX-License-Identifier: Apache-2.0
// Settings of a parser, which programs implement and hand about among themselves.
#ifndef NV_OnnxConfig_H
#define NV_OnnxConfig_H

#include "NvInfer.h"

namespace nvonnxparser {

class IOnnxConfig {
 public:
  virtual ~IOnnxConfig() noexcept = default;
  typedef int32_t Verbosity;

  virtual void setModelDtype(nvinfer1::DataType const type) noexcept = 0;
  virtual nvinfer1::DataType getModelDtype() const noexcept = 0;
  virtual char const* getModelFileName() const noexcept = 0;
  virtual void setModelFileName(char const* onnxFilename) noexcept = 0;
  virtual Verbosity getVerbosityLevel() const noexcept = 0;
  virtual void addVerbosity() noexcept = 0;
  virtual void reduceVerbosity() noexcept = 0;
  virtual void setVerbosityLevel(Verbosity verbosity) noexcept = 0;
  virtual char const* getTextFileName() const noexcept = 0;
  virtual void setTextFileName(char const* textFileName) noexcept = 0;
  virtual char const* getFullTextFileName() const noexcept = 0;
  virtual void setFullTextFileName(char const* fullTextFileName) noexcept = 0;
  virtual bool getPrintLayerInfo() const noexcept = 0;
  virtual void setPrintLayerInfo(bool print) noexcept = 0;
};

}  // namespace nvonnxparser

#endif
