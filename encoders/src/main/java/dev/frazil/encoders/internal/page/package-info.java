/// Pages: levels and a value body compressed, checksummed, given a header and appended to the
/// chunk. Knows nothing of value types.
@NullMarked
package dev.frazil.encoders.internal.page;

import org.jspecify.annotations.NullMarked;
