/// Compression of whole pages between native slabs, on reused contexts, by native libraries or
/// where they do not load by ones in Java. Knows nothing of what a page holds but whether it ends
/// in eight-byte numbers.
@NullMarked
package dev.frazil.encoders.internal.codec;

import org.jspecify.annotations.NullMarked;
