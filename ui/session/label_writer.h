#pragma once

#include <memory>

#include <QObject>

#include "library/services/vault_handle.h"
#include "ui/jobs/job_runner.h"
#include "vault/records/run_labels.h"

namespace stepvault::ui {

/// Writes names and labels of runs to a vault, one after another. GUI thread; the runner's query lane writes.
class LabelWriter : public QObject {
    Q_OBJECT

 public:
    /// `runner` must outlive this object.
    explicit LabelWriter(JobRunner& runner, QObject* parent = nullptr) : QObject(parent), runner_(runner) {}

    /// `run`: id. Answered by written or failed.
    void rename(const std::shared_ptr<VaultHandle>& library, const QString& run, const QString& name);
    /// Changes note, tags and marks; see rename().
    void change(const std::shared_ptr<VaultHandle>& library, const QString& run, const LabelChange& change);

 signals:
    /// The catalog has the change: the next snapshot shows it.
    void written();
    /// `text`: a sentence; the vault is unchanged.
    void failed(const QString& text);

 private:
    JobRunner& runner_;
};

}  // namespace stepvault::ui
