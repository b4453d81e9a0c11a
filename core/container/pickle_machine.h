// The stack machine for pickle opcodes.
#pragma once

#include <cstdint>
#include <vector>

#include "container/pickle_reader.h"
#include "container/pickle_value.h"

namespace stepvault {

/// Builds a PickleGraph. An operation that is impossible for the bytes of the pickle returns false and stores
/// the reason in fault(); after that the machine is of no further use.
class PickleMachine {
 public:
    PickleMachine(ByteView source, const PickleLimits& limits);

    [[nodiscard]] const char* fault() const { return fault_; }
    [[nodiscard]] bool hit_limit() const { return hit_limit_; }

    bool push(PickleId id);
    bool push_node(const PickleNode& node);
    bool push_none() { return push(none_); }
    bool push_boolean(bool value) { return push(value ? true_ : false_); }
    bool push_integer(std::int64_t value);
    bool push_real(double value);
    bool push_view(PickleKind kind, std::size_t offset, std::size_t length);
    bool push_mark();

    bool pop();       ///< a value, or if there is none the topmost mark
    bool pop_mark();  ///< everything down to the mark, and the mark
    bool duplicate();
    bool swap();  ///< the two topmost values

    bool make_container(PickleKind kind);  ///< empty
    bool make_from_mark(PickleKind kind);  ///< list, tuple, dict or set of the values above the mark
    bool make_tuple(std::size_t count);    ///< of the `count` topmost values
    bool append_one();                     ///< target value -> target
    bool set_one();                        ///< target key value -> target
    bool append_many();                    ///< target mark value... -> target
    bool set_many();                       ///< target mark (key value)... -> target

    bool make_global();              ///< module name -> global
    bool make_call();                ///< callable args -> call
    bool make_call_with_keywords();  ///< callable args keywords -> call, whose args are the pair of both
    bool make_call_from_mark();      ///< mark callable arg... -> call
    bool make_persistent();          ///< id -> persistent
    bool build();                    ///< object state -> object

    bool put(std::uint64_t index);
    bool put_next() { return put(memo_count_); }
    bool get(std::uint64_t index);

    /// Makes the topmost value the root; others may be left below it, as Python allows.
    bool finish();
    PickleGraph take();

 private:
    bool fail(const char* reason);
    bool has(std::size_t count);
    bool charge(std::size_t bytes);
    bool add_node(const PickleNode& node, PickleId& id);
    bool add_cell(PickleId owner, PickleId key, PickleId value);
    bool add_values(PickleId owner, std::size_t begin, bool pairs);
    [[nodiscard]] std::size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
    PickleId take_top();

    const PickleLimits limits_;
    std::uint64_t allowed_bytes_;
    std::uint64_t used_bytes_ = 0;
    PickleGraph graph_;
    std::vector<PickleId> stack_;
    std::vector<std::size_t> marks_;  ///< stack heights
    std::vector<PickleId> memo_;
    std::uint64_t memo_count_ = 0;
    PickleId none_ = 0;
    PickleId true_ = 1;
    PickleId false_ = 2;
    PickleId empty_tuple_ = 3;
    const char* fault_ = nullptr;
    bool hit_limit_ = false;
};

}  // namespace stepvault
