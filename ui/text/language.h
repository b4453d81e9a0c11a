#pragma once

#include <QList>
#include <QTranslator>

class QLocale;

namespace stepvault::ui {

struct LanguageName {
    QString code;  ///< as QLocale names it
    QString name;  ///< in the language itself
};

/// All that Stepvault speaks.
QList<LanguageName> languageNames();
/// The language for a code from AppSettings.
QLocale localeOf(const QString& code);

/// Stepvault's own words and those of Qt's dialogs, while this lives. What is shown already keeps its words.
class Language {
 public:
    /// English where there is no translation.
    void speak(const QLocale& locale);

 private:
    QTranslator own_;
    QTranslator ofQt_;
};

}  // namespace stepvault::ui
