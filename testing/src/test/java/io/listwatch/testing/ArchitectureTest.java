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

/** The code keeps the dependency rules of ARCHITECTURE.md. */
@AnalyzeClasses(
    packages = "io.listwatch",
    importOptions = {DoNotIncludeTests.class, WithoutTestJars.class})
final class ArchitectureTest {
  private static final ArchitectureRules RULES = new ArchitectureRules("io.listwatch");

  @ArchTest static final ArchRule dependenciesBetweenModulesPointDown = RULES.modules();

  @ArchTest static final ArchRule dependenciesInsideCorePointDown = RULES.insideCore();

  @ArchTest static final ArchRule dependenciesInsideObjectsPointDown = RULES.insideObjects();

  @ArchTest
  static final ArchRule objectsUseNoThreadsOrSockets = RULES.objectsUseNoThreadsOrSockets();

  @ArchTest static final ArchRule dependenciesInsideServerPointDown = RULES.insideServer();

  @ArchTest static final ArchRule dependenciesInsideRegistryPointDown = RULES.insideRegistry();

  @ArchTest static final ArchRule dependenciesInsideHttpPointDown = RULES.insideHttp();

  @ArchTest
  static final ArchRule faultsUseOnlyTheServersInterface = RULES.faultsUseOnlyTheServersInterface();

  @ArchTest
  static final ArchRule consoleUsesOnlyTheServersPages = RULES.consoleUsesOnlyTheServersPages();

  @ArchTest static final ArchRule coreUsesOnlyAllowedPackages = RULES.coreUsesOnlyAllowedPackages();

  @ArchTest
  static final ArchRule storageUsesOnlyAllowedPackages = RULES.storageUsesOnlyAllowedPackages();

  @ArchTest
  static final ArchRule testingUsesOnlyAllowedPackages = RULES.testingUsesOnlyAllowedPackages();

  @ArchTest static final ArchRule coreUsesNoSockets = RULES.coreUsesNoSockets();

  @ArchTest static final ArchRule noLibraryInternalsAreUsed = RULES.noLibraryInternalsAreUsed();

  @ArchTest static final ArchRule timeIsPassedIn = RULES.timeIsPassedIn();

  @ArchTest static final ArchRule packagesAreNullMarked = RULES.packagesAreNullMarked();

  @ArchTest static final ArchRule optionalsAreOnlyReturned = RULES.optionalsAreOnlyReturned();

  @ArchTest static final ArchRule noPackageIsSplit = RULES.noPackageIsSplit(Modules::of);

  @ArchTest static final ArchRule packagesHaveNoCycles = RULES.packagesHaveNoCycles();

  @ArchTest
  static void eachLibraryIsUsedInOnePlaceOnly(JavaClasses classes) {
    RULES.vendors().forEach(rule -> rule.check(classes));
  }

  @ArchTest
  static void apiMentionsOnlyApi(JavaClasses classes) throws IOException {
    RULES.apiMentionsOnlyApi(new PublicApi(MainSources.roots())).check(classes);
  }

  @ArchTest
  static void workloadsUseOnlyTheApi(JavaClasses classes) throws IOException {
    RULES.workloadsUseOnlyTheApi(new PublicApi(MainSources.roots())).check(classes);
  }

  @ArchTest
  static void changelogNamesTheApi(JavaClasses classes) throws IOException {
    String promised = DocPage.of("CHANGELOG.md").section("What is promised").text();

    assertThat(Pattern.compile("`(io\\.listwatch[\\w.]*)`").matcher(promised).results())
        .extracting(name -> name.group(1))
        .containsExactlyInAnyOrderElementsOf(new PublicApi(MainSources.roots()).names(classes));
  }

  /**
   * The API diff of a module with internal packages names the module's API. Modules without
   * internal packages are API as a whole.
   */
  @ArchTest
  static void apiDiffComparesTheApi(JavaClasses classes) throws IOException {
    var api = new PublicApi(MainSources.roots());
    for (String module : List.of("client", "objects", "server", "testing", "workloads")) {
      String pom = DocPage.of(module + "/pom.xml").text();

      assertThat(Pattern.compile("<include>(io\\.listwatch.*)</include>").matcher(pom).results())
          .extracting(name -> name.group(1))
          .containsExactlyInAnyOrderElementsOf(
              api.names(classes.stream().filter(type -> Modules.of(type).equals(module)).toList()));
    }
  }

  /** A module that this one does not depend on would escape all rules above. */
  @ArchTest
  static void everyModuleIsChecked(JavaClasses classes) throws IOException {
    assertThat(classes.stream().map(Modules::of).collect(toSet()))
        .containsExactlyInAnyOrderElementsOf(Modules.built());
  }
}
