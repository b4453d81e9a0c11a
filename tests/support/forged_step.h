// Makes step files as an attacker would.
#pragma once

#include <filesystem>
#include <functional>
#include <utility>

#include "vault/format/step_file.h"
#include "vault/format/step_file_writer.h"

namespace stepvault::test {

/// Changes the bits of one chunk.
using ForgeChunk = std::function<void(std::uint32_t stream, std::size_t chunk, CodedChunk& coded)>;

/// Replaces a step file that has no links by a forged step file with valid checksums. `link`: a step file
/// that the forged step file links to.
inline Status forge(const StepFile& step, const std::function<void(StepContent&)>& change,
                    const std::filesystem::path& link = {}, const ForgeChunk& forge_chunk = {}) {
    StepContent content;
    content.meta = step.meta();
    content.layout = step.layout();
    content.figures = step.figures();
    STEPVAULT_ASSIGN(writer, StepFileWriter::create(step.path()));
    for (std::uint32_t s = 0; s < content.layout.streams.size(); ++s) {
        content.streams.push_back(step.stream(s));
        auto& chunks = content.streams.back().chunks;
        for (std::size_t c = 0; c < chunks.size(); ++c) {
            STEPVAULT_ASSIGN(bytes, step.read_chunk(s, c));
            CodedChunk coded{chunks[c].mode, std::move(bytes)};
            if (forge_chunk) forge_chunk(s, c, coded);
            STEPVAULT_ASSIGN(entry, writer.add_chunk(coded, chunks[c].content_hash));
            chunks[c] = entry;
        }
    }
    if (!link.empty()) {
        STEPVAULT_ASSIGN(entry, writer.add_link(link));
        content.links.push_back(entry);
    }
    change(content);
    STEPVAULT_TRY(writer.finish(content, AtomicFile::Existing::replace));
    return {};
}

/// Like forge(), but changes only chunks.
inline Status forge_chunks(const StepFile& step, const ForgeChunk& forge_chunk) {
    return forge(
        step, [](StepContent&) {}, {}, forge_chunk);
}

}  // namespace stepvault::test
