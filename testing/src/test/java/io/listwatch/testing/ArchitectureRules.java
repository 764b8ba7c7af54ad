package io.listwatch.testing;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The dependency rules of ARCHITECTURE.md, for the packages below a root. The root is a parameter
 * so that a test can apply the rules to packages that break them on purpose.
 *
 * <p>A rule about a package that does not exist yet passes until the package appears.
 */
final class ArchitectureRules {
  /** Packages that every package of core may use and that use none themselves. */
  private static final List<String> LEAVES = List.of("json", "metrics", "time");

  /** Packages in dependency order: each may use the ones before it. */
  private static final List<String> CHAIN =
      List.of("selector", "model", "reflector", "store", "informer", "controller", "trace");

  private final String root;

  ArchitectureRules(String root) {
    this.root = root;
  }

  ArchRule modules() {
    return layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .withOptionalLayers(true)
        .layer("core")
        .definedBy(corePackages())
        .layer("storage")
        .definedBy(root + ".storage")
        .layer("storage-sqlite")
        .definedBy(below("storage.sqlite"))
        .layer("storage-etcd")
        .definedBy(below("storage.etcd"))
        .layer("micrometer")
        .definedBy(below("micrometer"))
        .layer("objects")
        .definedBy(below("objects"))
        .layer("server")
        .definedBy(below("server"))
        .layer("faults")
        .definedBy(below("faults"))
        .layer("console")
        .definedBy(below("console"))
        .layer("client")
        .definedBy(below("client"))
        .layer("opentelemetry")
        .definedBy(below("opentelemetry"))
        .layer("fabric8")
        .definedBy(below("fabric8"))
        .layer("official")
        .definedBy(below("official"))
        .layer("spring")
        .definedBy(below("spring"))
        .layer("demo")
        .definedBy(below("demo"))
        .layer("workloads")
        .definedBy(below("workloads"))
        .layer("cli")
        .definedBy(below("cli"))
        .layer("testing")
        .definedBy(below("testing"))
        // Fails for a package that belongs to none of these layers.
        .ensureAllClassesAreContainedInArchitecture()
        .whereLayer("core")
        .mayNotAccessAnyLayer()
        .whereLayer("storage")
        .mayNotAccessAnyLayer()
        .whereLayer("storage-sqlite")
        .mayOnlyAccessLayers("storage")
        .whereLayer("storage-etcd")
        .mayOnlyAccessLayers("storage")
        .whereLayer("micrometer")
        .mayOnlyAccessLayers("core")
        .whereLayer("client")
        .mayOnlyAccessLayers("core")
        .whereLayer("opentelemetry")
        .mayOnlyAccessLayers("core", "client")
        .whereLayer("fabric8")
        .mayOnlyAccessLayers("core", "client")
        .whereLayer("official")
        .mayOnlyAccessLayers("core", "client")
        .whereLayer("spring")
        .mayOnlyAccessLayers("core", "client", "micrometer")
        .whereLayer("demo")
        .mayOnlyAccessLayers("core", "client")
        .whereLayer("workloads")
        .mayOnlyAccessLayers("core", "client", "objects")
        .whereLayer("objects")
        .mayOnlyAccessLayers("core")
        .whereLayer("server")
        .mayOnlyAccessLayers("core", "storage", "objects")
        .whereLayer("faults")
        .mayOnlyAccessLayers("core", "storage", "objects", "server")
        .whereLayer("console")
        .mayOnlyAccessLayers("core", "objects", "server")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("testing")
        .mayNotBeAccessedByAnyLayer()
        .as("dependencies between modules point down");
  }

  ArchRule insideCore() {
    LayeredArchitecture lines =
        layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
    for (String name : coreNames()) {
      lines = lines.layer(name).definedBy(below(name));
    }
    for (String leaf : LEAVES) {
      lines = lines.whereLayer(leaf).mayNotAccessAnyLayer();
    }
    var allowed = new ArrayList<>(LEAVES);
    lines = lines.whereLayer("workqueue").mayOnlyAccessLayers(array(allowed));
    for (String link : CHAIN) {
      if (link.equals("controller")) {
        allowed.add("workqueue");
      }
      lines = lines.whereLayer(link).mayOnlyAccessLayers(array(allowed));
      allowed.add(link);
    }
    return lines.as(
        "inside core: selector < model < reflector < store < informer < controller < trace;"
            + " workqueue alone");
  }

