/// Dictionaries of one column chunk: values to 16-bit codes in the order they are first seen, the
/// entries kept in PLAIN layout as the dictionary page needs them.
@NullMarked
package dev.frazil.encoders.internal.dictionary;

import org.jspecify.annotations.NullMarked;
