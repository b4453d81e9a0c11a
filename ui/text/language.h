#pragma once

#include <QTranslator>

class QLocale;

namespace stepvault::ui {

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
