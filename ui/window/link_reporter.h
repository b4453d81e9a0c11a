#pragma once

#include <QHash>
#include <QObject>
#include <QString>

namespace stepvault::ui {

class NoticeBar;
class TopBar;
class VaultSession;
struct LinkNews;

/// Tells in the window how the connections to other machines' vaults are. The last picture stays, with its
/// time. GUI thread.
class LinkReporter : public QObject {
    Q_OBJECT

 public:
    /// Both outlive the object.
    LinkReporter(NoticeBar& notice, TopBar& bar) : notice_(notice), bar_(bar) {}

    /// Reports on the session from now on, instead of another one.
    void follow(VaultSession& session);

 private:
    void report(VaultSession& session, const LinkNews& news);

    NoticeBar& notice_;
    TopBar& bar_;
    QHash<QString, QString> lost_;  ///< machines, with the reason that was told
};

}  // namespace stepvault::ui