  /** The root package uses all others, and all use schema. */
  ArchRule insideObjects() {
    LayeredArchitecture lines =
        layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
    for (String name :
        List.of(
            "custom",
            "strategy",
            "metadata",
            "kinds",
            "apply",
            "protobuf",
            "yaml",
            "schema",
            "x509")) {
      lines = lines.layer(name).definedBy(below("objects." + name));
    }
    return lines
        .layer("objects")
        .definedBy(root + ".objects")
        .whereLayer("objects")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("custom")
        .mayOnlyAccessLayers("strategy", "metadata", "kinds", "apply", "schema")
        .whereLayer("strategy")
        .mayOnlyAccessLayers("metadata", "kinds", "apply", "schema", "x509")
        .whereLayer("metadata")
        .mayOnlyAccessLayers("schema")
        .whereLayer("kinds")
        .mayOnlyAccessLayers("schema", "x509")
        .whereLayer("apply")
        .mayOnlyAccessLayers("schema")
        .whereLayer("protobuf")
        .mayOnlyAccessLayers("schema")
        .whereLayer("yaml")
        .mayOnlyAccessLayers("schema")
        .whereLayer("schema")
        .mayNotAccessAnyLayer()
        .whereLayer("x509")
        .mayNotAccessAnyLayer()
        .as(
            "inside objects: root > custom > strategy > kinds, apply, metadata > schema;"
                + " protobuf, yaml > schema; kinds > x509");
  }

  /**
   * The module has only pure functions over objects, so that a test, a command or another server
   * can use it.
   */
  ArchRule objectsUseNoThreadsOrSockets() {
    return noClasses()
        .that()
        .resideInAPackage(below("objects"))
        .should()
        .dependOnClassesThat(
            describe(
                "are threads, sockets or channels",
                type ->
                    isNetwork(type)
                        || type.isAssignableTo(Thread.class)
                        || type.isAssignableTo(Executor.class)));
  }

  /** The packages auth, webhook, thread and fairness are outside this order. */
  ArchRule insideServer() {
    return layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .withOptionalLayers(true)
        .layer("root")
        .definedBy(root + ".server")
        .layer("http")
        .definedBy(below("server.http"))
        .layer("controllers")
        .definedBy(below("server.controllers"))
        .layer("registry")
        .definedBy(below("server.registry"))
        .layer("cache")
        .definedBy(below("server.cache"))
        .layer("resource")
        .definedBy(below("server.resource"))
        .whereLayer("root")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("http")
        .mayOnlyAccessLayers("registry", "cache", "resource")
        .whereLayer("controllers")
        .mayOnlyAccessLayers("registry", "resource")
        .whereLayer("registry")
        .mayOnlyAccessLayers("cache", "resource")
        .whereLayer("cache")
        .mayOnlyAccessLayers("resource")
        .whereLayer("resource")
        .mayNotAccessAnyLayer()
        .as("inside server: http > registry > cache > resource");
  }

  /**
   * Faults use the server only through a few packages; the rest of its HTTP code does not depend on
   * them.
   */
  ArchRule faultsUseOnlyTheServersInterface() {
    return noClasses()
        .that()
        .resideInAPackage(below("faults"))
        .should()
        .dependOnClassesThat(
            describe(
                "are in server packages other than its root, http.interference, http.request,"
                    + " registry and resource",
                type ->
                    type.getPackageName().startsWith(root + ".server.")
                        && !List.of("http.interference", "http.request", "registry", "resource")
                            .contains(
                                type.getPackageName().substring((root + ".server.").length()))));
  }

