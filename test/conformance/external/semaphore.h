// SPDX-License-Identifier: Apache-2.0
// Semaphores of another API. Riffle imports counters of the operating system (eventfd), which a GPU's driver refuses;
// there they are Vulkan's, if its headers and its loader are there when the transcript is recorded.
#pragma once

#include <sys/eventfd.h>

#include "../transcript.h"
#if __has_include(<vulkan/vulkan_core.h>)
#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

class VulkanSemaphores {
 public:
  VulkanSemaphores() {
    void *library = dlopen("libvulkan.so.1", RTLD_NOW);
    if (library == nullptr) return;
    get_ = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_1;
    VkInstanceCreateInfo instance = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    instance.pApplicationInfo = &application;
    if (call<PFN_vkCreateInstance>("vkCreateInstance")(&instance, nullptr, &instance_) != VK_SUCCESS) return;
    std::uint32_t count = 1;
    VkPhysicalDevice physical;
    call<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(instance_, &count, &physical);
    if (count == 0) return;
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    const char *extension = "VK_KHR_external_semaphore_fd";
    VkDeviceCreateInfo device = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    device.queueCreateInfoCount = 1;
    device.pQueueCreateInfos = &queue;
    device.enabledExtensionCount = 1;
    device.ppEnabledExtensionNames = &extension;
    call<PFN_vkCreateDevice>("vkCreateDevice")(physical, &device, nullptr, &device_);
  }
  int make() {
    int descriptor = -1;
    if (device_ == nullptr) return descriptor;
    VkExportSemaphoreCreateInfo exported = {VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO};
    exported.handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    VkSemaphoreCreateInfo how = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &exported};
    VkSemaphore semaphore;
    if (call<PFN_vkCreateSemaphore>("vkCreateSemaphore")(device_, &how, nullptr, &semaphore) != VK_SUCCESS) return -1;
    VkSemaphoreGetFdInfoKHR get = {VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR};
    get.semaphore = semaphore;
    get.handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    call<PFN_vkGetSemaphoreFdKHR>("vkGetSemaphoreFdKHR")(device_, &get, &descriptor);
    return descriptor;
  }

 private:
  template <class Function>
  Function call(const char *name) {
    return reinterpret_cast<Function>(get_(instance_, name));
  }
  PFN_vkGetInstanceProcAddr get_ = nullptr;
  VkInstance instance_ = nullptr;
  VkDevice device_ = nullptr;
};
#else
struct VulkanSemaphores {
  int make() { return -1; }
};
#endif

inline cudaExternalSemaphore_t new_semaphore() {
  cudaExternalSemaphore_t semaphore = nullptr;
  cudaExternalSemaphoreHandleDesc description = {};
  description.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
  description.handle.fd = eventfd(0, 0);
  if (cudaImportExternalSemaphore(&semaphore, &description) == cudaSuccess) return semaphore;
  cudaGetLastError();
  static VulkanSemaphores vulkan;
  description.handle.fd = vulkan.make();
  MUST(cudaImportExternalSemaphore(&semaphore, &description));
  return semaphore;
}
