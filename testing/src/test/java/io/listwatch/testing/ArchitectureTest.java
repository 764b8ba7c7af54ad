package io.listwatch.testing;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;

/** The house is built as ARCHITECTURE.md draws it. */
@AnalyzeClasses(
    packages = "io.listwatch",
    importOptions = {DoNotIncludeTests.class, WithoutTestJars.class})
final class ArchitectureTest {
  private static final HouseRules RULES = new HouseRules("io.listwatch");

  @ArchTest static final ArchRule dependenciesBetweenModulesPointDown = RULES.modules();

  @ArchTest static final ArchRule dependenciesInsideCoreFollowItsLine = RULES.insideCore();

  @ArchTest static final ArchRule dependenciesInsideObjectsFollowItsLine = RULES.insideObjects();

  @ArchTest static final ArchRule objectsStartNothing = RULES.objectsStartNothing();

  @ArchTest static final ArchRule dependenciesInsideServerFollowItsLine = RULES.insideServer();

  @ArchTest static final ArchRule dependenciesInsideRegistryFollowItsLine = RULES.insideRegistry();

  @ArchTest static final ArchRule dependenciesInsideHttpFollowItsLine = RULES.insideHttp();

  @ArchTest static final ArchRule coreKnowsLittle = RULES.coreKnowsLittle();

  @ArchTest static final ArchRule storageKnowsLittle = RULES.storageKnowsLittle();

  @ArchTest static final ArchRule testingKnowsLittle = RULES.testingKnowsLittle();

  @ArchTest static final ArchRule coreOpensNoSockets = RULES.coreOpensNoSockets();

  @ArchTest static final ArchRule timeIsPassedIn = RULES.timeIsPassedIn();

  @ArchTest static final ArchRule packagesAreNullMarked = RULES.packagesAreNullMarked();

  @ArchTest static final ArchRule noPackageIsSplit = RULES.noPackageIsSplit(Modules::of);

  @ArchTest static final ArchRule packagesHaveNoCycles = RULES.packagesHaveNoCycles();

  @ArchTest
  static void aVendorIsSeenInOnePlaceOnly(JavaClasses house) {
    RULES.vendors().forEach(rule -> rule.check(house));
  }

  /** A module this one does not depend on would be outside every rule above. */
  @ArchTest
  static void everyModuleIsLookedAt(JavaClasses house) throws IOException {
    assertThat(house.stream().map(Modules::of).collect(toSet()))
        .containsExactlyInAnyOrderElementsOf(Modules.built());
  }
}
