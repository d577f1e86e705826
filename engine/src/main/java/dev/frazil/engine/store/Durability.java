package dev.frazil.engine.store;

/// What of an acknowledged change survives a power cut.
public enum Durability {
  /// All of it: content and names are forced to the disk before a call returns.
  CONTENT_AND_NAMES,
  /// Content is forced to the disk, but the platform cannot force the names in a directory
  /// (Windows, some shares): they last as soon as the operating system writes them by itself.
  CONTENT
}
