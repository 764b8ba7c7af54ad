package io.listwatch.server.http.request;

import io.listwatch.model.ObjectDelta;
import io.listwatch.model.StatusReason;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The negotiated representation of a response.
 *
 * @param metaVersion the version of {@code meta.k8s.io}, if the shape is one of its kinds
 * @param pretty true if JSON is indented
 * @param lean true if objects are sent without {@code metadata.managedFields}
 * @param delta true if a watch sends changes as deltas where it can
 */
public record Representation(
    Format format, Shape shape, String metaVersion, boolean pretty, boolean lean, boolean delta) {
  /** The value of {@code drop} in a media range that leaves out managedFields (KEP-5958). */
  private static final String MANAGED_FIELDS = "metadata.managedFields";

  private static final String STREAM = ";stream=watch";
  private static final String OFFERED =
      "application/json, application/yaml, application/vnd.kubernetes.protobuf";
  private static final String STREAMS =
      "application/json%s, application/vnd.kubernetes.protobuf%s".formatted(STREAM, STREAM);

  /** The values that kube-apiserver treats as true; all others are false. */
  private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "True", "TRUE");

  /** The format of a response. */
  public enum Format {
    JSON("application/json"),
    YAML("application/yaml"),
    PROTOBUF("application/vnd.kubernetes.protobuf");

    private final String mediaType;

    Format(String mediaType) {
      this.mediaType = mediaType;
    }

    public String mediaType() {
      return mediaType;
    }
  }

  /** The kind that objects are converted to. */
  public enum Shape {
    OBJECT,
    TABLE,
    METADATA,
    METADATA_LIST
  }

  /** Returns the representation of a document in JSON. */
  public static Representation json(boolean pretty) {
    return new Representation(Format.JSON, Shape.OBJECT, "", pretty, false, false);
  }

  /**
   * Returns the representation of a failure, which is never a table or metadata. Indented JSON if
   * the client accepts no other.
   */
  public static Representation ofFailure(String accept, boolean pretty) {
    return all(accept, pretty)
        .filter(found -> found.shape == Shape.OBJECT)
        .findFirst()
        .orElse(json(true));
  }

  /** Returns the acceptable representations in the client's order. */
  private static Stream<Representation> all(String accept, boolean pretty) {
    return MediaRange.parse(accept.isEmpty() ? "*/*" : accept).stream()
        .flatMap(range -> match(range, pretty).stream());
  }

  /** Returns empty for a media range that is not supported. */
  private static Optional<Representation> match(MediaRange range, boolean pretty) {
    for (Format format : Format.values()) {
      if (range.matches(format.mediaType()) && streams(range, format)) {
        boolean indented = pretty || range.parameter("pretty").equals("1");
        return shapeOf(range)
            // Table cells have no protobuf form.
            .filter(shape -> format != Format.PROTOBUF || shape != Shape.TABLE)
            .map(
                shape ->
                    new Representation(
                        format,
                        shape,
                        range.parameter("v"),
                        indented,
                        drops(range),
                        sendsDeltas(range, format, shape)));
      }
    }
    return Optional.empty();
  }

  /**
   * True if the client wants to leave out managedFields. {@code +} joins several targets; others
   * are ignored.
   */
  private static boolean drops(MediaRange range) {
    return List.of(range.parameter("drop").split("\\+")).contains(MANAGED_FIELDS);
  }

  /**
   * Deltas exist for JSON that is copied from an object's bytes, not for table rows and older
   * versions of metadata.
   */
  private static boolean sendsDeltas(MediaRange range, Format format, Shape shape) {
    boolean suitable =
        switch (shape) {
          case OBJECT -> true;
          case METADATA, METADATA_LIST -> range.parameter("v").equals("v1");
          case TABLE -> false;
        };
    return suitable
        && format == Format.JSON
        && List.of(range.parameter("delta").split("\\+")).contains(ObjectDelta.FORMAT);
  }

  /** Returns the same representation without deltas. */
  public Representation withoutDelta() {
    return new Representation(format, shape, metaVersion, pretty, lean, false);
  }

  /** The only supported stream parameter is {@code watch}, and not for YAML. */
  private static boolean streams(MediaRange range, Format format) {
    String stream = range.parameter("stream");
    return stream.isEmpty() || (stream.equals("watch") && format != Format.YAML);
  }

  private static Optional<Shape> shapeOf(MediaRange range) {
    String kind = range.parameter("as");
    if (kind.isEmpty()) {
      return Optional.of(Shape.OBJECT);
    }
    if (!range.parameter("g").equals("meta.k8s.io")
        || !List.of("v1", "v1beta1").contains(range.parameter("v"))) {
      return Optional.empty();
    }
    return switch (kind) {
      case "Table" -> Optional.of(Shape.TABLE);
      case "PartialObjectMetadata" -> Optional.of(Shape.METADATA);
      case "PartialObjectMetadataList" -> Optional.of(Shape.METADATA_LIST);
      default -> Optional.empty();
    };
  }

  /** Returns the representation of one object. */
  public static Representation ofObject(
      String accept, boolean pretty, ResourceDefinition definition) {
    Representation found = ofResource(accept, pretty, definition, OFFERED);
    if (found.shape == Shape.METADATA_LIST) {
      throw RequestErrors.notAcceptable(
          "you requested PartialObjectMetadataList, but the requested object is not a list (%s)"
              .formatted(goType(definition, definition.type().kind(), "Unstructured")));
    }
    return found;
  }

  /** Returns the representation of a review, which cannot be a table. */
  public static Representation ofReview(
      String accept, boolean pretty, ResourceDefinition definition) {
    checkOffered(accept, OFFERED);
    return all(accept, pretty)
        .filter(found -> found.shape != Shape.TABLE && found.suits(definition))
        .findFirst()
        .orElseThrow(Representation::notAcceptable);
  }

  /** Returns the representation of a list. */
  public static Representation ofList(
      String accept, boolean pretty, ResourceDefinition definition) {
    return ofItems(accept, pretty, definition, OFFERED + ", " + STREAMS);
  }

  /** Returns the representation of a delete collection, whose response cannot be a stream. */
  public static Representation ofRemoved(
      String accept, boolean pretty, ResourceDefinition definition) {
    return ofItems(accept, pretty, definition, OFFERED);
  }

  private static Representation ofItems(
      String accept, boolean pretty, ResourceDefinition definition, String offered) {
    Representation found = ofResource(accept, pretty, definition, offered);
    if (found.shape == Shape.METADATA) {
      throw RequestErrors.notAcceptable(
          "you requested PartialObjectMetadata, but the requested object is a list (%s)"
              .formatted(goType(definition, definition.listKind(), "UnstructuredList")));
    }
    return found;
  }

  /** Returns the Go type that kube-apiserver's message names. */
  private static String goType(ResourceDefinition definition, String kind, String custom) {
    if (definition.custom()) {
      return "*unstructured." + custom;
    }
    String group = definition.type().group();
    return "*%s.%s".formatted(group.isEmpty() ? "core" : group.split("\\.", 2)[0], kind);
  }

  /** Returns the representation of a watch, which cannot be YAML. */
  public static Representation ofWatch(String accept, ResourceDefinition definition) {
    Representation found = ofResource(accept, false, definition, OFFERED + ", " + STREAMS);
    if (found.format == Format.YAML) {
      throw RequestErrors.notAcceptable("only the following media types are accepted: " + STREAMS);
    }
    return found;
  }

  /** Returns the content type of a watch. */
  public String watchType() {
    if (delta) {
      return format.mediaType() + ";delta=" + ObjectDelta.FORMAT;
    }
    return format == Format.PROTOBUF ? format.mediaType() + STREAM : format.mediaType();
  }

  private static Representation ofResource(
      String accept, boolean pretty, ResourceDefinition definition, String offered) {
    if (!definition.custom()) {
      checkOffered(accept, offered);
    }
    return all(accept, pretty)
        .filter(found -> found.suits(definition))
        .findFirst()
        .orElseThrow(Representation::notAcceptable);
  }

  /**
   * For built-in resources, rejects a client that accepts none of the media types and no wildcard,
   * as kube-apiserver's routes do. Parameters of the media ranges are checked later.
   */
  private static void checkOffered(String accept, String offered) {
    check(accept, offered, Stream.of(Format.values()).map(Format::mediaType));
  }

  /** As {@link #checkOffered}, for responses in all formats. */
  public static void checkNamed(String accept) {
    checkOffered(accept, OFFERED);
  }

  /** As {@link #checkOffered}, for responses in JSON only. */
  public static void checkJson(String accept) {
    checkMediaType(accept, Format.JSON.mediaType());
  }

  /** Rejects a request that does not accept the only media type of its path. */
  public static void checkMediaType(String accept, String offered) {
    check(accept, offered, Stream.of(offered));
  }

  private static void check(String accept, String offered, Stream<String> types) {
    Set<String> named = Stream.concat(Stream.of("*/*"), types).collect(Collectors.toSet());
    if (!accept.isEmpty() && MediaRange.names(accept).stream().noneMatch(named::contains)) {
      throw RequestErrors.unroutable(
          StatusReason.NOT_ACCEPTABLE,
          "406: Not Acceptable\n\nAvailable representations: " + offered);
    }
  }

  /** Custom resources have no protobuf form, but their metadata has. */
  private boolean suits(ResourceDefinition definition) {
    return format != Format.PROTOBUF || shape != Shape.OBJECT || !definition.custom();
  }

  /** Returns the representation of a discovery document. */
  public static Representation ofDocument(String accept, boolean pretty) {
    return all(accept, pretty)
        .filter(found -> found.shape == Shape.OBJECT)
        .findFirst()
        .orElseThrow(Representation::notAcceptable);
  }

  private static RuntimeException notAcceptable() {
    return RequestErrors.notAcceptable("only the following media types are accepted: " + OFFERED);
  }

  /**
   * Returns the format of the aggregated discovery document, if the client accepts it, even if the
   * client prefers another document.
   */
  public static Optional<Format> aggregatedDiscovery(String accept) {
    return MediaRange.parse(accept).stream()
        .filter(Representation::isAggregatedDiscovery)
        .flatMap(range -> formats(range).limit(1))
        .findFirst();
  }

  private static boolean isAggregatedDiscovery(MediaRange range) {
    return range.parameter("as").equals("APIGroupDiscoveryList")
        && range.parameter("g").equals("apidiscovery.k8s.io")
        && range.parameter("v").equals("v2");
  }

  private static Stream<Format> formats(MediaRange range) {
    return Stream.of(Format.values()).filter(each -> range.matches(each.mediaType()));
  }

  /** Returns the content type of the aggregated discovery document. */
  public static String aggregatedType(Format format) {
    return format.mediaType() + ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  }

  /**
   * True if the response is indented: by parameter, or because the client is curl, Wget or a
   * browser.
   */
  public static boolean pretty(QueryParameters query, String userAgent) {
    String asked = query.text("pretty");
    if (!asked.isEmpty()) {
      return TRUE.contains(asked);
    }
    return userAgent.startsWith("curl")
        || userAgent.startsWith("Wget")
        || userAgent.startsWith("Mozilla/5.0");
  }
}
