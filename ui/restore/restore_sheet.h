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

/// Where to, all of it or the weights, what error, is there space, and one button. Lies over the table at the
/// right; never modal.
class RestoreSheet : public QFrame {
    Q_OBJECT

 public:
    RestoreSheet(const Theme& theme, RestoreController& controller, QWidget* parent = nullptr);

    void showProgress(const JobProgress& progress);
    /// A sentence on the choice of the checkpoint; empty for none.
    void setAdvice(const QString& text, bool isWarning);
    [[nodiscard]] SnippetBox& snippet() { return *snippet_; }
    [[nodiscard]] QCheckBox& intoRun() { return *intoRun_; }

 signals:
    void closed();

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
