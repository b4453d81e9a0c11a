#include "ui/help/guide_pages.h"

#include <algorithm>

#include <QFile>
#include <QRegularExpression>

namespace stepvault::ui {

QList<GuidePage> guidePages() {
    static const QRegularExpression hidden(QStringLiteral("<!--.*?-->\n?"),
                                           QRegularExpression::DotMatchesEverythingOption);
    QList<GuidePage> pages;
    for (const char* name :
         {"first-steps", "the-window", "schemes", "planning", "cluster", "recovery", "questions"}) {
        const QString path = QStringLiteral("/guide/help/%1.md").arg(QLatin1String(name));
        QFile file(QLatin1Char(':') + path);
        if (!file.open(QIODevice::ReadOnly)) continue;
        QString text = QString::fromUtf8(file.readAll()).remove(hidden);
        const QString title = text.section(QLatin1Char('\n'), 0, 0).mid(2);
        pages.append({QUrl(QStringLiteral("qrc:") + path), title, text});
    }
    return pages;
}

bool hasWords(const GuidePage& page, const QString& query) {
    const QStringList words = query.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&page](const QString& word) {
        return page.text.contains(word, Qt::CaseInsensitive);
    });
}

}  // namespace stepvault::ui
