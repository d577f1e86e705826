/// Split-block bloom filters of BloomFilter.md over values in PLAIN layout. Knows nothing of
/// columns, of the filter's Thrift header and of files.
@NullMarked
package dev.frazil.encoders.internal.bloom;

import org.jspecify.annotations.NullMarked;
