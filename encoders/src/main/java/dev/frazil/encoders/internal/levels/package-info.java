/// Validity to definition levels: bitmaps, runs of set bits, and their RLE form. Knows nothing of
/// values.
@NullMarked
package dev.frazil.encoders.internal.levels;

import org.jspecify.annotations.NullMarked;
