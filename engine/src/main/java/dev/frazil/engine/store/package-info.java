/// The versioned dataset store: profiles of numbered versions in plain directories that several
/// processes share, on a local disk or a network share, and that survive a power cut. Decides by
/// creating names that must not exist, never by locks. Knows no table and no command line.
@NullMarked
package dev.frazil.engine.store;

import org.jspecify.annotations.NullMarked;
