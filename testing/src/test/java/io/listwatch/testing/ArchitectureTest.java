package io.listwatch.testing;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

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

  @ArchTest static final ArchRule faultsUseTheSeam = RULES.faultsUseTheSeam();

  @ArchTest static final ArchRule coreKnowsLittle = RULES.coreKnowsLittle();

  @ArchTest static final ArchRule storageKnowsLittle = RULES.storageKnowsLittle();

  @ArchTest static final ArchRule testingKnowsLittle = RULES.testingKnowsLittle();

  @ArchTest static final ArchRule coreOpensNoSockets = RULES.coreOpensNoSockets();

  @ArchTest
  static final ArchRule internalsOfLibrariesAreLeftAlone = RULES.internalsOfLibrariesAreLeftAlone();

  @ArchTest static final ArchRule timeIsPassedIn = RULES.timeIsPassedIn();

  @ArchTest static final ArchRule packagesAreNullMarked = RULES.packagesAreNullMarked();

  @ArchTest static final ArchRule noPackageIsSplit = RULES.noPackageIsSplit(Modules::of);

  @ArchTest static final ArchRule packagesHaveNoCycles = RULES.packagesHaveNoCycles();

  @ArchTest
  static void aVendorIsSeenInOnePlaceOnly(JavaClasses house) {
    RULES.vendors().forEach(rule -> rule.check(house));
  }

  @ArchTest
  static void apiMentionsOnlyApi(JavaClasses house) throws IOException {
    RULES.apiMentionsOnlyApi(new Promise(MainSources.roots())).check(house);
  }

  @ArchTest
  static void theChangelogNamesTheApi(JavaClasses house) throws IOException {
    String promised = DocPage.of("CHANGELOG.md").section("What is promised").text();

    assertThat(Pattern.compile("`(io\\.listwatch[\\w.]*)`").matcher(promised).results())
        .extracting(name -> name.group(1))
        .containsExactlyInAnyOrderElementsOf(new Promise(MainSources.roots()).names(house));
  }

  /** Modules with internal packages name their API to the API diff; the others are all API. */
  @ArchTest
  static void theApiDiffComparesTheApi(JavaClasses house) throws IOException {
    var promise = new Promise(MainSources.roots());
    for (String module : List.of("client", "objects", "server", "testing")) {
      String pom = DocPage.of(module + "/pom.xml").text();

      assertThat(Pattern.compile("<include>(io\\.listwatch.*)</include>").matcher(pom).results())
          .extracting(name -> name.group(1))
          .containsExactlyInAnyOrderElementsOf(
              promise.names(
                  house.stream().filter(type -> Modules.of(type).equals(module)).toList()));
    }
  }

  /** A module this one does not depend on would be outside every rule above. */
  @ArchTest
  static void everyModuleIsLookedAt(JavaClasses house) throws IOException {
    assertThat(house.stream().map(Modules::of).collect(toSet()))
        .containsExactlyInAnyOrderElementsOf(Modules.built());
  }
}
