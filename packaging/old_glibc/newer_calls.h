/* Included first into each C++ file of a build for glibc 2.17: declares calls of Linux that newer_calls.c makes. The
   headers of Zig's glibc hold their constants, but hide the functions that glibc 2.17 lacks. */
#pragma once

struct statx;

extern "C" {
int statx(int folder, const char* path, int flags, unsigned mask, struct statx* found) noexcept;
int memfd_create(const char* name, unsigned flags) noexcept;
}
