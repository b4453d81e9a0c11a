// The texts by which ssh asks. A hostile machine can choose the text for a password.
#pragma once

#include <optional>

#include <QByteArray>
#include <QString>

#include "ui/connect/ask_question.h"

namespace stepvault::ui {

/// ssh's question about a machine whose key it does not know.
struct HostKeyPrompt {
    QString host;
    QString address;  ///< empty where ssh does not know it
    QString keyType;  ///< "ED25519"
    QString fingerprint;
    QString notes;  ///< the lines between the fingerprint and the question, such as other names of the key
};

/// The text without control characters, invisible ones and those that change the direction of writing; line
/// ends stay. Its first 4,000 characters.
QString safePrompt(const QByteArray& text);

/// `hint`: the kind by ssh, see ask_protocol.h. `text`: by safePrompt().
AskKind askKind(const QByteArray& hint, const QString& text);

/// nullopt where it is not that question, or not as ssh writes it.
std::optional<HostKeyPrompt> parseHostKey(const QString& text);

}  // namespace stepvault::ui
