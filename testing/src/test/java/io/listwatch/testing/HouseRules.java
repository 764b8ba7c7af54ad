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
 * The lines that ARCHITECTURE.md draws, as rules over the packages below one root. The root is a
 * parameter so that the rules can be tried on a house built wrong on purpose.
 *
 * <p>A rule about a room that is not built yet holds until the room appears, and binds from then.
 */
final class HouseRules {
  /** Used by anyone in core, using nobody. */
  private static final List<String> LEAVES = List.of("json", "metrics", "time");

  /** Each may use those before it. */
  private static final List<String> CHAIN =
      List.of("selector", "model", "reflector", "store", "informer", "controller", "trace");

  private final String root;

  HouseRules(String root) {
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
        .layer("client")
        .definedBy(below("client"))
        .layer("demo")
        .definedBy(below("demo"))
        .layer("cli")
        .definedBy(below("cli"))
        .layer("testing")
        .definedBy(below("testing"))
        // A package that none of these holds is a room nobody planned.
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
        .whereLayer("demo")
        .mayOnlyAccessLayers("core", "client")
        .whereLayer("objects")
        .mayOnlyAccessLayers("core")
        .whereLayer("server")
        .mayOnlyAccessLayers("core", "storage", "objects")
        .whereLayer("faults")
        .mayOnlyAccessLayers("core", "storage", "objects", "server")
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

  /** The front door stands on all others, and everything on the schemas. */
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

  /** Pure functions over objects: usable in a test, a command or somebody else's server. */
  ArchRule objectsStartNothing() {
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

  /** The packages auth, webhook and thread stand beside this line. */
  ArchRule insideServer() {
    return layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .withOptionalLayers(true)
        .layer("front door")
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
        .whereLayer("front door")
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

  /** Faults reach the server by one seam; the rest of its HTTP does not know them. */
  ArchRule faultsUseTheSeam() {
    return noClasses()
        .that()
        .resideInAPackage(below("faults"))
        .should()
        .dependOnClassesThat(
            describe(
                "are the server's, but not its front door, its seam or its values",
                type ->
                    type.getPackageName().startsWith(root + ".server.")
                        && !List.of("http.interference", "http.request", "registry", "resource")
                            .contains(
                                type.getPackageName().substring((root + ".server.").length()))));
  }

  /** A write goes down through these packages; none knows those above it. */
  ArchRule insideRegistry() {
    LayeredArchitecture lines =
        layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
    for (String room : List.of("verbs", "write", "delete", "admission", "strategy", "conversion")) {
      lines = lines.layer(room).definedBy(below("server.registry." + room));
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

  /** A request goes down through these, and none knows from where it comes. */
  ArchRule insideHttp() {
    LayeredArchitecture lines =
        layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
    for (String room :
        List.of("page", "watch", "interference", "handler", "exchange", "request", "encoding")) {
      lines = lines.layer(room).definedBy(below("server.http." + room));
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

  /** Core's whole list of what it may know, so that a new dependency is a decision. */
  ArchRule coreKnowsLittle() {
    return knowLittle(corePackages());
  }

  /** The same for storage; its engines bring what they need. */
  ArchRule storageKnowsLittle() {
    return knowLittle(root + ".storage");
  }

  /** What is on users' class paths: not the server, nor anything else that they might have too. */
  ArchRule testingKnowsLittle() {
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
            "java..",
            "org.junit..",
            "org.slf4j..",
            "org.jspecify..",
            "com.google.errorprone.annotations..");
  }

  private static ArchRule knowLittle(String... packages) {
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

  ArchRule coreOpensNoSockets() {
    return noClasses()
        .that()
        .resideInAnyPackage(corePackages())
        .should()
        .dependOnClassesThat(describe("are sockets or channels", HouseRules::isNetwork));
  }

  private static boolean isNetwork(JavaClass type) {
    String name = type.getName();
    return name.startsWith("java.net.http.")
        || name.startsWith("java.nio.channels.")
        || name.matches("java\\.net\\..*(Socket|URLConnection)");
  }

  /** Each library that comes with a choice we may want to change is seen in one place only. */
  List<ArchRule> vendors() {
    return List.of(
        vendor("com.linecorp.armeria..", "server.http"),
        vendor("dev.cel..", "objects.schema.cel"),
        vendor("org.sqlite..", "storage.sqlite"),
        vendor("io.etcd.jetcd..", "storage.etcd"),
        // Who assembles the program chooses where measurements go; the HTTP library has its own.
        vendor("io.micrometer..", "micrometer", "cli", "server.http"));
  }

  private ArchRule vendor(String library, String... homes) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(Stream.of(homes).map(this::below).toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }

  /** A library's internal packages may change in any release. */
  ArchRule internalsOfLibrariesAreLeftAlone() {
    return noClasses()
        .should()
        .dependOnClassesThat(
            describe(
                "are internal to a library",
                type ->
                    type.getPackageName().matches(".*\\.internal(\\..*)?")
                        && !type.getPackageName().startsWith(root)));
  }

  ArchRule apiMentionsOnlyApi(Promise promise) {
    return classes().should(new MentionOnlyApi(promise, root));
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
