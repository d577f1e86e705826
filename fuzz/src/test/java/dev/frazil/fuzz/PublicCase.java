package dev.frazil.fuzz;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The cases of `parquet-cases.json` that a test stands for.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface PublicCase {
  /// Ids of cases.
  String[] value();
}
