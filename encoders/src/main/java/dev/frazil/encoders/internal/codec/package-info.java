/// Compression of whole pages between native slabs, on reused contexts. Knows nothing of what a
/// page holds.
@NullMarked
package dev.frazil.encoders.internal.codec;

import org.jspecify.annotations.NullMarked;
