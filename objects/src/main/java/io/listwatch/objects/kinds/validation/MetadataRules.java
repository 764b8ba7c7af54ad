package io.listwatch.objects.kinds.validation;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Validates the metadata of templates, and annotations. */
final class MetadataRules {
  private static final int MAX_ANNOTATION_BYTES = 256 * 1024;

  private MetadataRules() {}

  /** Validates the metadata of a template. Errors are reported below {@code place}. */
  static void checkTemplate(Field metadata, FieldPath place) {
    checkAnnotations(metadata.at("annotations").called(place.child("annotations")));
    metadata.at("labels").called(place.child("labels")).labels();
    for (String member :
        List.of("name", "generateName", "namespace", "ownerReferences", "finalizers")) {
      if (!metadata.at(member).isEmpty()) {
        metadata.at(member).called(place.child(member)).forbidden("cannot be set");
      }
    }
  }

  static void checkAnnotations(Field annotations) {
    long bytes = 0;
    for (var each : annotations.entries().entrySet()) {
      String key = each.getKey();
      TextForm.QUALIFIED_NAME
          .violations(key.toLowerCase(Locale.ROOT))
          .forEach(rule -> annotations.invalid(key, rule));
      bytes += length(key) + length(each.getValue().text());
    }
    if (bytes > MAX_ANNOTATION_BYTES) {
      annotations.tooLong(MAX_ANNOTATION_BYTES);
    }
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
