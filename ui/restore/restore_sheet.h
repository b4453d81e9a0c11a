#pragma once

#include <QFrame>

#include "ui/jobs/rate_meter.h"
#include "ui/restore/restore_controller.h"

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace stepvault::ui {

class ElidedLabel;
class SnippetBox;
class Theme;
class WeightsChoice;

/// Asks where to restore a checkpoint and whether to restore its weights alone, shows its size and error, and
/// starts the restore. Lies over the right part of the table; never modal.
class RestoreSheet : public QFrame {
    Q_OBJECT

 public:
    RestoreSheet(const Theme& theme, RestoreController& controller, QWidget* parent = nullptr);

    void showProgress(const JobProgress& progress);
    /// A sentence on the choice of the checkpoint; empty for none.
    void setAdvice(const QString& text, bool isWarning);
    /// The height in pixels at which the sheet shows all of its content.
    [[nodiscard]] int fullHeight() const;
    [[nodiscard]] SnippetBox& snippet() { return *snippet_; }
    [[nodiscard]] QCheckBox& intoRun() { return *intoRun_; }

 signals:
    void closed();
    /// fullHeight() may have changed.
    void fullHeightChanged();

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void buildForm();
    void render();
    void renderTarget();
    void renderResult();
    void browse();
    void act();
    void openFolder();
    void applyTheme();
    [[nodiscard]] QString sourceText() const;
    [[nodiscard]] QString errorText() const;
    [[nodiscard]] QString sizeText() const;

    const Theme& theme_;
    RestoreController& controller_;
    RateMeter meter_;
    QWidget* content_ = nullptr;
    QLabel* title_;
    ElidedLabel* source_;
    QToolButton* close_;
    QLineEdit* target_;
    QPushButton* browse_;
    QLabel* advice_;
    QCheckBox* intoRun_;
    WeightsChoice* weights_;
    SnippetBox* snippet_;
    QLabel* note_;
    QLabel* size_;
    QLabel* error_;
    QProgressBar* bar_;
    QLabel* progress_;
    QPushButton* open_;
    QPushButton* act_;
};

}  // namespace stepvault::ui
