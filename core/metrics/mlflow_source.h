#pragma once

#include <optional>
#include <string>

#include "metrics/record_source.h"

namespace stepvault {

/// One metric of a run in MLflow's file store: <run>/metrics/<name> beside <run>/meta.yaml, where a name with
/// '/' lies in subfolders. Lines of "milliseconds value step"; old files lack the step, newer ones have more
/// columns. Source: mlflow/store/tracking/file_store.py in mlflow/mlflow.
class MlflowSource final : public RecordSource {
 public:
    MlflowSource(const std::filesystem::path& path, std::string tag);

 private:
    bool on_record(std::string_view record, bool ended) override;

    std::string tag_;
};

/// The metric's name, where `path` is a file of an MLflow store; checks for meta.yaml.
std::optional<std::string> mlflow_tag(const std::filesystem::path& path);

}  // namespace stepvault
