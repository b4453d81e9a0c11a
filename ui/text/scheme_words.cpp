#include "ui/text/scheme_words.h"

#include <QCoreApplication>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("stepvault::ui", text);
}

}  // namespace

QString schemeWord(const std::string& scheme) {
    if (scheme == "adaptive") return tr("adaptive");
    if (scheme == "exact") return tr("exact");
    if (scheme == "lc") return tr("lc");
    if (scheme == "topn") return tr("topn");
    if (scheme == "scar") return tr("scar");
    return toQString(scheme);
}

}  // namespace stepvault::ui
