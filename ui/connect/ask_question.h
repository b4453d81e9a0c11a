#pragma once

#include <QString>

namespace stepvault::ui {

/// How the user can answer.
enum class AskKind {
    secret,       ///< by a password, a passphrase or a PIN
    confirm,      ///< by yes or no
    information,  ///< by doing it, such as touching a key; ssh takes the text back then
    hostKey,      ///< whether the key of an unknown machine is the right one
};

/// A question of ssh.
struct AskQuestion {
    quint64 id = 0;
    AskKind kind = AskKind::secret;
    QString text;  ///< safe to show; may come from the other machine
};

}  // namespace stepvault::ui
