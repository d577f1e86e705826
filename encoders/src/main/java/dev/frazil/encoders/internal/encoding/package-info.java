/// Byte layouts of Encodings.md: variable-length integers, the RLE/bit-packing hybrid of dictionary
/// indices, and page bodies turned from PLAIN into another encoding. Kernels over bounded native
/// segments that know nothing of columns, levels and pages.
@NullMarked
package dev.frazil.encoders.internal.encoding;

import org.jspecify.annotations.NullMarked;
