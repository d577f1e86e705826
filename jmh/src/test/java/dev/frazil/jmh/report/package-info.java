/// Tests of tables and pictures made from results.
@NullMarked
package dev.frazil.jmh.report;

import org.jspecify.annotations.NullMarked;
