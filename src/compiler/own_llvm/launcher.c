// SPDX-License-Identifier: Apache-2.0
// clang++, ld.lld and llvm-symbolizer of a self-contained Riffle: one small file under each of these names.
int riffle_llvm_program(int count, const char** words);

int main(int count, char** words) { return riffle_llvm_program(count, (const char**)words); }
