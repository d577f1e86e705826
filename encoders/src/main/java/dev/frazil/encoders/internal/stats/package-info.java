/// Bounds of values: how they are gathered, compared and merged. Knows nothing of pages or
/// encodings.
@NullMarked
package dev.frazil.encoders.internal.stats;

import org.jspecify.annotations.NullMarked;