  /** The console adds pages and documents; its page requests objects like any client. */
  ArchRule consoleUsesOnlyTheServersPages() {
    return noClasses()
        .that()
        .resideInAPackage(below("console"))
        .should()
        .dependOnClassesThat(
            describe(
                "are in server packages other than http.page, http.exchange, http.request and auth",
                type ->
                    type.getPackageName().startsWith(root + ".server")
                        && !List.of("http.page", "http.exchange", "http.request", "auth")
                            .contains(type.getPackageName().replace(root + ".server.", ""))));
  }

  /** A write passes down through these packages. No package uses one above it. */
  ArchRule insideRegistry() {
    LayeredArchitecture lines =
        layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
    for (String name : List.of("verbs", "write", "delete", "admission", "strategy", "conversion")) {
      lines = lines.layer(name).definedBy(below("server.registry." + name));
    }
    return lines
        .layer("registry")
        .definedBy(root + ".server.registry")
        .whereLayer("write")
        .mayOnlyAccessLayers("admission", "strategy", "conversion", "registry")
        .whereLayer("delete")
        .mayOnlyAccessLayers("admission", "strategy", "conversion", "registry")
        .whereLayer("admission")
        .mayOnlyAccessLayers("registry")
        .whereLayer("strategy")
        .mayOnlyAccessLayers("conversion", "registry")
        .whereLayer("conversion")
        .mayOnlyAccessLayers("registry")
        .whereLayer("registry")
        .mayNotAccessAnyLayer()
        .as("inside registry: verbs > write, delete > admission, strategy > conversion > registry");
  }

  /** A request passes down through these packages. No package uses one above it. */
  ArchRule insideHttp() {
    LayeredArchitecture lines =
        layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
    for (String name :
        List.of("page", "watch", "interference", "handler", "exchange", "request", "encoding")) {
      lines = lines.layer(name).definedBy(below("server.http." + name));
    }
    return lines
        .layer("http")
        .definedBy(root + ".server.http")
        .whereLayer("http")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("page")
        .mayOnlyAccessLayers("interference", "exchange", "request", "encoding")
        .whereLayer("watch")
        .mayOnlyAccessLayers("interference", "handler", "exchange", "request", "encoding")
        .whereLayer("interference")
        .mayOnlyAccessLayers("handler", "exchange", "request", "encoding")
        .whereLayer("handler")
        .mayOnlyAccessLayers("exchange", "request", "encoding")
        .whereLayer("exchange")
        .mayOnlyAccessLayers("request", "encoding")
        .whereLayer("encoding")
        .mayOnlyAccessLayers("request")
        .whereLayer("request")
        .mayNotAccessAnyLayer()
        .as("inside http: page, watch > interference > handler > exchange > encoding > request");
  }

  /** Core's complete list of allowed dependencies: adding one is a decision. */
  ArchRule coreUsesOnlyAllowedPackages() {
    return useOnlyAllowedPackages(corePackages());
  }

  /** Storage has the same list. Its engines may use more. */
  ArchRule storageUsesOnlyAllowedPackages() {
    return useOnlyAllowedPackages(root + ".storage");
  }

