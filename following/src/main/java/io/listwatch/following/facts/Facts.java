package io.listwatch.following.facts;

import io.listwatch.following.golang.GoType;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The facts of one version of Kubernetes.
 *
 * @param kubernetes the version, as in {@code v1.36.4}
 * @param versions the served group versions, in the order of discovery
 * @param resources the served resources, in the order of discovery
 * @param types all types that the objects of these resources consist of, by name
 * @param defaults values of absent members that depend on nothing else, as JSON, by type, then by
 *     member
 * @param functions digests of the functions that hand-written rules follow, by file, then by name
 */
public record Facts(
    String kubernetes,
    List<ServedVersion> versions,
    List<ServedResource> resources,
    SortedMap<String, TypeFacts> types,
    SortedMap<String, SortedMap<String, String>> defaults,
    SortedMap<String, SortedMap<String, String>> functions) {
  public Facts {
    versions = List.copyOf(versions);
    resources = List.copyOf(resources);
    types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
    defaults = Collections.unmodifiableSortedMap(new TreeMap<>(defaults));
    functions = Collections.unmodifiableSortedMap(new TreeMap<>(functions));
  }

  /** A group version, and the short name of the Go package with its kinds. */
  public record ServedVersion(String group, String version, String packageName) {
    /** Returns the API version, such as {@code apps/v1}, or {@code v1} for the core group. */
    public String apiVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }
  }

  /** A resource as discovery describes it. */
  public record ServedResource(
      String apiVersion,
      String plural,
      String kind,
      boolean namespaced,
      List<String> shortNames,
      List<String> categories,
      List<String> verbs,
      List<Subresource> subresources) {
    public ServedResource {
      shortNames = List.copyOf(shortNames);
      categories = List.copyOf(categories);
      verbs = List.copyOf(verbs);
      subresources = List.copyOf(subresources);
    }
  }

  /**
   * A subresource as discovery describes it.
   *
   * @param apiVersion the API version of its kind; empty if it is the resource's
   */
  public record Subresource(String name, String apiVersion, String kind, List<String> verbs) {
    public Subresource {
      verbs = List.copyOf(verbs);
    }
  }

  /**
   * A named type of Go.
   *
   * @param underlying {@link GoType#STRUCT} if it is a struct
   * @param values the values of its constants, sorted; empty for structs
   */
  public record TypeFacts(
      String name,
      GoType underlying,
      List<String> markers,
      List<String> values,
      List<FieldFacts> fields) {
    public TypeFacts {
      markers = List.copyOf(markers);
      values = List.copyOf(values);
      fields = List.copyOf(fields);
    }

    public boolean isStruct() {
      return underlying.equals(GoType.STRUCT);
    }
  }

  /**
   * A field of a struct.
   *
   * @param name empty if the field is embedded
   * @param json the tag, as in {@code spec,omitempty}
   * @param number the protobuf field number; empty if protobuf does not have the field
   * @param patch strategies and merge key of strategic merge patch, as in {@code merge:name}; empty
   *     if there are none
   */
  public record FieldFacts(
      String name, GoType type, String json, String number, String patch, List<String> markers) {
    public FieldFacts {
      markers = List.copyOf(markers);
    }
  }
}
