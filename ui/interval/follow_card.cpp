#include "ui/interval/follow_card.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/text/format.h"
#include "ui/theme/glyph.h"
#include "ui/theme/look.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {

/// Its text changes.
constexpr int copyWidth = 84;

/// As Python and the shell both read it.
QString quoted(const std::filesystem::path& path, QLatin1String backslash) {
    QString text = toQString(path);
    text.replace(QLatin1Char('\\'), QLatin1String("\\\\"));
    text.replace(QLatin1Char('"'), QLatin1String("\\\""));
    if (!backslash.isEmpty()) text.replace(QLatin1Char('$'), backslash + QLatin1Char('$'));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

QString snippetFor(const std::filesystem::path& run) {
    return QStringLiteral(
               "import time\n"
               "from stepvault import Hook, atomic_save\n"
               "\n"
               "hook = Hook(%1)\n"
               "for step in range(start + 1, total + 1):\n"
               "    loss = train_one_step()\n"
               "    if hook.should_save(step, loss):\n"
               "        begun = time.perf_counter()\n"
               "        atomic_save(state, path)\n"
               "        hook.saved(path, time.perf_counter() - begun)\n"
               "    if hook.should_stop:\n"
               "        break\n"
               "hook.close()\n")
        .arg(quoted(run, QLatin1String()));
}

}  // namespace

FollowCard::FollowCard(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      written_(new QLabel(this)),
      code_(new QPlainTextEdit(this)),
      command_(new QLabel(this)),
      copy_(new QPushButton(tr("Copy"), this)),
      export_(new QPushButton(tr("Save elsewhere…"), this)) {
    setLook(this, "card");
    setLook(written_, "good");
    written_->setWordWrap(true);
    auto* title = new QLabel(tr("A training follows it with these lines:"), this);
    title->setWordWrap(true);
    auto* close = new QToolButton(this);
    setLook(close, "icon");
    close->setAccessibleName(tr("Close"));
    close->setToolTip(tr("Close"));
    code_->setReadOnly(true);
    code_->setFrameShape(QFrame::NoFrame);
    code_->setLineWrapMode(QPlainTextEdit::NoWrap);
    code_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    code_->setAccessibleName(tr("Python code for the training"));
    code_->setTabChangesFocus(true);
    setLook(command_, "muted");
    command_->setWordWrap(true);
    command_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    copy_->setToolTip(tr("Copy the code"));
    copy_->setMinimumWidth(copyWidth);
    auto* head = new QHBoxLayout;
    head->addWidget(written_, 1);
    head->addWidget(close, 0, Qt::AlignTop);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(copy_);
    buttons->addWidget(export_);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 8, 14, 10);
    layout->setSpacing(6);
    layout->addLayout(head);
    layout->addWidget(title);
    layout->addWidget(code_, 1);
    layout->addLayout(buttons);
    layout->addWidget(command_);
    connect(copy_, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(snippet());
        copy_->setText(tr("Copied"));
    });
    connect(close, &QToolButton::clicked, this, &FollowCard::closed);
    connect(export_, &QPushButton::clicked, this, &FollowCard::exportClicked);
    const auto paint = [close, &theme] {
        close->setIcon(glyphIcon(Glyph::close, theme.tokens().muted, theme.tokens().faint));
    };
    connect(&theme, &Theme::changed, close, paint);
    paint();
}

void FollowCard::setFolder(const std::filesystem::path& run) {
    const QString code = snippetFor(run);
    copy_->setText(tr("Copy"));
    if (code == code_->toPlainText()) return;
    code_->setPlainText(code);
    command_->setText(
        tr("To have the plan kept up to date while the training runs: stepvault watch --plan %1")
            .arg(quoted(run, QLatin1String("\\"))));
}

void FollowCard::setWritten(const std::filesystem::path& file) {
    written_->setText(tr("The plan is in %1.").arg(formatPath(file)));
}

QString FollowCard::written() const {
    return written_->text();
}

QString FollowCard::snippet() const {
    return code_->toPlainText();
}

}  // namespace stepvault::ui
