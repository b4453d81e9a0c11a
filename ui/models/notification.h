#pragma once

#include <array>

#include <QString>

namespace stepvault::ui {

/// The kinds of events that the desktop is notified of while the window has no focus.
enum class NotificationKind { stalled, diverged, finished, diskLow, damage, filingFailed };

inline constexpr std::array notificationKinds{NotificationKind::stalled,  NotificationKind::diverged,
                                              NotificationKind::finished, NotificationKind::diskLow,
                                              NotificationKind::damage,   NotificationKind::filingFailed};

struct Notification {
    NotificationKind kind = NotificationKind::stalled;
    QString title;  ///< the run's name where it is about one
    QString text;
};

class NotificationSink {
 public:
    virtual ~NotificationSink() = default;
    virtual void show(const Notification& notification) = 0;
};

}  // namespace stepvault::ui
