/// Tests of the Arrow import, and producers of C structs for all tests of the engine.
@NullMarked
package dev.frazil.engine.arrow;

import org.jspecify.annotations.NullMarked;
