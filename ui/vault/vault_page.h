#pragma once

#include <QWidget>

#include "library/services/vault_handle.h"
#include "ui/session/watch_notes.h"
#include "ui/vault/vault_reader.h"
#include "ui/vault/vault_work.h"

class QStackedLayout;

namespace stepvault::ui {

class EmptyState;
class PruneCard;
class SpaceCard;
class Theme;
class TrashList;
class UpkeepCard;
class VerifyLine;

/// The page Vault: space by run, rules of retention and their effect, upkeep, trash, verification.
class VaultPage : public QWidget {
    Q_OBJECT

 public:
    /// `theme` and `runner` outlive the page.
    VaultPage(const Theme& theme, JobRunner& runner, QWidget* parent = nullptr);

    /// Read again with each call, while it is shown. Of `runs`, only what is listed of them and their colours
    /// is looked at.
    void setVault(const std::shared_ptr<VaultHandle>& library, std::vector<VaultRun> runs);
    /// Proposes the run whose checkpoints the rules judge, until the user chooses another one; id.
    void proposeRun(const QString& run);
    /// Releases the vault; a running job continues.
    void clear();
    /// Restores removals of this page; entries of the trash.
    void restoreFromTrash(const QStringList& entries);
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] SpaceCard& space() { return *space_; }
    [[nodiscard]] PruneCard& prune() { return *prune_; }
    [[nodiscard]] TrashList& trash() { return *trash_; }
    [[nodiscard]] UpkeepCard& upkeep() { return *upkeep_; }
    [[nodiscard]] VerifyLine& verify() { return *verify_; }
    [[nodiscard]] const VaultWork& work() const { return work_; }

 signals:
    /// Something was done, or could not be. `undo`: entries of the trash that restoreFromTrash() takes, or
    /// none.
    void told(stepvault::ui::WatchNotes::Kind kind, const QString& text, const QStringList& undo);
    /// Nothing is in the vault yet.
    void addFolderClicked();
    /// The catalog may be another one.
    void vaultChanged();

 protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

 private:
    QWidget* makeBody();
    void connectParts();
    void connectUpkeep();
    void read();
    void plan();
    void take(const std::shared_ptr<const VaultView>& view);
    void showWork();
    void end(const std::optional<Error>& problem, const QString& text, const QStringList& undo = {});

    VaultReader reader_;
    VaultWork work_;
    std::shared_ptr<VaultHandle> library_;
    std::filesystem::path folder_;   ///< of the vault that was shown last
    std::filesystem::path rulesOf_;  ///< the vault whose rules are shown
    std::vector<VaultRun> runs_;
    SpaceCard* space_;
    PruneCard* prune_;
    TrashList* trash_;
    UpkeepCard* upkeep_;
    VerifyLine* verify_;
    EmptyState* empty_;
    QWidget* body_ = nullptr;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
