// SPDX-License-Identifier: Apache-2.0
// hello.cu without CUDA: what starting any program costs.
#include <cstdio>

int main() { std::printf("hello %d\n", 42); }
