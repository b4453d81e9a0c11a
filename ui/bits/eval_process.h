#pragma once

#include <QByteArray>
#include <QProcess>

#include "ui/bits/eval_command.h"

namespace stepvault::ui {

/// Runs one command at a time, without a shell, in a session of its own, so that its children end with it.
/// GUI thread; the destructor ends a running command.
class EvalProcess : public QObject {
    Q_OBJECT

 public:
    explicit EvalProcess(QObject* parent = nullptr);
    ~EvalProcess() override;

    /// Answered by ended(). `words`: program and arguments.
    void start(const QStringList& words, const QString& folder);
    /// Asks the command and its children to end, and ends them by force if they do not.
    void stop();
    [[nodiscard]] bool isRunning() const { return process_.state() != QProcess::NotRunning; }

 signals:
    /// `problem`: empty if the command succeeded and printed a number.
    void ended(const std::optional<stepvault::ui::EvalNumber>& number, const QString& problem);

 private:
    void finish(int code, QProcess::ExitStatus status);
    void signalGroup(int signal) const;

    QProcess process_;
    QByteArray output_;  ///< the end of what it printed
    QByteArray errors_;
    qint64 group_ = 0;  ///< the process group of the command
    bool isStopped_ = false;
};

}  // namespace stepvault::ui