  /**
   * The part of the module on users' class paths uses neither the server nor a library that users
   * may have in another version.
   */
  ArchRule testingUsesOnlyAllowedPackages() {
    return classes()
        .that()
        .resideInAnyPackage(below("testing"))
        .and()
        .resideOutsideOfPackage(below("testing.inside"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            root + ".testing",
            below("testing.seam"),
            below("testing.isolation"),
            below("testing.quarkus"),
            "java..",
            // Used only where Quarkus loads the class.
            "io.smallrye.config..",
            "org.eclipse.microprofile.config..",
            "io.quarkus.test.common..",
            "org.junit..",
            "org.slf4j..",
            "org.jspecify..",
            "com.google.errorprone.annotations..");
  }

  private static ArchRule useOnlyAllowedPackages(String... packages) {
    var known =
        Stream.concat(
            Stream.of(packages),
            Stream.of(
                "java..", "org.slf4j..", "org.jspecify..", "com.google.errorprone.annotations.."));
    return classes()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(known.toArray(String[]::new));
  }

  ArchRule coreUsesNoSockets() {
    return noClasses()
        .that()
        .resideInAnyPackage(corePackages())
        .should()
        .dependOnClassesThat(describe("are sockets or channels", ArchitectureRules::isNetwork));
  }

  private static boolean isNetwork(JavaClass type) {
    String name = type.getName();
    return name.startsWith("java.net.http.")
        || name.startsWith("java.nio.channels.")
        || name.matches("java\\.net\\..*(Socket|URLConnection)");
  }

  /** Each library that we may want to replace is used in one place only. */
  List<ArchRule> vendors() {
    return List.of(
        vendor("com.linecorp.armeria..", "server.http"),
        vendor("dev.cel..", "objects.schema.cel"),
        vendor("org.sqlite..", "storage.sqlite"),
        vendor("io.etcd.jetcd..", "storage.etcd"),
        // Also, a test's server returns a client of the library that the test has.
        vendor("io.fabric8..", "fabric8", "testing"),
        vendor("io.kubernetes..", "official", "testing"),
        // The program chooses a metrics registry, and the HTTP library has its own.
        vendor("io.micrometer..", "micrometer", "cli", "spring", "server.http"),
        vendor("io.opentelemetry..", "opentelemetry"),
        vendor("org.springframework..", "spring"),
        vendor("io.quarkus..", "testing.quarkus"),
        vendor("io.smallrye.config..", "testing.quarkus"));
  }

  private ArchRule vendor(String library, String... homes) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(Stream.of(homes).map(this::below).toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }

  /**
   * Internal packages of libraries may change in any release. One class is excepted: fabric8 shows
   * the selectors of an operation nowhere else.
   */
  ArchRule noLibraryInternalsAreUsed() {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName(root + ".fabric8.InformedOperation")
        .should()
        .dependOnClassesThat(
            describe(
                "are internal to a library",
                type ->
                    type.getPackageName().matches(".*\\.internal(\\..*)?")
                        && !type.getPackageName().startsWith(root)));
  }

  ArchRule apiMentionsOnlyApi(PublicApi api) {
    return classes().should(new MentionOnlyApi(api, root));
  }

  /** The workload controllers are examples for users, so they use only the public API. */
  ArchRule workloadsUseOnlyTheApi(PublicApi api) {
    return noClasses()
        .that()
        .resideInAPackage(below("workloads"))
        .should()
        .dependOnClassesThat(
            describe(
                "are internal to core or client",
                type -> isLibrary(type) && !api.isApi(type.getBaseComponentType())))
        .orShould()
        .accessTargetWhere(
            describe(
                "is internal to core or client",
                access ->
                    isLibrary(access.getTargetOwner())
                        && access
                            .getTarget()
                            .resolveMember()
                            .filter(member -> !api.isApi(member))
                            .isPresent()));
  }

  /** True for a class of core or client. */
  private boolean isLibrary(JavaClass type) {
    String name = type.getBaseComponentType().getPackageName() + ".";
    return Stream.concat(coreNames().stream(), Stream.of("client"))
        .anyMatch(each -> name.startsWith(root + "." + each + "."));
  }

  ArchRule timeIsPassedIn() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(below("time"))
        .should()
        .accessTargetWhere(describe("reads or waits for the machine's clock", Clocks::isClock));
  }

  ArchRule packagesAreNullMarked() {
    return classes().should(new BeNullMarked());
  }

  /** A method may return an Optional; null is shorter in fields, and in parameters. */
  ArchRule optionalsAreOnlyReturned() {
    return classes().should(new KeepNoOptional());
  }

  ArchRule noPackageIsSplit(Function<JavaClass, String> moduleOf) {
    return classes().should(new ShareTheirPackageWithOneModuleOnly(moduleOf));
  }

  ArchRule packagesHaveNoCycles() {
    return slices().matching(root + ".(**)").should().beFreeOfCycles();
  }

  private static List<String> coreNames() {
    return Stream.of(LEAVES, CHAIN, List.of("workqueue")).flatMap(List::stream).toList();
  }

  private String[] corePackages() {
    return coreNames().stream().map(this::below).toArray(String[]::new);
  }

  private String below(String name) {
    return root + "." + name + "..";
  }

  private static String[] array(List<String> names) {
    return names.toArray(String[]::new);
  }
}
