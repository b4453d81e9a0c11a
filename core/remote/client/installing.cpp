#include "remote/client/installing.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <unistd.h>

#include "base/blocked_sigpipe.h"
#include "base/file.h"
#include "base/uninterrupted.h"
#include "remote/client/ssh_process.h"

namespace stepvault {

namespace {

constexpr std::size_t piece_bytes = std::size_t{256} << 10;
/// How long the machine takes to check the copy after its last byte.
constexpr std::chrono::seconds check_patience{60};

/// Sends the file to ssh's standard input. False once ssh does not read any more.
Result<bool> send(const std::filesystem::path& program, int to, const JobContext& job) {
    const BlockedSigpipe blocked;
    STEPVAULT_ASSIGN(file, File::open_read(program));
    STEPVAULT_ASSIGN(size, file.size());
    Bytes piece(piece_bytes);
    for (std::uint64_t done = 0; done < size;) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(got, file.read_some(done, piece));
        if (got == 0) return Error{ErrorCode::changed, program.native() + " changed while it was sent"};
        for (std::size_t sent = 0; sent < got;) {
            const auto n = ::write(to, piece.data() + sent, got - sent);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return false;
            sent += static_cast<std::size_t>(n);
        }
        done += got;
        job.report({.done = done, .total = size, .item = program.filename().native()});
    }
    return true;
}

}  // namespace

std::filesystem::path program_to_install() {
    std::error_code ec;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", ec).parent_path();
    const std::string one_file = "stepvault-" STEPVAULT_VERSION "-linux-x86_64";
    for (const auto& candidate : {folder / one_file, folder.parent_path() / "lib" / "stepvault" / one_file}) {
        if (std::filesystem::exists(candidate, ec)) return candidate;
    }
    return folder / "stepvault";
}

Status check_program(const std::filesystem::path& program) {
    // An ELF file begins so: 64 bits, little-endian, version 1; type and machine follow.
    constexpr std::string_view elf =
        "\x7f"
        "ELF\x02\x01\x01";
    constexpr std::size_t machine_at = 18;
    constexpr std::size_t header_bytes = 64;
    constexpr std::byte x86_64{62};
    STEPVAULT_ASSIGN(file, File::open_read(program));
    Bytes header(header_bytes);
    STEPVAULT_ASSIGN(got, file.read_some(0, header));
    if (got == header_bytes && as_text(header).starts_with(elf) && header[machine_at] == x86_64 &&
        header[machine_at + 1] == std::byte{0})
        return {};
    // A shell there would run another file as a script.
    return Error{ErrorCode::invalid_argument,
                 program.native() +
                     " is not a program for Linux on x86-64; give the file stepvault-" STEPVAULT_VERSION
                     "-linux-x86_64"};
}

Result<std::string> sha256_of(const std::filesystem::path& file) {
    const auto command = "sha256sum < " + shell_word(file.native());
    const std::unique_ptr<FILE, int (*)(FILE*)> sum(::popen(command.c_str(), "re"), ::pclose);
    std::array<char, 64> digits{};
    if (!sum || std::fread(digits.data(), 1, digits.size(), sum.get()) != digits.size())
        return Error{ErrorCode::not_found, "cannot compute the SHA-256 of " + file.native()};
    return std::string(digits.data(), digits.size());
}

Status install_there(const RemotePlace& place, const std::filesystem::path& program,
                     const Variables& variables, const JobContext& job) {
    STEPVAULT_TRY(check_program(program));
    STEPVAULT_ASSIGN(sha256, sha256_of(program));
    STEPVAULT_ASSIGN(ssh, SshProcess::start(install_arguments(place, sha256), variables));
    const std::stop_callback on_stop(job.stop, [&] { ssh->stop(); });
    STEPVAULT_TRY(send(program, ssh->to_it(), job));
    ssh->close_input();
    const auto code = ssh->code(check_patience);
    STEPVAULT_TRY(job.check());
    if (code == 0) return {};
    const auto complaint = ssh->complaint();
    if (const auto own = said_by_stepvault(complaint); !own.empty()) return Error{ErrorCode::io, own};
    return Error{ErrorCode::io, "cannot copy Stepvault to " + place.host + ": " +
                                    (complaint.empty() ? "no answer" : complaint)};
}

}  // namespace stepvault
