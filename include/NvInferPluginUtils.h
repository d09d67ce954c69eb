// SPDX-License-Identifier: Apache-2.0
// Parameters of plugins of detection networks.
#ifndef NV_INFER_PLUGIN_UTILS_H
#define NV_INFER_PLUGIN_UTILS_H

#include "NvInferRuntimeCommon.h"

namespace nvinfer1 {
namespace plugin {

struct PriorBoxParameters {
  float *minSize, *maxSize, *aspectRatios;
  int32_t numMinSize, numMaxSize, numAspectRatios;
  bool flip, clip;
  float variance[4];
  int32_t imgH, imgW;
  float stepH, stepW;
  float offset;
};

struct RPROIParams {
  int32_t poolingH, poolingW;
  int32_t featureStride;
  int32_t preNmsTop, nmsMaxOut;
  int32_t anchorsRatioCount, anchorsScaleCount;
  float iouThreshold;
  float minBoxSize;
  float spatialScale;
};

struct GridAnchorParameters {
  float minSize, maxSize;
  float* aspectRatios;
  int32_t numAspectRatios;
  int32_t H, W;
  float variance[4];
};

enum class CodeTypeSSD : int32_t { CORNER = 0, CENTER_SIZE = 1, CORNER_SIZE = 2, TF_CENTER = 3 };

struct DetectionOutputParameters {
  bool shareLocation, varianceEncodedInTarget;
  int32_t backgroundLabelId, numClasses;
  int32_t topK, keepTopK;
  float confidenceThreshold, nmsThreshold;
  CodeTypeSSD codeType;
  int32_t inputOrder[3];
  bool confSigmoid, isNormalized;
  bool isBatchAgnostic{true};
};

struct softmaxTree {
  int32_t* leaf;
  int32_t n;
  int32_t *parent, *child, *group;
  char** name;
  int32_t groups;
  int32_t *groupSize, *groupOffset;
};

struct RegionParameters {
  int32_t num, coords, classes;
  softmaxTree* smTree;
};

struct NMSParameters {
  bool shareLocation;
  int32_t backgroundLabelId, numClasses;
  int32_t topK, keepTopK;
  float scoreThreshold, iouThreshold;
  bool isNormalized;
};

}  // namespace plugin
}  // namespace nvinfer1

#endif
