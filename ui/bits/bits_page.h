#pragma once

#include <optional>

#include "ui/bits/bits_loader.h"
#include "ui/bits/error_loader.h"
#include "ui/bits/recode_work.h"
#include "ui/bits/row_loader.h"
#include "ui/session/run_tab.h"
#include "ui/session/watch_notes.h"

class QLabel;
class QStackedLayout;

namespace stepvault::ui {

class AppSettings;
class BitsControls;
class EmptyState;
class EvalCard;
class ExponentChart;
class FiguresCard;
class RateChart;
class RecodeLine;
class TargetLine;
class TensorBitsCard;
class Theme;
class ChartTableCard;

/// The size and error of the run's newest lossy step at other settings, from its statistics, with
/// the originals long gone. Of a run that is stored exactly, a step is coded with a loss to be looked at,
/// once the user asks for it.
class BitsPage : public RunTab {
    Q_OBJECT

 public:
    /// `theme`, `runner` and `settings` outlive the page.
    BitsPage(const Theme& theme, JobRunner& runner, AppSettings& settings, QWidget* parent = nullptr);

    void setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) override;
    [[nodiscard]] bool isSettled() const override {
        return reader_.isSettled() && errors_.isSettled() && rows_.isSettled() &&
               recoding_.task() == RecodeWork::Task::none && isEvalSettled();
    }

    [[nodiscard]] BitsControls& controls() { return *controls_; }
    [[nodiscard]] TargetLine& target() { return *target_; }
    [[nodiscard]] RateChart& rates() { return *rates_; }
    [[nodiscard]] ExponentChart& exponents() { return *exponents_; }
    [[nodiscard]] FiguresCard& figures() { return *figures_; }
    [[nodiscard]] TensorBitsCard& tensors() { return *tensors_; }
    [[nodiscard]] ChartTableCard& rateCard() { return *rateCard_; }
    [[nodiscard]] ChartTableCard& exponentCard() { return *exponentCard_; }
    [[nodiscard]] RecodeLine& recodeLine() { return *recode_; }
    [[nodiscard]] EvalCard& eval() { return *eval_; }
    [[nodiscard]] const RowLoader& rows() const { return rows_; }
    [[nodiscard]] const RecodeWork& recoding() const { return recoding_; }
    [[nodiscard]] QString note() const;
    /// nullptr until there is one.
    [[nodiscard]] const BitsView* view() const { return view_.get(); }

 signals:
    /// The run was recoded, or could not be.
    void told(stepvault::ui::WatchNotes::Kind kind, const QString& text);
    /// The catalog may be another one.
    void vaultChanged();

 protected:
    void hideEvent(QHideEvent* event) override;

 private:
    [[nodiscard]] bool isEvalSettled() const;
    QWidget* makeBody();
    void connectParts();
    void connectReader();
    void connectRecoding();
    void offerTrial(const CheckpointRow& step);
    void take(const std::shared_ptr<const BitsView>& view);
    void refine(const std::shared_ptr<const BitsView>& view);
    void changeExceptions();
    void showRecoding();
    void endRecoding(const RecodePlan& plan);
    void readErrors();
    /// Makes the curves again if the exceptions or the known rows are not theirs.
    void refineCurves();
    void showRows();
    void showSetting();
    void showNotes(bool isKnown);
    void showLines(bool isKnown);
    void tell(const char* look, const QString& text);
    void tellEmpty(const QString& title, const QString& text, const QString& action = {});

    BitsLoader reader_;
    ErrorLoader errors_;
    RowLoader rows_;
    RecodeWork recoding_;
    std::shared_ptr<VaultHandle> library_;  ///< while the page is shown
    RunSnapshot snapshot_;                  ///< without its curve
    std::shared_ptr<const BitsView> view_;
    std::string told_;      ///< id of the checkpoint that the note speaks of
    SchemeChoice current_;  ///< how the run is filed from now on
    BitsControls* controls_;
    TargetLine* target_;
    RecodeLine* recode_;
    QLabel* note_;
    RateChart* rates_;
    ExponentChart* exponents_;
    FiguresCard* figures_;
    TensorBitsCard* tensors_;
    ChartTableCard* rateCard_;
    ChartTableCard* exponentCard_;
    EvalCard* eval_;
    EmptyState* empty_;
    QWidget* body_ = nullptr;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace stepvault::ui
