// SPDX-License-Identifier: Apache-2.0
#include "module_symbols.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <utility>

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "trace/names.h"

namespace riffle::tool {
namespace {

/// Of which debuggers take more than names, or look into another file.
constexpr std::array<std::string_view, 6> kMoreThanNames = {".debug_info",       ".zdebug_info",
                                                            ".debug_line",       ".gnu_debuglink",
                                                            ".gnu_debugaltlink", ".gnu_debugdata"};
constexpr const char* kDebugFolder = "/usr/lib/debug/.build-id";

template <class T>
T value_at(std::string_view bytes, std::size_t offset = 0) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// Whether the note of a build's name leads to a file with its debug information.
bool has_debug_file(std::string_view note) {
  if (note.size() < sizeof(Elf64_Nhdr)) return false;
  const auto header = value_at<Elf64_Nhdr>(note);
  const std::size_t begin = sizeof header + (std::size_t{header.n_namesz} + 3) / 4 * 4;
  if (header.n_type != NT_GNU_BUILD_ID || header.n_descsz < 2 || begin > note.size() ||
      note.size() - begin < header.n_descsz)
    return false;
  std::string path = kDebugFolder;
  for (std::size_t i = 0; i < header.n_descsz; ++i) {
    if (i < 2) path += '/';
    path += fmt::format("{:02x}", static_cast<unsigned char>(note[begin + i]));
  }
  return access((path + ".debug").c_str(), R_OK) == 0;
}

bool asks_servers() {
  const char* const servers = std::getenv("DEBUGINFOD_URLS");
  return servers != nullptr && *servers != 0;
}

}  // namespace

std::unique_ptr<ModuleSymbols> ModuleSymbols::read(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  struct stat status{};
  const bool is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                       status.st_size >= std::ptrdiff_t{sizeof(Elf64_Ehdr)};
  const auto size = is_file ? static_cast<std::size_t>(status.st_size) : 0;
  void* const bytes =
      is_file ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : MAP_FAILED;
  close(descriptor);
  if (bytes == MAP_FAILED) return nullptr;
  std::unique_ptr<ModuleSymbols> symbols(
      new ModuleSymbols(std::span(static_cast<const std::byte*>(bytes), size)));
  symbols->read();
  return symbols;
}

ModuleSymbols::~ModuleSymbols() { munmap(const_cast<std::byte*>(file_.data()), file_.size()); }

std::string_view ModuleSymbols::bytes_at(std::uint64_t offset, std::uint64_t bytes) const {
  if (offset > file_.size() || bytes > file_.size() - offset) return {};
  return {reinterpret_cast<const char*>(file_.data()) + offset, bytes};
}

std::vector<ModuleSymbols::Section> ModuleSymbols::sections() const {
  const auto header = value_at<Elf64_Ehdr>(bytes_at(0, sizeof(Elf64_Ehdr)));
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_shentsize != sizeof(Elf64_Shdr))
    return {};
  const std::string_view table =
      bytes_at(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
  std::vector<Section> all;
  std::vector<std::uint32_t> names;
  for (std::size_t at = 0; at < table.size(); at += sizeof(Elf64_Shdr)) {
    const auto section = value_at<Elf64_Shdr>(table, at);
    const bool has_content = section.sh_type != SHT_NOBITS;
    all.push_back({.name = {},
                   .type = section.sh_type,
                   .link = section.sh_link,
                   .content = has_content ? bytes_at(section.sh_offset, section.sh_size)
                                          : std::string_view()});
    names.push_back(section.sh_name);
  }
  if (header.e_shstrndx >= all.size()) return {};
  const std::string_view texts = all[header.e_shstrndx].content;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (names[i] < texts.size())
      all[i].name = texts.substr(names[i], texts.find('\0', names[i]) - names[i]);
  return all;
}

void ModuleSymbols::read() {
  const std::vector<Section> all = sections();
  const Section* symbols = nullptr;
  bool has_more = asks_servers();
  for (const Section& section : all) {
    has_more |= std::ranges::find(kMoreThanNames, section.name) != kMoreThanNames.end() ||
                (section.name == ".note.gnu.build-id" && has_debug_file(section.content));
    // Those of the dynamic linker are fewer.
    if (section.type == SHT_SYMTAB || (section.type == SHT_DYNSYM && symbols == nullptr))
      symbols = &section;
  }
  if (symbols == nullptr || symbols->link >= all.size()) return;
  names_ = all[symbols->link].content;
  add_functions(symbols->content);
  is_all_ = !has_more && !functions_.empty();
}

void ModuleSymbols::add_functions(std::string_view symbols) {
  for (std::size_t at = 0; symbols.size() - at >= sizeof(Elf64_Sym); at += sizeof(Elf64_Sym)) {
    const auto symbol = value_at<Elf64_Sym>(symbols, at);
    const unsigned type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC)) continue;
    functions_.push_back(
        {.begin = symbol.st_value, .bytes = symbol.st_size, .name = symbol.st_name});
  }
  // Of several names at one place the last says what most of it is.
  std::ranges::sort(functions_, {}, [](const Function& each) {
    return std::tuple(each.begin, each.bytes, each.name);
  });
}

std::string ModuleSymbols::function_at(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(functions_, address, {}, &Function::begin);
  if (behind == functions_.begin()) return {};
  const Function& function = *std::prev(behind);
  if (function.bytes != 0 && address - function.begin >= function.bytes) return {};
  if (function.name >= names_.size()) return {};
  const std::string_view rest = names_.substr(function.name);
  return demangled(std::string(rest.substr(0, rest.find('\0'))));
}

}  // namespace riffle::tool
