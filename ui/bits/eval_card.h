#pragma once

#include <QElapsedTimer>
#include <QFrame>
#include <QTimer>

#include "library/catalog/catalog.h"
#include "ui/bits/eval_work.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace stepvault::ui {

class AppSettings;

/// "What does it do to my model?": a command of the user's, kept in the user's own settings, measures a step
/// as it is restored and as it was. A new command is shown as it will run, and runs only after a second
/// click. GUI thread.
class EvalCard : public QFrame {
    Q_OBJECT

 public:
    EvalCard(JobRunner& runner, AppSettings& settings, QWidget* parent = nullptr);

    /// The step to measure.
    void setStep(const std::shared_ptr<VaultHandle>& library, const RunRow& run, const CheckpointRow& step);
    /// Lets the vault go. A command that runs goes on.
    void release();
    [[nodiscard]] bool isSettled() const { return work_.stage() == EvalWork::Stage::none; }

    [[nodiscard]] QLineEdit& command() { return *command_; }
    [[nodiscard]] QPushButton& measureButton() { return *measure_; }
    /// Shown with the words of a command that was never run here.
    [[nodiscard]] QPushButton& confirmButton() { return *confirm_; }
    [[nodiscard]] QPushButton& stopButton() { return *stop_; }
    [[nodiscard]] QString text() const;

 private:
    void measure();
    void run();
    void ask(bool isAsking);
    void showStage();
    void show(const EvalOutcome& outcome);
    void tell(const QString& text, const char* look);
    [[nodiscard]] QString runFolder() const;
    /// A hash of the command and the folder, since the settings need not hold either twice.
    [[nodiscard]] QString confirmation() const;

    AppSettings& settings_;
    EvalWork work_;
    std::shared_ptr<VaultHandle> library_;
    RunRow run_;
    CheckpointRow step_;
    std::string measuredRun_;            ///< id
    std::optional<CheckpointRow> next_;  ///< the step to measure after the one that is being measured
    QElapsedTimer since_;
    QTimer tick_;
    QLineEdit* command_;
    QLabel* text_;
    QPushButton* measure_;
    QPushButton* drop_;
    QPushButton* confirm_;
    QPushButton* stop_;
};

}  // namespace stepvault::ui
