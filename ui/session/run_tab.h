#pragma once

#include <memory>

#include <QWidget>

#include "library/services/vault_handle.h"
#include "ui/session/run_snapshot.h"

namespace stepvault::ui {

/// A page of a run besides its first one. Reads its contents itself, while it is shown.
class RunTab : public QWidget {
    Q_OBJECT

 public:
    using QWidget::QWidget;
    virtual void setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) = 0;
    /// Everything that was asked for is shown.
    [[nodiscard]] virtual bool isSettled() const = 0;
};

}  // namespace stepvault::ui
