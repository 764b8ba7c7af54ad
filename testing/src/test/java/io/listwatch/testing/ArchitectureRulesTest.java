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

/**
 * Each rule finds the violations in {@code io.listwatch.testing.wrong}, whose classes break the
 * rules on purpose.
 */
final class ArchitectureRulesTest {
  private static final String ROOT = "io.listwatch.testing.wrong";
  private static final ArchitectureRules RULES = new ArchitectureRules(ROOT);
  private static final JavaClasses WRONG = new ClassFileImporter().importPackages(ROOT);

  @Test
  void findsModuleThatUsesAForbiddenModule() {
    assertThat(faults(RULES.modules()))
        .anyMatch(fault -> fault.contains("storage.UsesModel"))
        .anyMatch(fault -> fault.contains("client.UsesServer"));
  }

  @Test
  void findsUnknownPackage() {
    assertThat(faults(RULES.modules())).anyMatch(fault -> fault.contains("util.Helper"));
  }

  @Test
  void findsUpwardDependencyInCore() {
    assertThat(faults(RULES.insideCore()))
        .anyMatch(fault -> fault.contains("selector.UsesModel"))
        .anyMatch(fault -> fault.contains("time.UsesMetrics"))
        .anyMatch(fault -> fault.contains("workqueue.UsesModel"))
        .anyMatch(fault -> fault.contains("informer.UsesWorkqueue"));
  }

  @Test
  void allowsDownwardDependencyInCore() {
    assertThat(faults(RULES.insideCore()))
        .noneMatch(fault -> fault.contains("controller.UsesWhatItMay"));
  }

  @Test
  void findsUpwardDependencyInServer() {
    assertThat(faults(RULES.insideServer()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("server.registry.UsesHttp"));
  }

  @Test
  void findsUpwardDependencyInRegistry() {
    assertThat(faults(RULES.insideRegistry()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("registry.conversion.UsesVerbs"));
  }

  @Test
  void findsUpwardDependencyInHttp() {
    assertThat(faults(RULES.insideHttp()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("http.exchange.UsesWatch"));
  }

  @Test
  void findsForbiddenLibraryInCore() {
    assertThat(faults(RULES.coreUsesOnlyAllowedPackages()))
        .anyMatch(fault -> fault.contains("informer.UsesMicrometer"))
        .noneMatch(fault -> fault.contains("controller.UsesWhatItMay"));
  }

  @Test
  void findsForbiddenLibraryInStorage() {
    assertThat(faults(RULES.storageUsesOnlyAllowedPackages()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("storage.UsesModel"));
  }

  @Test
  void findsServerOnTheClassPathOfTests() {
    assertThat(faults(RULES.testingUsesOnlyAllowedPackages()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("testing.UsesServer"));
  }

  @Test
  void findsSocketInCore() {
    assertThat(faults(RULES.coreUsesNoSockets()))
        .anyMatch(fault -> fault.contains("store.OpensSockets.socket"))
        .anyMatch(fault -> fault.contains("store.OpensSockets.channel"))
        .anyMatch(fault -> fault.contains("store.OpensSockets.client"))
        .noneMatch(fault -> fault.contains("store.OpensSockets.address"));
  }

  @Test
  void findsLibraryOutsideItsPackage() {
    var faults = RULES.vendors().stream().flatMap(rule -> faults(rule).stream());

    assertThat(faults).isNotEmpty().allMatch(fault -> fault.contains("informer.UsesMicrometer"));
  }

  @Test
  void findsUseOfALibrarysInternalPackage() {
    assertThat(faults(RULES.noLibraryInternalsAreUsed()))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("http.UsesInternals"));
  }

  @Test
  void findsInternalTypeInApiSignature() throws IOException {
    var api = new PublicApi(List.of(Path.of(System.getProperty("basedir", ""), "src/test/java")));

    assertThat(faults(RULES.apiMentionsOnlyApi(api)))
        .hasSize(2)
        .anyMatch(fault -> fault.contains("MentionsInternals.returned()"))
        .anyMatch(fault -> fault.contains("MentionsInternals.given("));
  }

  @Test
  void findsWorkloadsThatUseInternals() throws IOException {
    var api = new PublicApi(List.of(Path.of(System.getProperty("basedir", ""), "src/test/java")));

    assertThat(faults(RULES.workloadsUseOnlyTheApi(api)))
        .anyMatch(fault -> fault.contains("UsesInternals.type("))
        .anyMatch(fault -> fault.contains("UsesInternals.method("))
        .noneMatch(fault -> fault.contains("UsesInternals.allowed("));
  }

  @Test
  void findsEveryUseOfTheSystemClock() {
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
  void findsPackageWithoutNullMarked() {
    assertThat(faults(RULES.packagesAreNullMarked()))
        .anyMatch(fault -> fault.contains("util.Helper"))
        .noneMatch(fault -> fault.contains("controller.UsesWhatItMay"));
  }

  @Test
  void findsOptionalFieldAndParameter() {
    assertThat(faults(RULES.optionalsAreOnlyReturned()))
        .hasSize(2)
        .anyMatch(fault -> fault.contains("KeepsOptional.kept"))
        .anyMatch(fault -> fault.contains("KeepsOptional.taken("));
  }

  @Test
  void findsPackageInTwoModules() {
    // Treats every class as a module of its own.
    assertThat(faults(RULES.noPackageIsSplit(JavaClass::getSimpleName)))
        .anyMatch(fault -> fault.contains("informer.UsesMicrometer"))
        .noneMatch(fault -> fault.contains("util.Helper"));
  }

  @Test
  void findsPackageCycle() {
    assertThat(faults(RULES.packagesHaveNoCycles()))
        .singleElement()
        .asString()
        .contains("Slice model", "Slice selector");
  }

  private static List<String> faults(ArchRule rule) {
    return rule.evaluate(WRONG).getFailureReport().getDetails();
  }
}
