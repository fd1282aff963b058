// Package kit is the root of a module of building blocks that do not allocate:
// an arena, append-style formatting, SQL text, a coalescer of writes, a reader
// of /proc. Each will be a package in a folder of its own.
//
// The module has no requirements, so that a program that imports a block
// inherits nothing but that block. Only the arena may use package unsafe.
//
// None of the blocks is written yet.
package kit
