// The search in the guide.
#pragma once

#include <QString>
#include <QStringList>

namespace stepvault::ui {

/// The words of `query`, as they are looked for in `text`. Chinese has no spaces: what `text` does not have
/// as a whole is cut into parts that it has, of two characters at least, where that can be done.
QStringList wordsOf(const QString& query, const QString& text);

/// Whether all words of `query` are in `text`, in any order and case. No words are in every text.
bool hasWords(const QString& text, const QString& query);

}  // namespace stepvault::ui
