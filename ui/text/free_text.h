#pragma once

#include <QCoreApplication>
#include <QString>

namespace stepvault::ui {

/// For words of functions that belong to no class. Members of a class say tr() of their own.
inline QString tr(const char* text) {
    return QCoreApplication::translate("stepvault::ui", text);
}

}  // namespace stepvault::ui
