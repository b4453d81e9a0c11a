#include "json_output.h"

#include <iostream>

namespace stepvault::cli {

using nlohmann::ordered_json;

namespace {

template <class T>
ordered_json optional_json(const std::optional<T>& value) {
    return value ? ordered_json(*value) : ordered_json();
}

}  // namespace

ordered_json checkpoint_json(const CheckpointRow& row) {
    return {{"id", row.id},
            {"step", row.step},
            {"source", row.source},
            {"generation", row.generation},
            {"scheme", row.scheme},
            {"bits", row.bits},
            {"key", row.key},
            {"parent", row.parent},
            {"original_bytes", row.original_bytes},
            {"stored_bytes", row.stored_bytes},
            {"relative_error", row.relative_error},
            {"max_abs_error", row.max_abs_error},
            {"loss", optional_json(row.loss)},
            {"saved", row.saved},
            {"filed", row.filed},
            {"format", row.format},
            {"files", row.files}};
}

ordered_json run_json(const RunInfo& info, const std::vector<CheckpointRow>& checkpoints) {
    auto list = ordered_json::array();
    for (const auto& row : checkpoints)
        list.push_back(checkpoint_json(row));
    return {{"name", info.row.name},
            {"id", info.row.id},
            {"folder", info.row.folder},
            {"state", run_state_name(info.state)},
            {"scheme", info.row.scheme},
            {"bits", info.row.bits},
            {"last_step", optional_json(info.last_step)},
            {"last_loss", optional_json(info.last_loss)},
            {"original_bytes", info.original_bytes},
            {"stored_bytes", info.stored_bytes},
            {"checkpoints", std::move(list)}};
}

ordered_json tensor_json(const TensorRow& row) {
    return {{"file", row.file},
            {"name", row.name},
            {"dtype", row.dtype},
            {"role", row.role},
            {"shape", row.shape},
            {"elements", row.elements},
            {"relative_error", row.relative_error},
            {"max_abs_error", row.max_abs_error}};
}

void print_json(const ordered_json& json, int indent) {
    std::cout << json.dump(indent, ' ', false, ordered_json::error_handler_t::replace) << std::endl;
}

}  // namespace stepvault::cli
