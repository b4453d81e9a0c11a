// The schedules in words.
#pragma once

#include <QString>

#include "plan/schedule.h"

namespace stepvault::ui {

/// On screen; schedule_name() is for commands and files.
QString scheduleTitle(ScheduleKind kind);
/// One plain sentence.
QString scheduleSentence(ScheduleKind kind);

}  // namespace stepvault::ui
