#pragma once

#include <memory>
#include <optional>
#include <string>

#include "vault/encode/encoded_step.h"
#include "vault/encode/parent_choice.h"
#include "vault/run/base_sharing.h"
#include "vault/run/run_writer.h"

namespace stepvault {

/// Receives each step file that was published, a base that was coded anew a second time.
class StepIndex {
 public:
    virtual ~StepIndex() = default;
    /// A failure is the index's own concern: the step is stored.
    virtual void add(const StepFile& step) = 0;
};

/// Stores one checkpoint in a run: chooses what to code it against, encodes it, publishes its step file, and
/// enters the step into the indexes. The caller holds the run's lock through `run`. In a group of processes
/// this one has rank 0; the others call run_encode_worker(). Used once, in one thread.
///
/// The first step of a run is its base and is stored exactly, as a difference to another run's base if the
/// two are alike (base_sharing.h), until the second one comes (base_coding.h); then come deltas against the
/// newest step of the same series (its sources differ only in their digits) and key steps between them
/// (parent_choice.h), which have the error of a delta in lossy schemes. A chain is read and checked once
/// before anything is coded against it. If the chain is damaged or keeps only its weights, the new step is
/// stored exactly, against the newest base, or against none if the base is damaged too.
class IngestJob {
 public:
    /// Nothing is owned. `choice`: how to code the step. `index`: receives the step beside the run's own
    /// index; null: no other.
    IngestJob(RunWriter& run, const OpenCheckpoint& checkpoint, const SchemeChoice& choice,
              const SharedEncoding& shared, ThreadPool& pool, const JobContext& job,
              StepIndex* index = nullptr);

    /// Stores the checkpoint as a new step, after coding the run's base anew where it is due. `loss`: of the
    /// run at that step.
    Result<StepFile> ingest(std::optional<double> loss);
    /// Stores it, alone, as a step that exists elsewhere: with that id, numbers and times. prior_error and
    /// max_abs_error of `identity`: the errors that the checkpoint has already.
    Result<StepFile> ingest_as(const StepMeta& identity);
    /// Publishes nothing: each process's share of the step file goes into its `piece`. The run stays as it
    /// is, and the next step is coded against the same state. Returns the checkpoint's id. The piece of rank
    /// 0 holds the size of the step file.
    Result<std::string> ingest_in_pieces(std::optional<double> loss, StepPiece& piece);

 private:
    /// Steps to code against, from the smallest result to the most robust one.
    enum class Parent { best, base, none };

    enum class Base { as_it_is, coded_anew };

    Result<std::optional<StepFile>> run(const StepMeta& identity, Base base);
    Result<std::unique_ptr<EncodedStep>> encode_with_fallback(const StepMeta& identity);
    [[nodiscard]] std::optional<EncodeRequest> request_for(const StepMeta& identity, Parent parent) const;
    [[nodiscard]] EncodeRequest request_on(const StepMeta& identity, const ParentChoice& parent,
                                           Scheme scheme, const SchemeChoice& errors) const;
    Result<std::unique_ptr<EncodedStep>> encode(const EncodeRequest& request);
    Status code_base_anew();
    Status share_base(const StepMeta& identity, Base base);
    static Result<std::optional<StepFile>> publish(EncodedStep& step);
    void index(const StepFile& step);

    RunWriter& run_;
    const OpenCheckpoint& checkpoint_;
    const SchemeChoice& choice_;
    EncodeContext context_;
    StepIndex* index_;
    std::optional<SharedBase> shared_base_;  ///< of a run's first step
};

}  // namespace stepvault
