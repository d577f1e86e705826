package dev.frazil.engine;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Imports point down: which room of the engine may know which other room, and which library.
class DirectionTest {
  private static final String ENGINE = "dev.frazil.engine";

  /// Each room with the rooms below it, all of them: what a room may know, it may know through
  /// another one.
  private static final Map<String, Set<String>> BELOW =
      Map.ofEntries(
          Map.entry("arrow", Set.of()),
          Map.entry("schema", Set.of("arrow")),
          Map.entry("align", Set.of("schema", "arrow")),
          Map.entry("csv", Set.of("schema", "arrow")),
          Map.entry("partition", Set.of("align", "schema", "arrow")),
          Map.entry("file", Set.of("schema", "arrow")),
          Map.entry("verify", Set.of("file", "schema", "arrow")),
          Map.entry("iceberg", Set.of("partition", "align", "file", "schema", "arrow")),
          Map.entry("scan", Set.of("csv", "align", "file", "schema", "arrow")),
          Map.entry("store", Set.of("scan", "csv", "align", "file", "schema", "arrow")),
          Map.entry(
              "cli",
              Set.of(
                  "iceberg",
                  "store",
                  "scan",
                  "csv",
                  "verify",
                  "partition",
                  "align",
                  "file",
                  "schema",
                  "arrow")));

  /// Packages of libraries and of the JDK with the rooms that may know them.
  private static final Map<String, List<String>> LIBRARIES =
      Map.ofEntries(
          Map.entry("org.apache.arrow..", List.of("arrow", "scan", "iceberg", "cli")),
          Map.entry("com.google.flatbuffers..", List.of("arrow")),
          Map.entry("org.apache.parquet..", List.of("file")),
          Map.entry("shaded.parquet..", List.of("file")),
          Map.entry("org.apache.iceberg..", List.of("iceberg", "partition", "cli")),
          Map.entry("dev.hardwood..", List.of("scan")),
          Map.entry("de.siegmar..", List.of("csv")),
          Map.entry("java.nio.file..", List.of("file", "iceberg", "csv", "scan", "store", "cli")),
          Map.entry("picocli..", List.of("cli")),
          Map.entry("com.fasterxml.jackson..", List.of("store", "cli")),
          Map.entry("dev.frazil.encoders.internal..", List.of()));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ENGINE);

  @TestFactory
  Stream<DynamicTest> aRoomKnowsOnlyTheRoomsBelowIt() {
    return BELOW.keySet().stream()
        .map(room ->
            DynamicTest.dynamicTest(
                room,
                () ->
                    noClasses()
                        .that()
                        .resideInAPackage(packageOf(room))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(notBelow(room))
                        .check(CLASSES)));
  }

  @Test
  void theErrorsKnowNoRoom() {
    noClasses()
        .that()
        .resideInAPackage(ENGINE)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ENGINE + ".*..")
        .check(CLASSES);
  }

  @TestFactory
  Stream<DynamicTest> aLibraryIsKnownOnlyInItsRooms() {
    return LIBRARIES.entrySet().stream()
        .map(entry ->
            DynamicTest.dynamicTest(
                entry.getKey(),
                () ->
                    noClasses()
                        .that()
                        .resideOutsideOfPackages(
                            entry.getValue().stream()
                                .map(DirectionTest::packageOf)
                                .toArray(String[]::new))
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(entry.getKey())
                        .check(CLASSES)));
  }

  @Test
  void inTheIcebergRoomOnlyTheAdaptersKnowArrowJava() {
    noClasses()
        .that()
        .resideInAPackage(packageOf("iceberg"))
        .and()
        .haveSimpleNameNotStartingWith("Arrow")
        .and()
        .doNotHaveFullyQualifiedName(ENGINE + ".iceberg.ArrowFileAppender$Builder")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.arrow..")
        .check(CLASSES);
  }

  @Test
  void noThriftTypeLeavesTheFileRoom() {
    DescribedPredicate<JavaMethod> thrift =
        DescribedPredicate.describe(
            "show a Thrift type",
            method ->
                Stream.concat(
                        Stream.of(method.getRawReturnType()),
                        method.getRawParameterTypes().stream())
                    .anyMatch(resideInAnyPackage("org.apache.parquet..", "shaded.parquet..")));
    methods()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .arePublic()
        .should(not(be(thrift)))
        .check(CLASSES);
  }

  @Test
  void oneClassMakesRestrictedCalls() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(ENGINE + ".arrow.NativeAccess")
        .and()
        .resideInAPackage(ENGINE + "..")
        .should()
        .callMethodWhere(target(annotatedWith("jdk.internal.javac.Restricted")))
        .check(CLASSES);
  }

  private static String packageOf(String room) {
    return ENGINE + "." + room + "..";
  }

  private static String[] notBelow(String room) {
    return BELOW.keySet().stream()
        .filter(other -> !other.equals(room) && !BELOW.getOrDefault(room, Set.of()).contains(other))
        .map(DirectionTest::packageOf)
        .toArray(String[]::new);
  }

  @Test
  void everyRoomIsInThePlan() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            Stream.concat(Stream.of(ENGINE), BELOW.keySet().stream().map(DirectionTest::packageOf))
                .toArray(String[]::new))
        .should()
        .haveNameMatching(".*")
        .allowEmptyShould(true)
        .check(CLASSES);
  }
}
