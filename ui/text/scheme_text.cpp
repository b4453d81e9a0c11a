#include "ui/text/scheme_text.h"

#include "ui/text/free_text.h"

namespace stepvault::ui {

QString schemeWord(Scheme scheme) {
    switch (scheme) {
        case Scheme::adaptive:
            return tr("adaptive");
        case Scheme::exact:
            return tr("exact");
        case Scheme::lc:
            return tr("lc");
        case Scheme::topn:
            return tr("topn");
        case Scheme::scar:
            return tr("scar");
    }
    return {};
}

}  // namespace stepvault::ui
