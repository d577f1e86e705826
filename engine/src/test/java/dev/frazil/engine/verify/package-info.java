/// Tests of the verifier: files of several writers, and lies that are planted in good files.
@NullMarked
package dev.frazil.engine.verify;

import org.jspecify.annotations.NullMarked;
