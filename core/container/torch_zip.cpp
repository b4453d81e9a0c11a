#include "container/torch_zip.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "container/payload_names.h"
#include "container/pickle_reader.h"
#include "container/torch_tensor.h"
#include "container/torch_walker.h"
#include "container/utf8.h"
#include "container/verdict.h"
#include "container/zip_directory.h"

namespace stepvault {

namespace {

constexpr std::uint64_t most_pickle = std::uint64_t{1} << 30;

/// Members by their name below the archive's root folder.
using Members = std::unordered_map<std::string_view, const ZipEntry*>;

/// What the pickle says of one storage.
struct StorageUse {
    DType dtype = DType::opaque;
    bool known = false;      ///< `dtype` was set
    bool contested = false;  ///< seen as several types
    std::uint32_t payload = UINT32_MAX;
    std::uint64_t bytes =
        UINT64_MAX;  ///< what tensors may lie in: the smaller of the pickle's and the file's size

    void see(DType seen) {
        contested = contested || (known && seen != dtype);
        dtype = seen;
        known = true;
    }
};
using StorageUses = std::unordered_map<std::string_view, StorageUse>;

std::string too_big(std::uint64_t size) {
    return "its data.pkl of " + std::to_string(size) + " bytes is too large";
}

/// Counts what had to be left out, and says it in one line.
class Omissions {
 public:
    void add(const std::string& what) {
        if (count_++ == 0) first_ = what;
    }
    [[nodiscard]] std::string note() const {
        if (count_ == 0) return {};
        const auto others = count_ == 1 ? std::string() : " and " + std::to_string(count_ - 1) + " more";
        return "left out: " + first_ + others;
    }

 private:
    std::uint64_t count_ = 0;
    std::string first_;
};

class TorchZipReader {
 public:
    TorchZipReader(const PickleGraph& graph, const Members& members, std::uint64_t file_size)
        : graph_(graph), members_(members) {
        layout_.format = "torch-zip";
        layout_.file_size = file_size;
    }

    Layout read() {
        auto content = walk_torch_object(graph_);
        find_storages();
        // Untyped storages are what their tensors say.
        for (const auto& [name, tensor] : content.tensors) {
            const auto storage = torch_storage(graph_, tensor.storage);
            if (storage && storage->untyped) uses_[storage->key].see(tensor.dtype);
        }
        add_payloads();
        for (auto& [name, tensor] : content.tensors)
            add_tensor(std::move(name), std::move(tensor));
        name_payloads(layout_);
        layout_.globals = std::move(content.globals);
        layout_.step = content.step;
        layout_.epoch = content.epoch;
        if (content.cut_short) omissions_.add("names of what lies too deep, or of too many tensors");
        layout_.note = omissions_.note();
        return std::move(layout_);
    }

 private:
    void find_storages() {
        for (PickleId id = 0; id < graph_.nodes.size(); ++id) {
            const auto storage = torch_storage(graph_, id);
            if (!storage) continue;
            auto& use = uses_[storage->key];
            std::uint64_t bytes = 0;
            if (__builtin_mul_overflow(storage->count, std::uint64_t{item_size(storage->dtype)}, &bytes))
                bytes = 0;
            use.bytes = std::min(use.bytes, bytes);
            if (!storage->untyped) use.see(storage->dtype);
        }
    }

    void add_payloads() {
        std::vector<std::pair<const ZipEntry*, std::string_view>> found;
        for (auto& [key, use] : uses_) {
            const auto member = members_.find("data/" + std::string(key));
            if (member == members_.end()) {
                use.bytes = 0;
                omissions_.add("storage " + valid_utf8(key) + ", which the file does not hold");
                continue;
            }
            const auto& entry = *member->second;
            use.bytes = std::min(use.bytes, entry.length);
            if (!entry.stored) {
                use.bytes = 0;
                omissions_.add("storage " + valid_utf8(key) + ", which is compressed");
            } else if (entry.length > 0) {
                found.emplace_back(&entry, key);
            }
        }
        std::ranges::sort(found, {}, [](const auto& f) { return f.first->offset; });
        for (const auto& [entry, key] : found)
            add_payload(*entry, key);
    }

