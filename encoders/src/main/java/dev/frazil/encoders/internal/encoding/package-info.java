/// Byte layouts of Encodings.md: variable-length integers and the RLE/bit-packing hybrid of
/// dictionary indices. Static kernels over bounded native segments.
@NullMarked
package dev.frazil.encoders.internal.encoding;

import org.jspecify.annotations.NullMarked;
