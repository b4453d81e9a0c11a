#include "ui/bits/eval_command.h"

#include <QLocale>
#include <QRegularExpression>

#include "ui/text/free_text.h"

namespace stepvault::ui {

namespace {

const QString& placeholder() {
    static const QString text = QStringLiteral("{checkpoint}");
    return text;
}

/// Splits as POSIX shells do; nullopt for a quote that is not closed or a backslash at the end.
std::optional<QStringList> split(const QString& text) {
    QStringList words;
    QString word;
    bool isWord = false;
    QChar quote;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool escapes = c == u'\\' && quote != u'\'';
        if (escapes) {
            if (++i == text.size()) return std::nullopt;
            // Within double quotes a backslash keeps its meaning before only a few characters.
            if (quote == u'"' && !QStringView(u"\"\\$`").contains(text[i])) word += c;
            word += text[i];
            isWord = true;
        } else if (!quote.isNull()) {
            if (c == quote)
                quote = QChar();
            else
                word += c;
        } else if (c == u'\'' || c == u'"') {
            quote = c;
            isWord = true;
        } else if (c.isSpace()) {
            if (isWord) words << word;
            word.clear();
            isWord = false;
        } else {
            word += c;
            isWord = true;
        }
    }
    if (!quote.isNull()) return std::nullopt;
    if (isWord) words << word;
    return words;
}

}  // namespace

EvalCommand EvalCommand::parse(const QString& text) {
    const std::optional<QStringList> words = split(text);
    if (!words) return {{}, tr("The command ends within a quote: close it.")};
    if (words->isEmpty()) return {{}, tr("There is no command yet.")};
    if (words->front().contains(placeholder()))
        return {{}, tr("The command begins with the checkpoint: name a program first.")};
    for (const QString& word : *words)
        if (word.contains(placeholder())) return {*words, {}};
    return {{}, tr("The command does not name %1, where the checkpoint's path goes.").arg(placeholder())};
}

QStringList EvalCommand::with(const QString& checkpoint) const {
    QStringList result;
    for (QString word : words)
        result << word.replace(placeholder(), checkpoint);
    return result;
}

QString quoted(const QStringList& words) {
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./{}-]+$"));
    QStringList result;
    for (QString word : words)
        result << (plain.match(word).hasMatch()
                       ? word
                       : u'\'' + word.replace(u'\'', QStringLiteral("'\\''")) + u'\'');
    return result.join(u' ');
}

std::optional<EvalNumber> lastNumber(const QString& output) {
    const QStringList lines = output.split(u'\n');
    QString line;
    for (auto each = lines.rbegin(); each != lines.rend() && line.isEmpty(); ++each)
        line = each->trimmed();
    static const QRegularExpression number(
        QStringLiteral(
            R"((?:([\w./-]*[A-Za-z_][\w./-]*)["']?\s*[:=]\s*)?(?<![\w.])([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?inf|nan)(?![\w.]))"),
        QRegularExpression::CaseInsensitiveOption);
    std::optional<EvalNumber> last;
    for (auto match = number.globalMatch(line); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        bool isNumber = false;
        const double value = QLocale::c().toDouble(found.captured(2).toLower(), &isNumber);
        if (isNumber) last = EvalNumber{value, found.captured(1)};
    }
    return last;
}

}  // namespace stepvault::ui
