package io.listwatch.server.registry.strategy;

import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Finds the default StorageClass and the default IngressClass. */
final class DefaultClasses {
  private static final List<String> OF_STORAGE =
      List.of(
          "storageclass.kubernetes.io/is-default-class",
          "storageclass.beta.kubernetes.io/is-default-class");

  private static final List<String> OF_INGRESSES =
      List.of("ingressclass.kubernetes.io/is-default-class");

  /** The newest class first, then by name. */
  private static final Comparator<JsonValue> CHOICE =
      Comparator.<JsonValue, String>comparing(each -> metadata(each, "creationTimestamp"))
          .reversed()
          .thenComparing(each -> metadata(each, "name"));

  private final OtherObjects objects;

  DefaultClasses(OtherObjects objects) {
    this.objects = objects;
  }

  /** Returns the name of the default StorageClass; empty if there is none. */
  CompletionStage<String> ofStorage() {
    return choose("storage.k8s.io", "storageclasses", OF_STORAGE);
  }

  /** Returns the name of the default IngressClass; empty if there is none. */
  CompletionStage<String> ofIngresses() {
    return choose("networking.k8s.io", "ingressclasses", OF_INGRESSES);
  }

  private CompletionStage<String> choose(String group, String plural, List<String> marks) {
    return objects
        .all(group, plural, VersionMatch.mostRecent())
        .thenApply(
            all ->
                all.stream()
                    .filter(each -> isMarked(each, marks))
                    .min(CHOICE)
                    .map(each -> metadata(each, "name"))
                    .orElse(""));
  }

  private static boolean isMarked(JsonValue object, List<String> marks) {
    JsonValue annotations = object.path("metadata").path("annotations");
    return marks.stream().anyMatch(mark -> annotations.path(mark).asText().equals("true"));
  }

  private static String metadata(JsonValue object, String member) {
    return object.path("metadata").path(member).asText();
  }
}
