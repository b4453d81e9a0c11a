#include "ui/help/guide_search.h"

#include <algorithm>

#include <QList>
#include <QRegularExpression>

namespace stepvault::ui {

namespace {

constexpr qsizetype longestPart = 8;

/// Long parts first; `word` alone where there is no such cut.
QStringList cut(const QString& word, const QString& text) {
    // The size of the part that begins at each character, if the text from there on can be cut; otherwise 0.
    QList<qsizetype> sizes(word.size(), 0);
    for (qsizetype at = word.size() - 2; at >= 0; --at) {
        const qsizetype most = std::min(longestPart, word.size() - at);
        for (qsizetype size = most; size >= 2 && sizes[at] == 0; --size) {
            const bool goesOn = at + size == word.size() || sizes[at + size] > 0;
            if (goesOn && text.contains(word.mid(at, size))) sizes[at] = size;
        }
    }
    if (sizes.first() == 0) return {word};
    QStringList parts;
    for (qsizetype at = 0; at < word.size(); at += sizes[at])
        parts << word.mid(at, sizes[at]);
    return parts;
}

}  // namespace

QStringList wordsOf(const QString& query, const QString& text) {
    static const QRegularExpression word(QStringLiteral("(\\p{Han}+)|[^\\p{Han} ]+"));
    QStringList words;
    for (const QRegularExpressionMatch& found : word.globalMatch(query.simplified())) {
        const bool isWhole = !found.hasCaptured(1) || text.contains(found.captured(), Qt::CaseInsensitive);
        words << (isWhole ? QStringList(found.captured()) : cut(found.captured(), text));
    }
    return words;
}

bool hasWords(const QString& text, const QString& query) {
    const QStringList words = wordsOf(query, text);
    return std::all_of(words.begin(), words.end(),
                       [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace stepvault::ui
