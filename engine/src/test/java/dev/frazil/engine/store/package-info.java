/// Tests of the dataset store: its operations one by one, and the proof that they hold together in
/// several processes that may be killed.
@NullMarked
package dev.frazil.engine.store;

import org.jspecify.annotations.NullMarked;
