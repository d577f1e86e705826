/// Batches in the order and at the types of a target schema: columns found by field id or name,
/// cast where the type differs.
@NullMarked
package dev.frazil.engine.align;

import org.jspecify.annotations.NullMarked;
