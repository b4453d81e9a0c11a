#pragma once

#include <QObject>
#include <QPointer>

#include "ui/connect/ask_question.h"

class QWidget;

namespace stepvault::ui {

class AskDialog;
class AskServer;

/// Shows the questions of ssh in dialogs over a window. GUI thread.
class AskPresenter : public QObject {
    Q_OBJECT

 public:
    /// Both outlive the object.
    AskPresenter(AskServer& server, QWidget* window);
    ~AskPresenter() override;

 private:
    void show(const AskQuestion& question);

    AskServer& server_;
    QWidget* window_;
    QPointer<AskDialog> dialog_;
};

}  // namespace stepvault::ui
