/// Values of each physical type: into PLAIN pages or dictionary indices, with bounds and NaN counts
/// gathered while the values are in cache. Knows nothing of pages, levels or compression.
@NullMarked
package dev.frazil.encoders.internal.values;

import org.jspecify.annotations.NullMarked;
