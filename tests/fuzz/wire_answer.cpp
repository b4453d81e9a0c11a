// Reads the input as a server's answer: the number of a function, then a message. Uses the results that are
// more than figures and texts.
#include <algorithm>

#include "fuzz/scratch_input.h"
#include "fuzz/target.h"
#include "library/study/bits_study.h"
#include "partition/stored_tree.h"
#include "remote/serve/copy_methods.h"
#include "remote/wire/all_fields.h"
#include "remote/wire/hello.h"

namespace fuzz_wire_answer {

using namespace stepvault;
using namespace stepvault::fuzz;

namespace {

void use(const StepLayout& layout) {
    const auto tree = tree_of_stored(layout);
    if (tree.nodes().empty()) require_nothing_wrong("a tree has no root");
}

void use(StudySource& source, const RowChanges* rows) {
    const auto study = BitsStudy::of(std::move(source));
    if (!study) return;
    (void)study->lc({.scheme = Scheme::lc, .bits = 3});
    (void)study->adaptive({});
    (void)study->topn({.scheme = Scheme::topn, .budget = 5});
    (void)study->exact();
    (void)study->exponents();
    if (rows != nullptr) (void)study->scar({.scheme = Scheme::scar, .budget = 5}, *rows);
}

void use(const PlanInputs& inputs) {
    PlanOptions options;
    options.steps = 50;
    if (inputs.statistics.losses.size() < 100)
        (void)report_plan(inputs.statistics, options, inputs.write_rate);
}

}  // namespace

STEPVAULT_FUZZ_TARGET(wire_answer, data, size) {
    if (size == 0) return;
    const auto message = wire::read_message(as_bytes(data + 1, size - 1));
    if (!message) return;
    std::uint32_t number = 0;
    wire::Methods::for_each([&](auto each) {
        constexpr auto function = decltype(each)::function;
        if (number++ != *data) return;
        wire::Answer<function> answer = Error{};
        if (!wire::decode(*message, answer) || !answer.ok()) return;
        if constexpr (std::is_same_v<wire::Answer<function>, Result<StepLayout>>) use(*answer);
        if constexpr (std::is_same_v<wire::Answer<function>, Result<StudySource>>) use(*answer, nullptr);
        if constexpr (std::is_same_v<wire::Answer<function>, Result<RecodedSource>>)
            use(answer->study, &answer->rows);
        if constexpr (std::is_same_v<wire::Answer<function>, Result<PlanInputs>>) use(*answer);
    });
    wire::CopyMethods::for_each([&](auto each) {
        constexpr auto function = decltype(each)::function;
        if (number++ != *data) return;
        wire::Answer<function> answer = Error{};
        (void)wire::decode(*message, answer);
    });
    wire::Hello hello;
    (void)wire::decode(*message, hello);
    WatchEvent event;
    (void)wire::decode(*message, event);
    Progress progress;
    (void)wire::decode(*message, progress);
}

}  // namespace fuzz_wire_answer
