#include "ui/text/role_text.h"

#include "ui/text/free_text.h"

namespace stepvault::ui {

QString roleWord(Role role) {
    switch (role) {
        case Role::weight:
            return tr("weight");
        case Role::first_moment:
            return tr("first moment");
        case Role::second_moment:
            return tr("second moment");
        case Role::norm_statistic:
            return tr("norm statistic");
        case Role::embedding:
            return tr("embedding");
        case Role::counter:
            return tr("counter");
        case Role::other:
            break;
    }
    return tr("other");
}

}  // namespace stepvault::ui
