/// Tests of scans.
@NullMarked
package dev.frazil.engine.scan;

import org.jspecify.annotations.NullMarked;
