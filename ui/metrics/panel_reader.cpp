#include "ui/metrics/panel_reader.h"

#include "ui/text/format.h"

namespace stepvault::ui {

Result<PanelCurves> PanelReader::read(const PanelRequest& request, const JobContext& job) {
    PanelCurves result;
    std::set<std::string> tags;
    for (const ComparedRequest::Run& run : request.runs) {
        STEPVAULT_TRY(job.check());
        const std::string& id = run.info.row.id;
        STEPVAULT_ASSIGN(series, library_->queries().series(id));
        for (const SeriesRow& row : series) {
            tags.insert(row.tag);
            if (!request.tags.contains(row.tag)) continue;
            STEPVAULT_ASSIGN(curve, curves_.read(id, row));
            result.curves[row.tag].push_back(
                {toQString(id), toQString(run.info.row.name), run.color, std::move(curve)});
        }
    }
    result.tags.assign(tags.begin(), tags.end());
    return result;
}

}  // namespace stepvault::ui
