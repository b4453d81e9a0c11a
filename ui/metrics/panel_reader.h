// Reads the contents of panels. Runs on a worker thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ui/session/comparison_reader.h"
#include "ui/session/metric_curves.h"

namespace stepvault::ui {

struct PanelRequest {
    std::vector<ComparedRequest::Run> runs;
    std::set<std::string> tags;  ///< only these curves are read
};

struct PanelCurve {
    QString run;  ///< id
    QString name;
    std::size_t color = 0;  ///< see seriesPen()
    MetricCurves::Curve curve;
};

struct PanelCurves {
    std::vector<std::string> tags;  ///< of all metrics that any of the runs has, by name
    std::map<std::string, std::vector<PanelCurve>> curves;  ///< by tag
};

/// Used by one job at a time.
class PanelReader {
 public:
    explicit PanelReader(std::shared_ptr<VaultHandle> library)
        : library_(std::move(library)), curves_(library_) {}

    Result<PanelCurves> read(const PanelRequest& request, const JobContext& job);

 private:
    std::shared_ptr<VaultHandle> library_;
    MetricCurves curves_;
};

}  // namespace stepvault::ui
