package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Validates volumes that project objects into files: secret, configMap, downwardAPI and projected.
 */
final class ProjectionRules {
  private static final long MIN_TOKEN_SECONDS = 600;
  private static final long MAX_TOKEN_SECONDS = 1L << 32;

  private ProjectionRules() {}

  /** Validates a secret or configMap source. */
  static void checkFiles(Field source, String nameMember) {
    source.checkDeclared(nameMember);
    PathRules.mode(source.at("defaultMode"));
    source.at("items").each(ProjectionRules::checkItem);
  }

  private static void checkItem(Field item) {
    item.checkDeclared("key", "path");
    PathRules.descendingUnreserved(item.at("path"));
    PathRules.mode(item.at("mode"));
  }

  /** Validates a downwardAPI source. kube-apiserver reports its items at the source. */
  static void checkDownward(Field source) {
    PathRules.mode(source.at("defaultMode"));
    source.at("items").each(file -> checkDownwardFile(file.called(source.path())));
  }

  private static void checkDownwardFile(Field file) {
    file.checkDeclared("path");
    PathRules.descendingUnreserved(file.at("path"));
    Field field = file.at("fieldRef");
    Field quantity = file.at("resourceFieldRef");
    if (field.present()) {
      SourceRules.podField(field, SourceRules.FILES);
      if (quantity.present()) {
        file.invalid(
            "resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
      }
    } else if (quantity.present()) {
      SourceRules.checkResourceFieldRef(quantity, true);
    } else {
      file.required("one of fieldRef and resourceFieldRef is required");
    }
    PathRules.mode(file.at("mode"));
  }

  /** Validates a projected volume, whose paths must not conflict. */
  static void check(Field projection) {
    PathRules.mode(projection.at("defaultMode"));
    Set<String> paths = new HashSet<>();
    projection
        .at("sources")
        .each(
            source -> {
              Stream.of("secret", "configMap")
                  .map(source::at)
                  .filter(Field::present)
                  .forEach(each -> checkProjected(each, projection, paths));
              source
                  .at("downwardAPI")
                  .ifPresent(each -> checkProjectedFields(each, projection, paths));
              source.at("serviceAccountToken").ifPresent(each -> checkToken(each, projection));
              checkNumber(source);
            });
  }

  private static void checkProjected(Field source, Field projection, Set<String> paths) {
    source.checkDeclared("name");
    source
        .at("items")
        .each(
            item -> {
              checkItem(item);
              checkHidden(projection, paths, item.at("path").text(), source.at("name").text());
            });
  }

  private static void checkProjectedFields(Field source, Field projection, Set<String> paths) {
    source
        .at("items")
        .each(
            file -> {
              checkDownwardFile(file.called(source.path()));
              String path = file.at("path").text();
              checkHidden(projection, paths, path, path);
            });
  }

  private static void checkHidden(Field projection, Set<String> paths, String path, String shown) {
    if (!path.isEmpty() && !paths.add(path)) {
      projection.invalid(shown, "conflicting duplicate paths");
    }
  }

  private static void checkToken(Field token, Field projection) {
    Field seconds = token.at("expirationSeconds");
    if (seconds.present() && seconds.number() < MIN_TOKEN_SECONDS) {
      seconds.invalid(seconds.number(), "may not specify a duration less than 10 minutes");
    }
    if (seconds.number() > MAX_TOKEN_SECONDS) {
      seconds.invalid(seconds.number(), "may not specify a duration larger than 2^32 seconds");
    }
    Field path = token.at("path").called(projection.path().child("path"));
    path.checkDeclared();
    PathRules.descendingUnreserved(path);
  }

  private static void checkNumber(Field source) {
    long number =
        Stream.of(
                "secret",
                "configMap",
                "downwardAPI",
                "serviceAccountToken",
                "clusterTrustBundle",
                "podCertificate")
            .filter(member -> source.at(member).present())
            .count();
    if (number > 1) {
      source.forbidden("may not specify more than 1 volume type per source");
    }
  }
}
