/// Tests of the command line.
@NullMarked
package dev.frazil.engine.cli;

import org.jspecify.annotations.NullMarked;
