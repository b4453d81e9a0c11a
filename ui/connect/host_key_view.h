#pragma once

#include <QWidget>

namespace stepvault::ui {

struct HostKeyPrompt;

/// The key of an unknown machine, with what the user should do before trusting it.
class HostKeyView : public QWidget {
    Q_OBJECT

 public:
    explicit HostKeyView(const HostKeyPrompt& prompt, QWidget* parent = nullptr);
};

}  // namespace stepvault::ui
