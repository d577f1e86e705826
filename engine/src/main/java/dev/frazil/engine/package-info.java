/// The errors that the rooms of the engine share.
@NullMarked
package dev.frazil.engine;

import org.jspecify.annotations.NullMarked;
