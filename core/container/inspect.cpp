#include "container/inspect.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "container/gguf.h"
#include "container/safetensors.h"
#include "container/torch_legacy.h"
#include "container/torch_zip.h"
#include "container/verdict.h"

namespace stepvault {

namespace {

constexpr std::string_view zip_magic = "PK\x03\x04";
constexpr std::string_view tar_magic = "ustar";
constexpr std::size_t tar_magic_at = 257;
constexpr std::size_t head_size = 264;

}  // namespace

Result<Inspection> inspect(const File& file) {
    STEPVAULT_ASSIGN(size, file.size());
    Bytes head(std::min<std::uint64_t>(size, head_size));
    STEPVAULT_TRY(file.read_exact(0, head));
    const auto extension = file.path().extension().native();
    const bool named_safetensors = extension == ".safetensors";
    constexpr std::array<std::string_view, 5> torch_endings = {".pt", ".pth", ".ckpt", ".bin", ".pth.tar"};
    const bool named_torch = std::ranges::any_of(
        torch_endings, [&](auto ending) { return file.path().native().ends_with(ending); });
    const bool named_gguf = extension == ".gguf";
    if (size == 0 && (named_safetensors || named_torch || named_gguf)) return still_incomplete("it is empty");
    const auto start = as_text(head);
    if (start.starts_with(zip_magic)) return read_torch_zip(file, size);
    // A magic number cut short can only be told from other short files by the name.
    if (size > 0 && size < zip_magic.size() && named_torch && zip_magic.starts_with(start)) {
        return still_incomplete(bytes_missing(size, zip_magic.size(), false));
    }
    if (begins_like_torch_legacy(head)) return read_torch_legacy(file, size);
    if (named_safetensors || begins_like_safetensors(head)) return read_safetensors(file, size);
    if (named_gguf || begins_like_gguf(head)) return read_gguf(file, size);
    // What torch.save wrote before 0.1.10 is one, but so are others.
    if (named_torch && start.substr(std::min(start.size(), tar_magic_at)).starts_with(tar_magic))
        return kept_raw(size, "tar archives are kept as they are");
    return kept_raw(size);
}

}  // namespace stepvault
