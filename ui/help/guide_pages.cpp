#include "ui/help/guide_pages.h"

#include <algorithm>

#include <QFile>
#include <QLocale>
#include <QRegularExpression>

namespace stepvault::ui {

namespace {

/// "de/", or nothing for English. The order is QTranslator's, so that the guide speaks as the window does.
QString languageFolder() {
    const QStringList languages = QLocale().uiLanguages();
    for (QString name : languages) {
        name.replace(QLatin1Char('-'), QLatin1Char('_'));
        for (; !name.isEmpty(); name.truncate(std::max<qsizetype>(0, name.lastIndexOf(QLatin1Char('_'))))) {
            if (QFile::exists(QStringLiteral(":/guide/help/%1").arg(name))) return name % QLatin1Char('/');
        }
    }
    return {};
}

}  // namespace

QList<GuidePage> guidePages() {
    static const QRegularExpression hidden(QStringLiteral("<!--.*?-->\n?"),
                                           QRegularExpression::DotMatchesEverythingOption);
    const QString folder = languageFolder();
    QList<GuidePage> pages;
    for (const char* name :
         {"first-steps", "the-window", "schemes", "planning", "cluster", "recovery", "questions"}) {
        const auto pathIn = [name](const QString& language) {
            return QStringLiteral("/guide/help/%1%2.md").arg(language, QLatin1String(name));
        };
        const bool isTranslated = QFile::exists(QLatin1Char(':') % pathIn(folder));
        const QString path = pathIn(isTranslated ? folder : QString());
        QFile file(QLatin1Char(':') % path);
        if (!file.open(QIODevice::ReadOnly)) continue;
        QString text = QString::fromUtf8(file.readAll()).remove(hidden);
        const QString title = text.section(QLatin1Char('\n'), 0, 0).mid(2);
        pages.append({QUrl(QStringLiteral("qrc:") % path), title, text});
    }
    return pages;
}

}  // namespace stepvault::ui
