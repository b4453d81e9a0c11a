#pragma once

#include <functional>

#include <QString>

class QWidget;

namespace stepvault::ui {

/// The copy that is proposed for a machine, as texts for the user.
struct InstallOffer {
    QString host;
    QString folder;   ///< there, such as "~/.local/lib/stepvault/0.1.0"
    QString size;     ///< by formatBytes()
    QString removal;  ///< the command that removes it again
};

/// Asks over `window` whether to copy Stepvault there, and calls `decided` once, unless the window goes
/// before. Cancel is the default.
void askToInstall(QWidget* window, const InstallOffer& offer, std::function<void(bool install)> decided);

}  // namespace stepvault::ui
