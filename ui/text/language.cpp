#include "ui/text/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace stepvault::ui {

void Language::speak(const QLocale& locale) {
    QCoreApplication::removeTranslator(&own_);
    QCoreApplication::removeTranslator(&ofQt_);
    if (!own_.load(locale, QStringLiteral("stepvault"), QStringLiteral("_"), QStringLiteral(":/i18n")))
        return;
    QCoreApplication::installTranslator(&own_);
    if (ofQt_.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                   QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&ofQt_);
}

}  // namespace stepvault::ui
