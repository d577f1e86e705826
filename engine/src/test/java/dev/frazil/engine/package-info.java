/// Tests of the engine as a whole.
@NullMarked
package dev.frazil.engine;

import org.jspecify.annotations.NullMarked;
