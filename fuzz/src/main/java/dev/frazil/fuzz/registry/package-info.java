/// The interoperability registry: the cells of Arrow type, encoding, page version, codec,
/// nullability and nesting that the engine writes, which reader opens which of them, and why
/// another one does not. Knows the engine through its public surface.
@NullMarked
package dev.frazil.fuzz.registry;

import org.jspecify.annotations.NullMarked;
