// Package kit is the root of a module of building blocks that do not allocate:
//
//   - alloctest lets a test say how many allocations a function makes
//   - appendfmt appends dates, numbers and quoted text to a buffer
//   - arena hands out memory by type and takes it back all at once
//   - coalesce shares computations that began after they were asked for
//   - linkify turns the keywords of a text into links
//   - pool keeps buffers by size, within limits
//   - procfs reads files of /proc again and again
//   - sqltext puts arguments into a statement of SQL
//   - unsafetext converts between strings and bytes without copying
//
// The module has no requirements, so that a program that imports a block
// inherits nothing but that block. Only the arena and unsafetext use package
// unsafe.
package kit
