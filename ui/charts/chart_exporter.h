#pragma once

#include <filesystem>

#include <QObject>

#include "ui/charts/chart_picture.h"
#include "ui/jobs/job_progress.h"

namespace stepvault::ui {

class JobRunner;

/// Writes charts into files that the user names: drawn on the GUI thread, written elsewhere.
class ChartExporter : public QObject {
    Q_OBJECT

 public:
    explicit ChartExporter(JobRunner& runner, QObject* parent = nullptr);

    /// Asks for file and format.
    void choose(const ExportedChart& chart, QWidget* window);
    /// An existing file is replaced, by a whole one. Without the format's extension it is added.
    void write(const ExportedChart& chart, ChartFormat format, std::filesystem::path file);
    [[nodiscard]] bool isSettled() const { return job_ == 0; }

 signals:
    void written(const std::filesystem::path& file);
    void failed(const QString& message);

 private:
    JobRunner& runner_;
    JobId job_ = 0;
};

}  // namespace stepvault::ui
