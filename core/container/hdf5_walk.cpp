#include "container/hdf5_walk.h"

#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "container/hdf5_driver.h"

namespace stepvault {

namespace {

/// Owns one of libhdf5's handles.
template <herr_t (*close)(hid_t)>
class Handle {
 public:
    explicit Handle(hid_t id) : id_(id) {}
    ~Handle() {
        if (id_ >= 0) close(id_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    [[nodiscard]] hid_t get() const { return id_; }
    [[nodiscard]] bool ok() const { return id_ >= 0; }

 private:
    hid_t id_;
};
using Type = Handle<H5Tclose>;

/// The bit fields of a float, from the sign down.
struct FloatForm {
    std::size_t exponent_bits;
    std::size_t mantissa_bits;
    std::size_t bias;
    DType dtype;
};
constexpr FloatForm float_forms[] = {
    {8, 23, 127, DType::f32}, {11, 52, 1023, DType::f64}, {5, 10, 15, DType::f16}, {8, 7, 127, DType::bf16}};

bool is_plain(hid_t type) {
    const bool little = H5Tget_order(type) == H5T_ORDER_LE || H5Tget_size(type) == 1;
    return little && H5Tget_offset(type) == 0 && H5Tget_precision(type) == 8 * H5Tget_size(type);
}

DType float_type(hid_t type) {
    if (!is_plain(type) || H5Tget_norm(type) != H5T_NORM_IMPLIED) return DType::opaque;
    std::size_t sign = 0, exponent_at = 0, exponent_bits = 0, mantissa_at = 0, mantissa_bits = 0;
    if (H5Tget_fields(type, &sign, &exponent_at, &exponent_bits, &mantissa_at, &mantissa_bits) < 0)
        return DType::opaque;
    for (const auto& form : float_forms) {
        const bool same = exponent_bits == form.exponent_bits && mantissa_bits == form.mantissa_bits &&
                          H5Tget_ebias(type) == form.bias && mantissa_at == 0 &&
                          exponent_at == mantissa_bits && sign == exponent_at + exponent_bits;
        if (same && H5Tget_size(type) == item_size(form.dtype)) return form.dtype;
    }
    return DType::opaque;
}

DType integer_type(hid_t type) {
    if (!is_plain(type)) return DType::opaque;
    const bool is_signed = H5Tget_sign(type) == H5T_SGN_2;
    switch (H5Tget_size(type)) {
        case 1:
            return is_signed ? DType::i8 : DType::u8;
        case 2:
            return is_signed ? DType::i16 : DType::u16;
        case 4:
            return is_signed ? DType::i32 : DType::u32;
        case 8:
            return is_signed ? DType::i64 : DType::u64;
        default:
            return DType::opaque;
    }
}

/// Two floats, which is how h5py writes complex numbers; nothing for other records.
std::optional<DType> complex_type(hid_t type) {
    if (H5Tget_nmembers(type) != 2) return {};
    const Type real(H5Tget_member_type(type, 0));
    const Type imaginary(H5Tget_member_type(type, 1));
    const auto part = H5Tget_class(real.get()) == H5T_FLOAT ? float_type(real.get()) : DType::opaque;
    const bool in_pairs = H5Tequal(real.get(), imaginary.get()) > 0 && H5Tget_member_offset(type, 0) == 0 &&
                          H5Tget_member_offset(type, 1) == item_size(part) &&
                          H5Tget_size(type) == std::size_t{2} * item_size(part);
    if (!in_pairs || (part != DType::f32 && part != DType::f64)) return {};
    return part == DType::f32 ? DType::c64 : DType::c128;
}

/// Keras writes bfloat16 as two opaque bytes, and names the type in an attribute.
bool is_keras_bfloat16(hid_t dataset, hid_t type) {
    if (H5Tget_size(type) != item_size(DType::bf16) || H5Aexists(dataset, "dtype") <= 0) return false;
    const Handle<H5Aclose> attribute(H5Aopen(dataset, "dtype", H5P_DEFAULT));
    const Type text(H5Aget_type(attribute.get()));
    const Handle<H5Sclose> space(H5Aget_space(attribute.get()));
    if (H5Tis_variable_str(text.get()) <= 0 || H5Sget_simple_extent_npoints(space.get()) != 1) return false;
    char* value = nullptr;
    if (H5Aread(attribute.get(), text.get(), &value) < 0 || value == nullptr) return false;
    const bool is = std::string_view(value) == "bfloat16";
    H5free_memory(value);
    return is;
}

/// Nothing for types that are not numeric: texts, records, references.
std::optional<DType> dtype_of(hid_t dataset, hid_t type) {
    switch (H5Tget_class(type)) {
        case H5T_FLOAT:
            return float_type(type);
        case H5T_INTEGER:
            return integer_type(type);
        case H5T_ENUM:
            // h5py writes booleans this way.
            return H5Tget_size(type) == 1 && H5Tget_nmembers(type) == 2 ? DType::boolean : DType::opaque;
        case H5T_COMPOUND:
            return complex_type(type);
        case H5T_OPAQUE:
            return is_keras_bfloat16(dataset, type) ? DType::bf16 : DType::opaque;
        case H5T_BITFIELD:
            return DType::opaque;
        default:
            return {};
    }
}

class Walk {
 public:
    /// False where the dataset stays raw.
    bool add(hid_t group, const char* path) {
        const Handle<H5Dclose> dataset(H5Dopen2(group, path, H5P_DEFAULT));
        if (!dataset.ok()) return false;
        const auto length = H5Dget_storage_size(dataset.get());
        const Handle<H5Pclose> made(H5Dget_create_plist(dataset.get()));
        if (H5Pget_layout(made.get()) != H5D_CONTIGUOUS || H5Pget_external_count(made.get()) != 0)
            return false;
        if (length == 0) return true;
        const auto offset = H5Dget_offset(dataset.get());
        const Type type(H5Dget_type(dataset.get()));
        const auto dtype = dtype_of(dataset.get(), type.get());
        const Handle<H5Sclose> space(H5Dget_space(dataset.get()));
        std::array<hsize_t, H5S_MAX_RANK> shape{};
        const auto dimensions = H5Sget_simple_extent_ndims(space.get());
        if (offset == HADDR_UNDEF || !dtype || dimensions < 0 || dimensions > H5S_MAX_RANK ||
            H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr) < 0) {
            return false;
        }
        found_.put_text(path);
        found_.put(*dtype);
        found_.put_varint(offset);
        found_.put_varint(length);
        found_.put_varint(static_cast<std::uint64_t>(dimensions));
        for (std::size_t i = 0; i < static_cast<std::size_t>(dimensions); ++i)
            found_.put_varint(shape[i]);
        return true;
    }
    void leave_out() { ++left_out_; }

    [[nodiscard]] Bytes take() {
        ByteWriter all;
        all.put_varint(left_out_);
        all.put_bytes(found_.view());
        return all.take();
    }

 private:
    ByteWriter found_;
    std::uint64_t left_out_ = 0;
};

/// Called once for each object, however many links lead to it.
herr_t visit(hid_t group, const char* path, const H5O_info_t* info, void* walk) noexcept {
    auto& found = *static_cast<Walk*>(walk);
    if (info->type == H5O_TYPE_DATASET && !found.add(group, path)) found.leave_out();
    return 0;
}

}  // namespace

bool has_hdf5() {
    return true;
}

Bytes walk_hdf5(const File& file, const Hdf5Range& range) {
    H5open();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    const Handle<H5Pclose> access(hdf5_access({&file, range}));
    const Handle<H5Fclose> opened(H5Fopen("checkpoint", H5F_ACC_RDONLY, access.get()));
    Walk walk;
    // Visits by name, so that a dataset with several links gets the same name at every step.
    if (!opened.ok() || H5Ovisit2(opened.get(), H5_INDEX_NAME, H5_ITER_INC, visit, &walk, H5O_INFO_BASIC) < 0)
        throw std::runtime_error("not an HDF5 file that can be read");
    return walk.take();
}

}  // namespace stepvault
