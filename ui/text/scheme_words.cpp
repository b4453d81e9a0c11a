#include "ui/text/scheme_words.h"

#include "ui/text/format.h"
#include "ui/text/words.h"

namespace stepvault::ui {

QString schemeWord(const std::string& scheme) {
    if (scheme == "adaptive") return tr("adaptive");
    if (scheme == "exact") return tr("exact");
    if (scheme == "lc") return tr("lc");
    if (scheme == "topn") return tr("topn");
    if (scheme == "scar") return tr("scar");
    return toQString(scheme);
}

}  // namespace stepvault::ui
