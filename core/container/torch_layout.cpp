#include "container/torch_layout.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "container/omissions.h"
#include "container/payload_names.h"
#include "container/torch_tensor.h"
#include "container/torch_walker.h"

namespace stepvault {

namespace {

/// The uses of one storage in the pickle.
struct StorageUse {
    std::uint64_t number = 0;  ///< in order of appearance
    DType dtype = DType::opaque;
    bool known = false;      ///< `dtype` was set
    bool contested = false;  ///< used with several types
    std::uint32_t payload = UINT32_MAX;
    std::uint64_t bytes =
        UINT64_MAX;  ///< bytes available to tensors: the smaller of the pickle's and the file's size

    void see(DType seen) {
        contested = contested || (known && seen != dtype);
        dtype = seen;
        known = true;
    }
};
using StorageUses = std::unordered_map<std::string_view, StorageUse>;

class TorchLayout {
 public:
    TorchLayout(const PickleGraph& graph, const StoragePlaces& places) : graph_(graph), places_(places) {}

    Layout make(std::string_view name) {
        auto content = walk_torch_object(graph_, {}, name);
        find_storages();
        // The tensors of an untyped storage determine its type.
        for (const auto& [path, tensor] : content.tensors) {
            const auto storage = torch_storage(graph_, tensor.storage);
            if (storage && storage->untyped) uses_[storage->key].see(tensor.dtype);
        }
        add_payloads(name);
        for (auto& [path, tensor] : content.tensors)
            add_tensor(std::move(path), std::move(tensor));
        name_payloads(layout_);
        layout_.globals = std::move(content.globals);
        layout_.step = content.step;
        layout_.epoch = content.epoch;
        if (content.cut_short) omissions_.add("names of what lies too deep, or of too many tensors");
        layout_.note = omissions_.note("left out: ");
        return std::move(layout_);
    }

 private:
    void find_storages() {
        for (PickleId id = 0; id < graph_.nodes.size(); ++id) {
            const auto storage = torch_storage(graph_, id);
            if (!storage) continue;
            auto& use = uses_.try_emplace(storage->key, StorageUse{.number = uses_.size()}).first->second;
            std::uint64_t bytes = 0;
            if (__builtin_mul_overflow(storage->count, std::uint64_t{item_size(storage->dtype)}, &bytes))
                bytes = 0;
            use.bytes = std::min(use.bytes, bytes);
            if (!storage->untyped) use.see(storage->dtype);
        }
    }

    void add_payloads(std::string_view name) {
        std::vector<std::pair<const StoragePlace*, StorageUse*>> found;
        for (auto& [key, use] : uses_) {
            const auto entry = places_.find(key);
            if (entry == places_.end()) {
                use.bytes = 0;
                omissions_.add("storage " + valid_utf8(key) + ", which the file does not hold");
                continue;
            }
            const auto& place = entry->second;
            use.bytes = std::min(use.bytes, place.length);
            if (place.compressed) {
                use.bytes = 0;
                omissions_.add("storage " + valid_utf8(key) + ", which is compressed");
            } else if (place.length > 0) {
                found.emplace_back(&place, &use);
            }
        }
        std::ranges::sort(found, {}, [](const auto& f) { return f.first->offset; });
        const auto prefix = name.empty() ? std::string() : valid_utf8(name) + '.';
        for (const auto& [place, use] : found)
            add_payload(*place, *use, prefix);
    }

    void add_payload(const StoragePlace& place, StorageUse& use, const std::string& prefix) {
        auto dtype = use.contested || !use.known ? DType::u8 : use.dtype;
        if (place.length % item_size(dtype) != 0) dtype = DType::opaque;
        use.payload = static_cast<std::uint32_t>(layout_.payloads.size());
        for (const auto crc : place.crcs)
            layout_.derived.push_back({crc, place.offset, place.length});
        layout_.payloads.push_back({.offset = place.offset,
                                    .length = place.length,
                                    .dtype = dtype,
                                    .name = prefix + "storage:" + std::to_string(use.number)});
    }

    void add_tensor(std::string&& name, TorchTensor&& tensor) {
        const auto storage = torch_storage(graph_, tensor.storage);
        if (!storage || tensor.is_empty()) return;
        const auto& use = uses_.at(storage->key);
        const auto extent = tensor.extent();
        const auto room = use.bytes / item_size(tensor.dtype);
        const bool fits = use.payload != UINT32_MAX && extent && *extent <= storage->view_count &&
                          storage->view_offset <= room && *extent <= room - storage->view_offset;
        if (!fits) {
            omissions_.add("tensor " + name + ", which does not fit its storage");
            return;
        }
        layout_.tensors.push_back({.name = std::move(name),
                                   .payload = use.payload,
                                   .dtype = tensor.dtype,
                                   .offset = storage->view_offset + tensor.offset,
                                   .shape = std::move(tensor.shape),
                                   .stride = std::move(tensor.stride)});
    }

    const PickleGraph& graph_;
    const StoragePlaces& places_;
    StorageUses uses_;
    Omissions omissions_;
    Layout layout_;
};

}  // namespace

Layout lay_out_torch_object(const PickleGraph& graph, const StoragePlaces& places, std::string_view name) {
    return TorchLayout(graph, places).make(name);
}

}  // namespace stepvault
