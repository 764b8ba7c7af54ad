package io.listwatch.server.registry.openapi;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A path or query parameter.
 *
 * @param place {@code query} or {@code path}; path parameters are required
 * @param type {@code string}, {@code integer} or {@code boolean}
 */
record Parameter(String name, String place, String type) implements Comparable<Parameter> {
  static final Parameter NAME = new Parameter("name", "path", "string");
  static final Parameter NAMESPACE = new Parameter("namespace", "path", "string");
  static final Parameter PATH = new Parameter("path", "path", "string");
  static final Parameter PRETTY = text("pretty");

  static final List<Parameter> GET = List.of(text("resourceVersion"));

  private static final List<Parameter> SELECTION =
      List.of(
          text("continue"),
          text("fieldSelector"),
          text("labelSelector"),
          number("limit"),
          text("resourceVersion"),
          text("resourceVersionMatch"),
          flag("sendInitialEvents"),
          text("shardSelector"),
          number("timeoutSeconds"));

  static final List<Parameter> LIST = with(SELECTION, flag("allowWatchBookmarks"), flag("watch"));
  static final List<Parameter> WRITE =
      List.of(text("dryRun"), text("fieldManager"), text("fieldValidation"));
  static final List<Parameter> PATCH = with(WRITE, flag("force"));
  static final List<Parameter> DELETE =
      List.of(
          text("dryRun"),
          number("gracePeriodSeconds"),
          flag("ignoreStoreReadErrorWithClusterBreakingPotential"),
          flag("orphanDependents"),
          text("propagationPolicy"));
  static final List<Parameter> DELETE_COLLECTION =
      Stream.concat(SELECTION.stream(), DELETE.stream()).toList();
  static final List<Parameter> LOG =
      List.of(
          text("container"),
          flag("follow"),
          flag("insecureSkipTLSVerifyBackend"),
          number("limitBytes"),
          flag("previous"),
          number("sinceSeconds"),
          text("stream"),
          number("tailLines"),
          flag("timestamps"));

  private static final List<Parameter> ATTACH =
      List.of(text("container"), flag("stderr"), flag("stdin"), flag("stdout"), flag("tty"));

  private static final Comparator<Parameter> ORDER =
      Comparator.comparing(Parameter::name).thenComparing(Parameter::place);

  private static Parameter text(String name) {
    return new Parameter(name, "query", "string");
  }

  private static Parameter number(String name) {
    return new Parameter(name, "query", "integer");
  }

  private static Parameter flag(String name) {
    return new Parameter(name, "query", "boolean");
  }

  static List<Parameter> with(List<Parameter> some, Parameter... others) {
    return Stream.concat(some.stream(), Stream.of(others)).toList();
  }

  /** Returns the query parameters of a connect subresource, such as {@code exec}. */
  static List<Parameter> ofConnection(String subresource) {
    return switch (subresource) {
      case "attach" -> ATTACH;
      case "exec" -> with(ATTACH, text("command"));
      case "portforward" -> List.of(number("ports"));
      case "proxy" -> List.of(text("path"));
      default -> List.of();
    };
  }

  boolean required() {
    return place.equals("path");
  }

  @Override
  public int compareTo(Parameter other) {
    return ORDER.compare(this, other);
  }
}
