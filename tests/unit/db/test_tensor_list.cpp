#include <limits>

#include <QtTest>

#include "db/tensor_list.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"
#include "unit/db/catalog_rows.h"

namespace test_tensor_list {

using namespace stepvault;
using namespace stepvault::testing;

namespace {

std::vector<TensorRow> two_tensors() {
    return {{.file = "",
             .name = "layer.weight",
             .dtype = "f32",
             .role = "weight",
             .shape = {3, 4},
             .elements = 12},
            {.file = odd_bytes(),
             .name = odd_bytes(),
             .dtype = "",
             .role = "",
             .shape = {0, std::numeric_limits<std::uint64_t>::max()},
             .elements = std::numeric_limits<std::uint64_t>::max(),
             .relative_error = -not_a_number,
             .max_abs_error = infinity}};
}

}  // namespace

class TestTensorList : public QObject {
    Q_OBJECT
 private slots:
    void extremes_come_back() {
        const auto tensors = two_tensors();
        REQUIRE_VALUE(back, decode_tensors(encode_tensor_list(tensors), encode_tensor_errors(tensors)));
        QVERIFY(same(back, tensors));
    }

    void errors_that_are_all_zero_take_no_space() {
        auto tensors = two_tensors();
        tensors[1].relative_error = 0;
        tensors[1].max_abs_error = 0;
        QVERIFY(encode_tensor_errors(tensors).empty());
        REQUIRE_VALUE(back, decode_tensors(encode_tensor_list(tensors), {}));
        QVERIFY(same(back, tensors));
        tensors[1].max_abs_error = -0.0;
        QCOMPARE(encode_tensor_errors(tensors).size(), std::size_t{48});
    }

    void none_is_none() {
        REQUIRE_VALUE(back, decode_tensors(encode_tensor_list({}), encode_tensor_errors({})));
        QVERIFY(back.empty());
    }

    void every_cut_is_seen() {
        const auto list = encode_tensor_list(two_tensors());
        const auto errors = encode_tensor_errors(two_tensors());
        for (std::size_t n = 0; n < list.size(); ++n) {
            REQUIRE_ERROR(decode_tensors(ByteView(list).first(n), errors), ErrorCode::corrupt);
        }
        for (std::size_t n = 1; n < errors.size(); ++n) {
            REQUIRE_ERROR(decode_tensors(list, ByteView(errors).first(n)), ErrorCode::corrupt);
        }
    }

    void bytes_too_many_are_seen() {
        auto list = encode_tensor_list(two_tensors());
        auto errors = encode_tensor_errors(two_tensors());
        errors.resize(errors.size() + 16);
        REQUIRE_ERROR(decode_tensors(list, errors), ErrorCode::corrupt);
        list.push_back(std::byte{0});
        REQUIRE_ERROR(decode_tensors(list, {}), ErrorCode::corrupt);
    }

    void a_count_from_nowhere_takes_no_memory() {
        ByteWriter writer;
        writer.put_varint(std::numeric_limits<std::uint64_t>::max());
        REQUIRE_ERROR(decode_tensors(writer.view(), {}), ErrorCode::corrupt);
    }
};

STEPVAULT_TEST(TestTensorList)

}  // namespace test_tensor_list

#include "test_tensor_list.moc"
