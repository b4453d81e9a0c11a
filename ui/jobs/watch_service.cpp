#include "ui/jobs/watch_service.h"

#include <utility>

namespace stepvault::ui {

WatchService::WatchService(std::shared_ptr<VaultHandle> library, QObject* parent)
    : QObject(parent), sink_([this](const JobProgress& progress) {
          QMetaObject::invokeMethod(
              this, [this, progress] { emit progressed(progress); }, Qt::QueuedConnection);
      }) {
    Watching::Listener listener;
    listener.begun = [this] {
        QMetaObject::invokeMethod(
            this, [this] { emit begun(); }, Qt::QueuedConnection);
    };
    listener.event = [this](const WatchEvent& event) {
        QMetaObject::invokeMethod(
            this, [this, event] { emit eventSeen(event); }, Qt::QueuedConnection);
    };
    listener.progress = [this](const Progress& progress) { sink_.on_progress(progress); };
    listener.failed = [this](const Error& error) {
        const QString message = QString::fromStdString(error.message);
        QMetaObject::invokeMethod(
            this, [this, message] { emit failed(message); }, Qt::QueuedConnection);
    };
    watching_ = std::make_shared<Watching>(std::move(library), std::move(listener));
}

WatchService::~WatchService() {
    if (watching_) watching_->leave();
}

void WatchService::setFolders(std::vector<std::filesystem::path> folders) {
    if (folders == folders_) return;
    folders_ = std::move(folders);
    watching_->setFolders(folders_);
}

void WatchService::retry() {
    watching_->setFolders(folders_);
}

std::shared_ptr<Watching> WatchService::release() {
    watching_->leave();
    return std::exchange(watching_, {});
}

}  // namespace stepvault::ui
