#pragma once

#include <string>

#include <QByteArray>
#include <QObject>

#include "ui/connect/ask_question.h"
#include "ui/connect/wiped_text.h"

class QSocketNotifier;

namespace stepvault::ui {

/// A program that ssh has started to ask the user something. GUI thread.
class AskConnection : public QObject {
    Q_OBJECT

 public:
    /// Owns the connected socket, which does not block. `token`: the one that the program must know.
    AskConnection(int descriptor, quint64 id, const std::string& token, QObject* parent = nullptr);
    /// Refuses unless it has been answered.
    ~AskConnection() override;

    /// Valid once asked() has been emitted.
    [[nodiscard]] const AskQuestion& question() const { return question_; }
    /// Does nothing if the program has gone.
    void answer(const WipedText& text);

 signals:
    void asked();
    /// The program has gone, or has asked in no way that is expected.
    void ended();

 private:
    void read();
    /// False for a question without the token.
    bool parse();

    int descriptor_;
    QByteArray token_;
    QByteArray received_;
    AskQuestion question_;
    bool isAsked_ = false;
    QSocketNotifier* notifier_;
};

}  // namespace stepvault::ui