    void add_payload(const ZipEntry& entry, std::string_view key) {
        auto& use = uses_.at(key);
        auto dtype = use.contested || !use.known ? DType::u8 : use.dtype;
        if (entry.length % item_size(dtype) != 0) dtype = DType::opaque;
        use.payload = static_cast<std::uint32_t>(layout_.payloads.size());
        layout_.derived.push_back({entry.directory_crc, use.payload});
        if (entry.descriptor_crc) layout_.derived.push_back({*entry.descriptor_crc, use.payload});
        layout_.payloads.push_back({.offset = entry.offset,
                                    .length = entry.length,
                                    .dtype = dtype,
                                    .name = "storage:" + valid_utf8(key)});
    }

    void add_tensor(std::string&& name, TorchTensor&& tensor) {
        const auto storage = torch_storage(graph_, tensor.storage);
        if (!storage || tensor.is_empty()) return;
        const auto& use = uses_.at(storage->key);
        const auto extent = tensor.extent();
        if (use.payload == UINT32_MAX || !extent || *extent > use.bytes / item_size(tensor.dtype)) {
            omissions_.add("tensor " + name + ", which does not fit its storage");
            return;
        }
        layout_.tensors.push_back({.name = std::move(name),
                                   .payload = use.payload,
                                   .dtype = tensor.dtype,
                                   .offset = tensor.offset,
                                   .shape = std::move(tensor.shape),
                                   .stride = std::move(tensor.stride)});
    }

    const PickleGraph& graph_;
    const Members& members_;
    StorageUses uses_;
    Omissions omissions_;
    Layout layout_;
};

Result<bool> is_big_endian(const File& file, const Members& members) {
    const auto member = members.find("byteorder");
    if (member == members.end() || member->second->length != 3) return false;
    Bytes text(3);
    STEPVAULT_TRY(file.read_exact(member->second->offset, text));
    return as_text(text) == "big";
}

/// The verdict on an error of a reader: only failures to read the file itself stay errors.
Result<Inspection> verdict(Error error, std::uint64_t file_size) {
    switch (error.code) {
        case ErrorCode::incomplete:
            return still_incomplete(std::move(error.message));
        case ErrorCode::corrupt:
        case ErrorCode::limit:
        case ErrorCode::unsupported:
            return kept_raw(file_size, std::move(error.message));
        default:
            return error;
    }
}

}  // namespace

Result<Inspection> read_torch_zip(const File& file, std::uint64_t file_size) {
    auto entries = read_zip_directory(file, file_size);
    if (!entries) return verdict(std::move(entries).error(), file_size);
    const auto& first = entries->front().name;
    // torch's own reader takes the root from the first member too: a renamed file keeps its old one.
    const auto root = first.substr(0, first.find('/')) + '/';
    Members members;
    bool ambiguous = false;
    for (const auto& entry : *entries) {
        if (!entry.name.starts_with(root)) continue;
        ambiguous |= !members.emplace(std::string_view(entry.name).substr(root.size()), &entry).second;
    }
    const auto pickle = members.find("data.pkl");
    if (pickle == members.end()) return kept_raw(file_size);
    if (ambiguous) return kept_raw(file_size, "its zip directory lists a member twice");
    const auto& entry = *pickle->second;
    if (!entry.stored) return kept_raw(file_size, "its data.pkl is compressed");
    if (entry.length > most_pickle) return kept_raw(file_size, too_big(entry.length));
    STEPVAULT_ASSIGN(big_endian, is_big_endian(file, members));
    if (big_endian) return kept_raw(file_size, "its numbers are big-endian");

    Bytes bytes(entry.length);
    STEPVAULT_TRY(file.read_exact(entry.offset, bytes));
    const auto graph = read_pickle(bytes);
    if (!graph)
        return kept_raw(file_size,
                        "data.pkl at byte " + std::to_string(entry.offset) + ": " + graph.error().message);
    Inspection inspection;
    inspection.layout = TorchZipReader(*graph, members, file_size).read();
    return inspection;
}

}  // namespace stepvault
