#include "container/hdf5_driver.h"

#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif
#include <memory>

namespace stepvault {

namespace {

/// libhdf5 passes pointers to the first member around.
struct OpenSource {
    H5FD_t head{};
    Hdf5Source source;
    haddr_t end_of_addresses = 0;
};

OpenSource& of(H5FD_t* file) {
    return *reinterpret_cast<OpenSource*>(file);
}
const OpenSource& of(const H5FD_t* file) {
    return *reinterpret_cast<const OpenSource*>(file);
}

H5FD_t* open_source(const char* /*name*/, unsigned flags, hid_t access, haddr_t /*most*/) {
    const auto* source = static_cast<const Hdf5Source*>(H5Pget_driver_info(access));
    if (source == nullptr || (flags & H5F_ACC_RDWR) != 0) return nullptr;
    auto opened = std::make_unique<OpenSource>();
    opened->source = *source;
    return &opened.release()->head;
}

herr_t close_source(H5FD_t* file) {
    const std::unique_ptr<OpenSource> owned(&of(file));
    return 0;
}

haddr_t end_of_addresses(const H5FD_t* file, H5FD_mem_t /*type*/) {
    return of(file).end_of_addresses;
}

herr_t set_end_of_addresses(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t address) {
    of(file).end_of_addresses = address;
    return 0;
}

haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t /*type*/) {
    return of(file).source.range.length;
}

herr_t read_source(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t address, size_t size,
                   void* out) {
    const auto& source = of(file).source;
    if (address > source.range.length || size > source.range.length - address) return -1;
    const MutableByteView bytes(static_cast<std::byte*>(out), size);
    return source.file->read_exact(source.range.offset + address, bytes).ok() ? 0 : -1;
}

herr_t write_source(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, size_t, const void*) {
    return -1;
}

H5FD_class_t driver() {
    H5FD_class_t c{};
#ifdef H5FD_CLASS_VERSION
    c.version = H5FD_CLASS_VERSION;
    c.value = static_cast<H5FD_class_value_t>(600);  // from the range that the HDF Group leaves to others
#endif
    c.name = "stepvault";
    c.maxaddr = HADDR_MAX;
    c.fc_degree = H5F_CLOSE_WEAK;
    c.fapl_size = sizeof(Hdf5Source);
    c.open = open_source;
    c.close = close_source;
    c.get_eoa = end_of_addresses;
    c.set_eoa = set_end_of_addresses;
    c.get_eof = end_of_file;
    c.read = read_source;
    c.write = write_source;
    constexpr H5FD_mem_t types[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(types), std::end(types), std::begin(c.fl_map));
    return c;
}

}  // namespace

hid_t hdf5_access(const Hdf5Source& source) {
    const auto c = driver();
    const auto id = H5FDregister(&c);
    const auto access = H5Pcreate(H5P_FILE_ACCESS);
    return id < 0 || access < 0 || H5Pset_driver(access, id, &source) < 0 ? -1 : access;
}

}  // namespace stepvault
