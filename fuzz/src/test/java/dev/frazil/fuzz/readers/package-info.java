/// Tests of the readers, on files of a foreign writer.
@NullMarked
package dev.frazil.fuzz.readers;

import org.jspecify.annotations.NullMarked;
