/// Native memory with one owner: allocated by the C library, seen as bounded segments, freed once;
/// and how numbers, bits and Thrift structures lie in it.
///
/// The only package of the module that makes restricted calls. It knows nothing of columns or
/// pages.
@NullMarked
package dev.frazil.encoders.memory;

import org.jspecify.annotations.NullMarked;
