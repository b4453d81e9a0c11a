#include "ui/restore/snippet_box.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/theme/look.h"
#include "ui/theme/sizes.h"

namespace stepvault::ui {

SnippetBox::SnippetBox(QWidget* parent)
    : QFrame(parent), code_(new QLabel(this)), copy_(new QToolButton(this)) {
    auto* title = new QLabel(tr("To load it in Python"), this);
    setLook(title, "muted");
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(labelPixels);
    code_->setFont(font);
    code_->setTextFormat(Qt::PlainText);
    code_->setWordWrap(true);
    code_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    code_->setAccessibleName(tr("Python code that loads the checkpoint"));
    copy_->setText(tr("Copy"));
    copy_->setAccessibleName(tr("Copy the code"));
    auto* head = new QHBoxLayout;
    head->addWidget(title, 1);
    head->addWidget(copy_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(code_);
    connect(copy_, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(text_);
        copy_->setText(tr("Copied"));
    });
    hide();
}

void SnippetBox::setCode(const QString& code) {
    if (code == text_) return;
    text_ = code;
    // Long paths have no spaces to break lines at.
    QString shown = code.trimmed();
    shown.replace(u'/', QStringLiteral("/\u200b"));
    code_->setText(shown);
    copy_->setText(tr("Copy"));
    setVisible(!code.isEmpty());
}

}  // namespace stepvault::ui
