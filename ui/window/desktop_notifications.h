#pragma once

#include "ui/models/notification.h"

namespace stepvault::ui {

/// By org.freedesktop.Notifications on the session's bus, which needs no tray. Where there is none, or no
/// bus, nothing is shown. GUI thread; waits for no answer.
class DesktopNotifications : public NotificationSink {
 public:
    void show(const Notification& notification) override;
};

}  // namespace stepvault::ui
