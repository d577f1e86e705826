/// Tests of CSV in and out.
@NullMarked
package dev.frazil.engine.csv;

import org.jspecify.annotations.NullMarked;
