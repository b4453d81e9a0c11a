#include "partition/stored_tree.h"

namespace stepvault {

PartitionTree tree_of_stored(const StepLayout& stored) {
    std::vector<Layout> layouts(stored.files.size());
    std::vector<std::uint32_t> in_file;  // index of each payload in the layout of its file
    in_file.reserve(stored.payloads.size());
    for (const auto& payload : stored.payloads) {
        auto& payloads = layouts[payload.file].payloads;
        in_file.push_back(static_cast<std::uint32_t>(payloads.size()));
        payloads.push_back({payload.offset, payload.length, payload.dtype, payload.name});
    }
    for (const auto& tensor : stored.tensors) {
        TensorView view;
        view.name = tensor.name;
        view.payload = in_file[tensor.payload];
        layouts[stored.payloads[tensor.payload].file].tensors.push_back(std::move(view));
    }
    std::vector<FileLayout> files;
    files.reserve(layouts.size());
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        layouts[i].file_size = stored.files[i].size;
        files.push_back({stored.files[i].path, &layouts[i]});
    }
    return PartitionTree::of(files);
}

}  // namespace stepvault
