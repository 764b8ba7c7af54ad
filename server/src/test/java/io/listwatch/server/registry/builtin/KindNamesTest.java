package io.listwatch.server.registry.builtin;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.server.registry.ResourceDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Only the registrations of kinds may depend on the name of a built-in resource or its kind. */
final class KindNamesTest {
  /** The classes in which each kind is registered. */
  private static final Pattern REGISTRATIONS =
      Pattern.compile("((BuiltIn|All|[A-Z][a-z]+)Kinds|BuiltInStrategies)\\.java");

  /** The classes that depend on the name of a resource or kind for another reason. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          entry("RequestTarget.java", "the path of a namespace names its object and its namespace"),
          entry("NodeAuthorizer.java", "what a node may do depends on the resource"),
          entry("AuditPolicyFile.java", "a rule of an audit policy has a list of namespaces"),
          entry("RequestWork.java", "watches of one node's pods, and tokens, cost no fan-out"),
          entry("AdmissionRequest.java", "the namespace of a Namespace is its own name"),
          entry("NamespaceLifecycle.java", "pods go before all else in their namespace"),
          entry("ResourceVerbs.java", "a Binding is posted to its pod"),
          entry("AutoscalerRules.java", "a source of metrics is called pods"),
          entry("QuotaRules.java", "quotas count resources by name"),
          entry("ResourceRules.java", "quotas count resources by name"),
          entry("QuotaEvaluator.java", "quotas count resources by name"),
          entry("PodEvaluator.java", "quotas count resources by name"),
          entry("ServiceEvaluator.java", "quotas count resources by name"),
          entry("LimitRange.java", "limits are for pods and claims"),
          entry("LimitRanger.java", "the plug-in is for pods and claims"),
          entry("PodPlugin.java", "these plug-ins are for pods"),
          entry("PodsOfNamespace.java", "these plug-ins are for pods"),
          entry("PodStep.java", "these plug-ins are for pods"),
          entry("DefaultTolerationSeconds.java", "the plug-in is for pods"),
          entry("CreateDefaults.java", "the plug-in TaintNodesByCondition is for nodes"),
          entry("StorageFinalizers.java", "a plug-in and a controller share these finalizers"),
          entry("StorageProtection.java", "pods, volumes and claims use what is protected"),
          entry("EventRateLimit.java", "the plug-in is for events"),
          entry("NodeRestriction.java", "what a node may write depends on the resource"),
          entry("MirrorPodReferences.java", "a mirror pod may refer to few resources"),
          entry(
              "OwnerReferencesPermissionEnforcement.java",
              "a kubelet may send any owners with the status of a pod"),
          entry(
              "PodSecurityAdmission.java",
              "the plug-in is for namespaces, pods and their templates"),
          entry("DenyServiceExternalIps.java", "the plug-in is for services"),
          entry("RoleEscalation.java", "the plug-in is for roles and their bindings"),
          entry("AdmissionConfiguration.java", "a plug-in is called ResourceQuota"),
          entry("AdmissionPlugins.java", "plug-ins are called ResourceQuota and ServiceAccount"),
          entry("EventLimit.java", "a limit for each namespace is called Namespace"),
          entry("ClaimEvaluator.java", "a scope of quotas is called VolumeAttributesClass"),
          entry("AuthorizationSettings.java", "an authorizer is called Node"),
          entry("RbacRules.java", "a subject of a binding has a kind"),
          entry("RoleBinding.java", "a binding refers to a role by its kind"),
          entry("Subject.java", "a subject of a binding has a kind"),
          entry("BootstrapPolicy.java", "it consists of roles and bindings"),
          entry("AccessRows.java", "the columns of a binding divide its subjects by kind"),
          entry("FlowRules.java", "a subject of a FlowSchema has a kind"),
          entry("FlowObjects.java", "a subject of a FlowSchema has a kind"),
          entry("MetadataValidation.java", "an event cannot be an owner"),
          entry("NodePods.java", "a node owns its mirror pods"),
          entry("NodeTokens.java", "the tokens of a node are bound to its pods"),
          entry("BindingVerbs.java", "the target of a Binding is a node"),
          entry("Reviews.java", "each kind of review has its own response"),
          entry("KnownKind.java", "a definition adds a kind"),
          entry("PartialMetadata.java", "the encoder of an object does not know its definition"),
          entry("SystemPriorities.java", "two PriorityClasses cannot be deleted"),
          entry("ClusterDefaultObjects.java", "the controller creates objects of these kinds"),
          entry("NamespaceDefaultObjects.java", "the controller creates objects of these kinds"),
          entry("ControllerRun.java", "controllers follow the kinds that concern them"),
          entry("ApiServer.java", "a server that signs certificates omits a warning"));

  private static final Pattern DECIDING = deciding();

  /**
   * Finds names with their group anywhere, and plain names, which are also words, in comparisons.
   */
  private static Pattern deciding() {
    List<ResourceType> types =
        BuiltInResources.load().stream().map(ResourceDefinition::type).toList();
    String grouped =
        alternatives(
            types.stream().filter(each -> !each.group().isEmpty()).map(ResourceType::toString));
    String plain =
        alternatives(types.stream().flatMap(each -> Stream.of(each.plural(), each.kind())));
    return Pattern.compile(
        "\"%s\"|(case|equals\\(|(Set|Map)\\.of\\()[^;>{]*?\"%s\"".formatted(grouped, plain));
  }

  private static String alternatives(Stream<String> names) {
    return names.distinct().map(Pattern::quote).collect(Collectors.joining("|", "(", ")"));
  }

  @Test
  void onlyRegistrationsDependOnNamesOfKinds() throws IOException {
    var found = new TreeSet<String>();
    for (String module : List.of("objects", "server")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        files.filter(KindNamesTest::decides).forEach(each -> found.add(name(each)));
      }
    }

    assertThat(found).isEqualTo(new TreeSet<>(OTHERS.keySet()));
  }

  private static boolean decides(Path file) {
    return name(file).endsWith(".java")
        && !REGISTRATIONS.matcher(name(file)).matches()
        && DECIDING.matcher(text(file)).find();
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
