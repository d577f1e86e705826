/// Tests of the interoperability registry.
@NullMarked
package dev.frazil.fuzz.registry;

import org.jspecify.annotations.NullMarked;
