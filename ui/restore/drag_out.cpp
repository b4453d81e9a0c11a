#include "ui/restore/drag_out.h"

#include <QDrag>
#include <QMimeData>
#include <QStandardPaths>
#include <QTimer>
#include <QUrl>
#include <QWidget>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

std::string keyOf(const CheckpointRow& row) {
    return row.run_id + '/' + row.id;
}

/// Not where temporary files lie: that is memory on many machines.
std::filesystem::path cacheFolder() {
    return toPath(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation)) / "stepvault" /
           "dragged";
}

}  // namespace

DragOut::DragOut(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {}

void DragOut::pull(const std::shared_ptr<VaultHandle>& library, const RunRow& run,
                   std::vector<CheckpointRow> checkpoints, QWidget* source) {
    if (checkpoints.empty() || runner_.isRunning(job_)) return;
    run_ = run;
    checkpoints_ = std::move(checkpoints);
    source_ = source;
    held_ = true;
    if (!restoredFiles().isEmpty()) return begin();
    RestoreSeveralRequest request;
    request.run = run.id;
    for (const CheckpointRow& row : checkpoints_)
        request.checkpoint_ids.push_back(row.id);
    job_ = runner_.start(
        Lane::work, this,
        [library, request, root = cacheFolder()](const JobContext& job) {
            return restore(*library, request, root, job);
        },
        [this](Result<Restored> restored) { take(std::move(restored)); });
}

Result<DragOut::Restored> DragOut::restore(VaultHandle& library, const RestoreSeveralRequest& request,
                                           const std::filesystem::path& root, const JobContext& job) {
    STEPVAULT_ASSIGN(files, DraggedFiles::create(root));
    Restored restored{.files = std::make_shared<DraggedFiles>(std::move(files)), .report = {}};
    RestoreSeveralRequest there = request;
    there.folder = restored.files->folder();
    restored.report = library.restorer().restore_several(there, job);
    if (restored.report.ended) return *restored.report.ended;
    return restored;
}

void DragOut::take(Result<Restored> restored) {
    if (!restored.ok()) {
        if (restored.error().code != ErrorCode::cancelled)
            emit failed(QString::fromStdString(restored.error().message));
        return;
    }
    folders_.push_back(restored->files);
    for (std::size_t i = 0; i < restored->report.restored.size(); ++i)
        restored_[keyOf(checkpoints_[i])] = restored->report.restored[i].output;
    if (!held_) {
        emit ready();
        return;
    }
    // The job ends first: the drag has an event loop of its own.
    QTimer::singleShot(0, this, &DragOut::begin);
}

QList<QUrl> DragOut::restoredFiles() const {
    QList<QUrl> urls;
    for (const CheckpointRow& row : checkpoints_) {
        const auto at = restored_.find(keyOf(row));
        std::error_code error;
        if (at == restored_.end() || !std::filesystem::exists(at->second, error)) return {};
        urls << QUrl::fromLocalFile(toQString(at->second));
    }
    return urls;
}

void DragOut::begin() {
    const QList<QUrl> urls = restoredFiles();
    if (!held_ || source_.isNull() || urls.isEmpty()) return;
    held_ = false;
    auto* data = new QMimeData;
    data->setUrls(urls);
    auto* drag = new QDrag(source_);
    drag->setMimeData(data);
    emit begun(urls);
    drag->exec(Qt::CopyAction | Qt::MoveAction, Qt::CopyAction);
}

void DragOut::letGo() {
    held_ = false;
}

void DragOut::clear() {
    runner_.abandon(job_);
}

}  // namespace stepvault::ui
