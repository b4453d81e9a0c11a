#include "container/inspect.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "container/gguf.h"
#include "container/hdf5.h"
#include "container/hdf5_superblock.h"
#include "container/keras.h"
#include "container/npy.h"
#include "container/npy_header.h"
#include "container/safetensors.h"
#include "container/stored_members.h"
#include "container/tensorflow_index.h"
#include "container/torch_legacy.h"
#include "container/torch_zip.h"
#include "container/verdict.h"
#include "container/zip_directory.h"

namespace stepvault {

namespace {

constexpr std::string_view tar_magic = "ustar";
constexpr std::size_t tar_magic_at = 257;
constexpr std::size_t head_size = 1024;  // a zip's first member is recognized by its name
constexpr int deepest_zip = 2;           // levels of nested zips whose members are read
constexpr int most_members = 256;        // members of a file, at all levels

/// Files with these extensions begin with `magic`; while a file is shorter than that, only its name tells its
/// format.
struct Promise {
    std::string_view magic;
    std::array<std::string_view, 8> endings;
};
constexpr std::size_t torch_promise = 0;
constexpr Promise promises[] = {
    {zip_magic, {".pt", ".pth", ".ckpt", ".bin", ".npz", ".keras", ".pth.tar", ".zip"}},
    {npy_magic, {".npy"}},
    {hdf5_magic, {".h5", ".hdf5"}},
    {"GGUF", {".gguf"}}};

const Promise* promise_of(std::string_view name) {
    const auto* found = std::ranges::find_if(promises, [&](const Promise& p) {
        return std::ranges::any_of(p.endings, [&](auto e) { return !e.empty() && name.ends_with(e); });
    });
    return found == std::end(promises) ? nullptr : found;
}

Result<Inspection> inspect_level(const File& file, int level, int& budget);

Result<Inspection> read_zip(const File& file, std::uint64_t size, ByteView head, int level, int& budget) {
    auto inspection = begins_like_npz(head)     ? read_npz(file, size)
                      : begins_like_keras(head) ? read_keras(file, size)
                                                : read_torch_zip(file, size);
    const bool is_known = !inspection || !inspection->complete || inspection->layout.format != "raw" ||
                          !inspection->layout.note.empty();
    if (is_known || level == deepest_zip) return inspection;
    return read_stored_members(file, size, budget,
                               [&](const File& member) { return inspect_level(member, level + 1, budget); });
}

Result<Inspection> inspect_level(const File& file, int level, int& budget) {
    STEPVAULT_ASSIGN(size, file.size());
    Bytes head(std::min<std::uint64_t>(size, head_size));
    STEPVAULT_TRY(file.read_exact(0, head));
    const auto extension = file.path().extension().native();
    const bool named_safetensors = extension == ".safetensors";
    const auto* promise = promise_of(file.path().native());
    if (size == 0 && (named_safetensors || promise != nullptr)) return still_incomplete("it is empty");
    const auto start = as_text(head);
    if (start.starts_with(zip_magic)) return read_zip(file, size, head, level, budget);
    if (start.starts_with(npy_magic)) return read_npy(file, size);
    if (begins_like_hdf5(head)) return read_hdf5(file, size);
    if (promise != nullptr && size > 0 && size < promise->magic.size() && promise->magic.starts_with(start))
        return still_incomplete(bytes_missing(size, promise->magic.size(), false));
    if (extension == ".index" && begins_like_tensorflow_index(head)) return read_tensorflow_index(file, size);
    if (begins_like_torch_legacy(head)) return read_torch_legacy(file, size);
    if (named_safetensors || begins_like_safetensors(head)) return read_safetensors(file, size);
    if (extension == ".gguf" || begins_like_gguf(head)) return read_gguf(file, size);
    // Before 0.1.10, torch.save wrote tar archives; but other tools write them too.
    const bool named_torch = promise == &promises[torch_promise];
    if (named_torch && start.substr(std::min(start.size(), tar_magic_at)).starts_with(tar_magic))
        return kept_raw(size, "tar archives are kept as they are");
    return kept_raw(size);
}

}  // namespace

Result<Inspection> inspect(const File& file) {
    int budget = most_members;
    return inspect_level(file, 0, budget);
}

}  // namespace stepvault
