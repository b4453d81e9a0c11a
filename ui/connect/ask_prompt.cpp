#include "ui/connect/ask_prompt.h"

#include <QRegularExpression>

namespace stepvault::ui {

namespace {

constexpr qsizetype mostPromptCharacters = 4000;
const QString aboutHostKey = QStringLiteral("The authenticity of host '");

bool isInvisible(QChar c) {
    switch (c.category()) {
        case QChar::Other_Control:
        case QChar::Other_Format:
        case QChar::Other_PrivateUse:
        case QChar::Separator_Line:
        case QChar::Separator_Paragraph:
            return true;
        default:
            return false;
    }
}

}  // namespace

QString safePrompt(const QByteArray& text) {
    QString safe;
    for (const QChar c : QString::fromUtf8(text)) {
        if (c != u'\n' && isInvisible(c)) continue;
        if (safe.size() == mostPromptCharacters) break;
        safe += c;
    }
    return safe.trimmed();
}

AskKind askKind(const QByteArray& hint, const QString& text) {
    if (hint == "none") return AskKind::information;
    if (hint == "confirm") return AskKind::confirm;
    if (parseHostKey(text)) return AskKind::hostKey;
    static const QRegularExpression choice(QStringLiteral(R"(\(yes/no(/\[fingerprint\])?\)\s*[?:]?$)"));
    return choice.match(text).hasMatch() || text.startsWith(aboutHostKey) ? AskKind::confirm
                                                                          : AskKind::secret;
}

std::optional<HostKeyPrompt> parseHostKey(const QString& text) {
    // Since a prompt of the other machine begins with its name in parentheses, it cannot pass for this one.
    static const QRegularExpression question(
        QStringLiteral(R"(\AThe authenticity of host '([^'\n]+?)(?: \(([^()\n]*)\))?' can't be established)"
                       R"((?:\.|,\nbut keys of different type are already known for this host\.)\n)"
                       R"(([A-Za-z0-9._-]{1,40}) key fingerprint is:? ([A-Za-z0-9:+/=-]{16,140})\.?\n)"
                       R"(((?:.*\n)*?)Are you sure you want to continue connecting )"
                       R"(\(yes/no(?:/\[fingerprint\])?\)\?\z)"));
    const QRegularExpressionMatch match = question.match(text);
    if (!match.hasMatch()) return std::nullopt;
    const QString address = match.captured(2);
    return HostKeyPrompt{.host = match.captured(1),
                         .address = address.startsWith(u'<') ? QString() : address,
                         .keyType = match.captured(3),
                         .fingerprint = match.captured(4),
                         .notes = match.captured(5).trimmed()};
}

}  // namespace stepvault::ui
