/// Whether a Parquet file tells the truth: what its footer, indexes, bloom filters and page headers
/// say is compared with what its values give. Files of any writer, perhaps damaged, page by page in
/// bounded memory. The decoders here share nothing with the encoders that they judge. Knows no
/// Arrow, no table and no Thrift.
@NullMarked
package dev.frazil.engine.verify;

import org.jspecify.annotations.NullMarked;
