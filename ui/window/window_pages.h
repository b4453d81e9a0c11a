#pragma once

#include "ui/jobs/job_runner.h"

class QWidget;

namespace stepvault::ui {

class AppSettings;
class BitsPage;
class ClusterPage;
class ComparePage;
class InsidePage;
class IntervalPage;
class LogModel;
class LogPage;
class MetricsPage;
class RestoreController;
class RunDesk;
class RunPage;
class RunsPanel;
class StartPage;
class Theme;
class VaultPage;
class WindowActions;

/// The pages of the window. Their Qt parents own them.
struct WindowPages {
    StartPage* start = nullptr;
    RunsPanel* runs = nullptr;
    RunDesk* desk = nullptr;
    RunPage* run = nullptr;
    MetricsPage* metrics = nullptr;
    BitsPage* bits = nullptr;
    IntervalPage* interval = nullptr;
    ClusterPage* cluster = nullptr;
    InsidePage* inside = nullptr;
    ComparePage* compare = nullptr;
    VaultPage* vault = nullptr;
    LogPage* log = nullptr;
};

/// Makes the pages, with the tabs of the run's page in place. The references outlive the pages.
WindowPages makePages(const Theme& theme, JobRunner& runner, AppSettings& settings,
                      RestoreController& restore, const WindowActions& actions, LogModel& log,
                      QWidget* window);

}  // namespace stepvault::ui
