// The user's command that evaluates a checkpoint, and its output.
#pragma once

#include <optional>

#include <QString>
#include <QStringList>

namespace stepvault::ui {

/// A command line such as `python eval.py {checkpoint}`, split as a shell splits it, without a shell: quotes
/// and backslashes group words, and nothing is expanded.
struct EvalCommand {
    QStringList words;  ///< program and arguments; {checkpoint} is still in them
    QString problem;    ///< why the text is no command, in one line; empty if it is one

    static EvalCommand parse(const QString& text);
    /// The words with the path in the place of {checkpoint}; a path with blanks stays within its word.
    [[nodiscard]] QStringList with(const QString& checkpoint) const;
};

/// The words as a shell would need them quoted, for display.
QString quoted(const QStringList& words);

/// The last number on the last line of an output that is not empty.
struct EvalNumber {
    double value = 0;
    QString name;  ///< the word before "=" or ":"; empty for none

    bool operator==(const EvalNumber&) const = default;
};
std::optional<EvalNumber> lastNumber(const QString& output);

}  // namespace stepvault::ui
