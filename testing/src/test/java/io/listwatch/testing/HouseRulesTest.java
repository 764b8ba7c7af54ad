package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule finds its fault in {@code io.listwatch.testing.wrong}, a house full of faults. */
final class HouseRulesTest {
  private static final String ROOT = "io.listwatch.testing.wrong";
  private static final HouseRules RULES = new HouseRules(ROOT);
  private static final JavaClasses WRONG = new ClassFileImporter().importPackages(ROOT);

  @Test
  void aModuleUsingOneBesideItIsFound() {
    assertThat(faults(RULES.modules()))
        .anyMatch(fault -> fault.contains("storage.UsesModel"))
        .anyMatch(fault -> fault.contains("client.UsesServer"));
  }

  @Test
  void aPackageNobodyPlannedIsFound() {
    assertThat(faults(RULES.modules())).anyMatch(fault -> fault.contains("util.Helper"));
  }

  @Test
  void aDependencyAgainstTheLineOfCoreIsFound() {
    assertThat(faults(RULES.insideCore()))
        .anyMatch(fault -> fault.contains("selector.UsesModel"))
        .anyMatch(fault -> fault.contains("time.UsesMetrics"))
        .anyMatch(fault -> fault.contains("workqueue.UsesModel"))
        .anyMatch(fault -> fault.contains("informer.UsesWorkqueue"));
  }

  @Test
  void aDependencyAlongTheLineOfCoreIsNoFault() {
    assertThat(faults(RULES.insideCore()))
        .noneMatch(fault -> fault.contains("controller.UsesWhatItMay"));
  }

  @Test
  void aDependencyAgainstTheLineOfTheServerIsFound() {
    assertThat(faults(RULES.insideServer()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("server.registry.UsesHttp"));
  }

  @Test
  void aDependencyAgainstTheLineOfTheRegistryIsFound() {
    assertThat(faults(RULES.insideRegistry()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("registry.conversion.UsesVerbs"));
  }

  @Test
  void aDependencyAgainstTheLineOfHttpIsFound() {
    assertThat(faults(RULES.insideHttp()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("http.exchange.UsesWatch"));
  }

  @Test
  void aLibraryCoreDoesNotKnowIsFound() {
    assertThat(faults(RULES.coreKnowsLittle()))
        .anyMatch(fault -> fault.contains("informer.UsesMicrometer"))
        .noneMatch(fault -> fault.contains("controller.UsesWhatItMay"));
  }

  @Test
  void aLibraryStorageDoesNotKnowIsFound() {
    assertThat(faults(RULES.storageKnowsLittle()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("storage.UsesModel"));
  }

  @Test
  void aServerOnTheClassPathOfTestsIsFound() {
    assertThat(faults(RULES.testingKnowsLittle()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("testing.UsesServer"));
  }

  @Test
  void aSocketInCoreIsFound() {
    assertThat(faults(RULES.coreOpensNoSockets()))
        .anyMatch(fault -> fault.contains("store.OpensSockets.socket"))
        .anyMatch(fault -> fault.contains("store.OpensSockets.channel"))
        .anyMatch(fault -> fault.contains("store.OpensSockets.client"))
        .noneMatch(fault -> fault.contains("store.OpensSockets.address"));
  }

  @Test
  void aVendorOutsideItsPlaceIsFound() {
    var faults = RULES.vendors().stream().flatMap(rule -> faults(rule).stream());

    assertThat(faults).isNotEmpty().allMatch(fault -> fault.contains("informer.UsesMicrometer"));
  }

  @Test
  void anInternalPackageOfALibraryIsFound() {
    assertThat(faults(RULES.internalsOfLibrariesAreLeftAlone()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("http.UsesInternals"));
  }

  @Test
  void anInternalTypeInASignatureOfTheApiIsFound() throws IOException {
    var promise = new Promise(List.of(Path.of(System.getProperty("basedir", ""), "src/test/java")));

    assertThat(faults(RULES.apiMentionsOnlyApi(promise)))
        .hasSize(2)
        .anyMatch(fault -> fault.contains("MentionsInternals.returned()"))
        .anyMatch(fault -> fault.contains("MentionsInternals.given("));
  }

  @Test
  void everyWayToTheMachinesClockIsFound() {
    assertThat(faults(RULES.timeIsPassedIn()))
        .anyMatch(fault -> fault.contains("ReadsTheClock.nanos"))
        .anyMatch(fault -> fault.contains("ReadsTheClock.reference"))
        .anyMatch(fault -> fault.contains("ReadsTheClock.instant"))
        .anyMatch(fault -> fault.contains("ReadsTheClock.clock"))
        .anyMatch(fault -> fault.contains("ReadsTheClock.sleep"))
        .anyMatch(fault -> fault.contains("ReadsTheClock.executor"))
        .noneMatch(fault -> fault.contains("time.ReadsTheClock"));
  }

  @Test
  void aPackageWithoutNullMarkedIsFound() {
    assertThat(faults(RULES.packagesAreNullMarked()))
        .anyMatch(fault -> fault.contains("util.Helper"))
        .noneMatch(fault -> fault.contains("controller.UsesWhatItMay"));
  }

  @Test
  void aPackageInTwoModulesIsFound() {
    // As if every class were a module of its own.
    assertThat(faults(RULES.noPackageIsSplit(JavaClass::getSimpleName)))
        .anyMatch(fault -> fault.contains("informer.UsesMicrometer"))
        .noneMatch(fault -> fault.contains("util.Helper"));
  }

  @Test
  void aCycleOfPackagesIsFound() {
    assertThat(faults(RULES.packagesHaveNoCycles()))
        .singleElement()
        .asString()
        .contains("Slice model", "Slice selector");
  }

  private static List<String> faults(ArchRule rule) {
    return rule.evaluate(WRONG).getFailureReport().getDetails();
  }
}
