#include "json_output.h"

#include <iostream>

namespace stepvault::cli {

using nlohmann::ordered_json;

namespace {

ordered_json tensor_json(const TensorRow& row, const std::optional<double>& norm, std::uint64_t stored) {
    return {{"file", row.file},
            {"name", row.name},
            {"dtype", row.dtype},
            {"role", row.role},
            {"shape", row.shape},
            {"elements", row.elements},
            {"norm", optional_json(norm)},
            {"relative_error", row.relative_error},
            {"max_abs_error", row.max_abs_error},
            {"lag", row.lag},
            {"stored_bytes", stored}};
}

ordered_json chain_json(const ChainStep& step) {
    return {{"id", step.id},   {"step", step.step},           {"scheme", name_of(step.scheme)},
            {"key", step.key}, {"key_level", step.key_level}, {"squashed", step.squashed},
            {"shared_base", step.is_shared_base}};
}

ordered_json shared_base_json(const SharedBaseReport& base) {
    return {{"file", base.file}, {"runs", base.runs}};
}

}  // namespace

ordered_json checkpoint_json(const CheckpointRow& row) {
    return {{"id", row.id},
            {"step", row.step},
            {"source", row.source},
            {"generation", row.generation},
            {"scheme", name_of(row.scheme)},
            {"bits", row.bits},
            {"key", row.key},
            {"parent", row.parent},
            {"original_bytes", row.original_bytes},
            {"stored_bytes", row.stored_bytes},
            {"relative_error", row.relative_error},
            {"max_abs_error", row.max_abs_error},
            {"lag", row.lag},
            {"loss", optional_json(row.loss)},
            {"saved", row.saved},
            {"filed", row.filed},
            {"format", row.format},
            {"files", row.files},
            {"weights_only", row.weights_only},
            {"pinned", row.pinned}};
}

ordered_json run_json(const RunInfo& info, const std::vector<CheckpointRow>& checkpoints) {
    return {{"name", info.row.name},
            {"id", info.row.id},
            {"folder", info.row.folder},
            {"note", info.row.labels.note},
            {"tags", info.row.labels.tags},
            {"favourite", info.row.labels.favourite},
            {"archived", info.row.labels.archived},
            {"state", run_state_name(info.state)},
            {"scheme", name_of(info.row.scheme)},
            {"bits", info.row.bits},
            {"last_step", optional_json(info.last_step)},
            {"last_loss", optional_json(info.last_loss)},
            {"lowest_loss", optional_json(info.lowest_loss)},
            {"last_validation_loss", optional_json(info.last_validation)},
            {"lowest_validation_loss", optional_json(info.lowest_validation)},
            {"original_bytes", info.original_bytes},
            {"stored_bytes", info.stored_bytes},
            {"checkpoints", json_list(checkpoints, checkpoint_json)}};
}

ordered_json report_json(const CheckpointRow& row, const CheckpointReport& report) {
    auto json = checkpoint_json(row);
    // No member of a checkpoint may have one of the names below.
    auto& tensors = json["tensors"] = ordered_json::array();
    for (std::size_t i = 0; i < report.tensors.size(); ++i)
        tensors.push_back(tensor_json(report.tensors[i], report.norms[i], report.stored_bytes[i]));
    json["chain"] = json_list(report.chain, chain_json);
    json["shared_base"] = report.shared_base ? shared_base_json(*report.shared_base) : ordered_json();
    auto& contents = json["contents"] = ordered_json::array();
    for (const auto& file : report.files) {
        auto objects = ordered_json::array();
        for (const auto& line : file.objects)
            objects.push_back({{"depth", line.depth}, {"key", line.key}, {"text", line.text}});
        contents.push_back({{"file", file.path},
                            {"format", file.format},
                            {"note", file.note},
                            {"unusual_globals", file.globals},
                            {"objects", std::move(objects)}});
    }
    auto& checklist = json["resume"] = ordered_json::array();
    for (const auto& item : report.checklist)
        checklist.push_back({{"name", item.name}, {"present", item.present}, {"detail", item.detail}});
    return json;
}

void print_json(const ordered_json& json, int indent) {
    std::cout << json.dump(indent, ' ', false, ordered_json::error_handler_t::replace) << std::endl;
}

}  // namespace stepvault::cli
