#include "ui/text/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace stepvault::ui {

QList<LanguageName> languageNames() {
    using namespace Qt::StringLiterals;
    return {{u"en"_s, u"English"_s}, {u"de"_s, u"Deutsch"_s}, {u"zh_CN"_s, u"简体中文"_s}};
}

QLocale localeOf(const QString& code) {
    return code.isEmpty() ? QLocale::system() : QLocale(code);
}

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
