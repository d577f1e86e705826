package dev.frazil.encoders;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class DirectionTest {
  private static final JavaClasses ENCODERS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.frazil.encoders");

  @Test
  void encodersKnowNoArrowNoIcebergAndNoFile() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.frazil.encoders..",
            "java.lang..",
            "java.util..",
            "java.nio",
            "java.nio.charset",
            "java.io",
            "jdk.jfr",
            "com.github.luben.zstd..",
            "org.xerial.snappy..",
            "io.airlift.compress.v3..",
            "com.aayushatharva.brotli4j..",
            "org.jspecify..")
        .check(ENCODERS);
  }

  @Test
  void memoryKnowsNothingOfColumns() {
    noClasses()
        .that()
        .resideInAPackage("dev.frazil.encoders.memory")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages("dev.frazil.encoders.memory", "java..", "org.jspecify..")
        .check(ENCODERS);
  }

  @Test
  void valuesAndPagesDoNotKnowEachOther() {
    noClasses()
        .that()
        .resideInAPackage("..internal.values")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..internal.page", "..internal.codec")
        .check(ENCODERS);
    noClasses()
        .that()
        .resideInAnyPackage("..internal.page", "..internal.codec", "..internal.levels")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..internal.values", "..internal.dictionary")
        .check(ENCODERS);
  }
}
