#include "ui/session/label_writer.h"

#include "ui/text/format.h"

namespace stepvault::ui {

void LabelWriter::rename(const std::shared_ptr<VaultHandle>& library, const QString& run,
                         const QString& name) {
    runner_.start(
        Lane::query, this,
        [library, run = run.toStdString(), name = name.toStdString()](const JobContext&) {
            return library->maintenance().rename(run, name);
        },
        [this](const Status& status) {
            if (status.ok()) return written();
            emit failed(tr("The run was not renamed: %1.").arg(toQString(status.error().message)));
        });
}

void LabelWriter::change(const std::shared_ptr<VaultHandle>& library, const QString& run,
                         const LabelChange& change) {
    runner_.start(
        Lane::query, this,
        [library, run = run.toStdString(), change](const JobContext&) {
            return library->maintenance().change_labels(run, change);
        },
        [this](const Status& status) {
            if (status.ok()) return written();
            emit failed(tr("The labels were not stored: %1.").arg(toQString(status.error().message)));
        });
}

}  // namespace stepvault::ui
