#include "ui/interval/schedule_text.h"

#include "ui/text/free_text.h"

namespace stepvault::ui {

QString scheduleTitle(ScheduleKind kind) {
    switch (kind) {
        case ScheduleKind::even:
            return tr("plain even");
        case ScheduleKind::young:
            return tr("Young");
        case ScheduleKind::daly:
            return tr("Daly");
        case ScheduleKind::optimal:
            return tr("best even");
        case ScheduleKind::checkfreq:
            return tr("CheckFreq");
        case ScheduleKind::coci:
            return tr("COCI");
        case ScheduleKind::coci_online:
            return tr("COCI online");
        case ScheduleKind::sqrt_density:
            return tr("by progress");
        case ScheduleKind::exact:
            return tr("best placement");
        case ScheduleKind::online:
            return tr("step by step");
    }
    return {};
}

QString scheduleSentence(ScheduleKind kind) {
    switch (kind) {
        case ScheduleKind::even:
            return tr(
                "Saves every so many steps: as the run has done so far, or as often as the best placement.");
        case ScheduleKind::young:
            return tr("Saves at Young's even interval, which weighs a save's cost against failures.");
        case ScheduleKind::daly:
            return tr("Saves at Daly's even interval, Young's corrected for saves that cost much.");
        case ScheduleKind::optimal:
            return tr("Saves at the one even interval that wastes the least time.");
        case ScheduleKind::checkfreq:
            return tr("Saves as often as the disk keeps up, within a limit for the time that saves take.");
        case ScheduleKind::coci:
            return tr("Saves each time the loss has fallen by another equal share.");
        case ScheduleKind::coci_online:
            return tr("Saves as COCI does, but knows only the losses so far.");
        case ScheduleKind::sqrt_density:
            return tr("Saves often where the loss falls fast, and less often as it flattens.");
        case ScheduleKind::exact:
            return tr("Compares all placements and takes the one with the least expected cost.");
        case ScheduleKind::online:
            return tr("Plans anew after each loss, and knows only the losses so far.");
    }
    return {};
}

}  // namespace stepvault::ui
