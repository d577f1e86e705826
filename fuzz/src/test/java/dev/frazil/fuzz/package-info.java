/// Property, fuzz and case tests of whole files.
@NullMarked
package dev.frazil.fuzz;

import org.jspecify.annotations.NullMarked;
