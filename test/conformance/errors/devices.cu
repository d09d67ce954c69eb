// SPDX-License-Identifier: Apache-2.0
// Choosing devices that do not exist, and asking with null pointers.
#include "../transcript.h"

int main() {
  int count = 0, device = 77, value = 77;
  SHOW(cudaGetDeviceCount(&count));
  show_truth("at least one device", count >= 1);
  SHOW(cudaGetDeviceCount(nullptr));
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  SHOW(cudaGetDevice(nullptr));
  SHOW(cudaSetDevice(count));
  SHOW(cudaSetDevice(-1));
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  cudaDeviceProp prop;
  SHOW(cudaGetDeviceProperties(&prop, count));
  SHOW(cudaGetDeviceProperties(nullptr, 0));
  SHOW(cudaGetDeviceProperties(&prop, 0));
  show_row("warpSize maxThreadsPerBlock maxThreadsDim maxGridSize",
           {prop.warpSize, prop.maxThreadsPerBlock, prop.maxThreadsDim[0], prop.maxThreadsDim[1],
            prop.maxThreadsDim[2], prop.maxGridSize[0], prop.maxGridSize[1], prop.maxGridSize[2]});
  SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
  show_value("warp size", value);
  SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, count));
  SHOW(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  SHOW(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(100000), 0));
  SHOW(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(0), 0));
  int can = 77;
  SHOW(cudaDeviceCanAccessPeer(&can, 0, 0));
  show_value("can access itself", can);
  SHOW(cudaDeviceEnablePeerAccess(0, 0));
  SHOW(cudaDeviceEnablePeerAccess(count, 0));
  SHOW(cudaDeviceDisablePeerAccess(0));
  char bus[32];
  SHOW(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
  SHOW(cudaDeviceGetByPCIBusId(&device, bus));
  show_value("device of its own bus id", device);
  SHOW(cudaDeviceGetByPCIBusId(&device, "ffff:ff:ff.0"));
  SHOW(cudaDeviceGetPCIBusId(bus, 4, 0));
  int version = 0;
  SHOW(cudaRuntimeGetVersion(&version));
  show_value("runtime", version);
  SHOW(cudaRuntimeGetVersion(nullptr));
  SHOW(cudaDriverGetVersion(&version));
  show_truth("driver is at least as new", version >= 13000);
  cudaDeviceProp wanted = {};
  SHOW(cudaChooseDevice(&device, &wanted));
}
