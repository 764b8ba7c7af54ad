package io.listwatch.server.http.request;

import io.listwatch.model.StatusReason;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The form in which an answer is given.
 *
 * @param metaVersion of the group {@code meta.k8s.io}, if the shape is one of its kinds
 * @param pretty whether JSON is indented for people
 */
public record Representation(Format format, Shape shape, String metaVersion, boolean pretty) {
  private static final String STREAM = ";stream=watch";
  private static final String OFFERED =
      "application/json, application/yaml, application/vnd.kubernetes.protobuf";
  private static final String STREAMS =
      "application/json%s, application/vnd.kubernetes.protobuf%s".formatted(STREAM, STREAM);

  /** What the reference takes for yes; everything else is no. */
  private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "True", "TRUE");

  /** How it is written down. */
  public enum Format {
    JSON("application/json"),
    YAML("application/yaml"),
    /** For those who read nothing else: whoever reads JSON too is answered in JSON. */
    PROTOBUF("application/vnd.kubernetes.protobuf");

    private final String mediaType;

    Format(String mediaType) {
      this.mediaType = mediaType;
    }

    public String mediaType() {
      return mediaType;
    }
  }

  /** What of the objects is shown. */
  public enum Shape {
    OBJECT,
    TABLE,
    METADATA,
    METADATA_LIST
  }

  /** Of a failure, which has one shape only: for people, if the client accepts no form of that. */
  public static Representation ofFailure(String accept, boolean pretty) {
    return all(accept, pretty)
        .filter(found -> found.shape == Shape.OBJECT)
        .findFirst()
        .orElse(new Representation(Format.JSON, Shape.OBJECT, "", true));
  }

  /** What the client accepts of what there is, the best first; protobuf only if nothing else is. */
  private static Stream<Representation> all(String accept, boolean pretty) {
    return MediaRange.parse(accept.isBlank() ? "*/*" : accept).stream()
        .flatMap(range -> match(range, pretty).stream())
        .sorted(Comparator.comparing(found -> found.format == Format.PROTOBUF));
  }

  /** A clause that cannot be honoured is passed over. */
  private static Optional<Representation> match(MediaRange range, boolean pretty) {
    for (Format format : Format.values()) {
      if (range.matches(format.mediaType()) && streams(range, format)) {
        boolean indented = pretty || range.parameter("pretty").equals("1");
        return shapeOf(range)
            // Cells of a table have no form in protobuf.
            .filter(shape -> format != Format.PROTOBUF || shape != Shape.TABLE)
            .map(shape -> new Representation(format, shape, range.parameter("v"), indented));
      }
    }
    return Optional.empty();
  }

  /** Whoever asks for a stream must mean one of a watch, which YAML has no form for. */
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

  /** Of one object. */
  public static Representation ofObject(
      String accept, boolean pretty, ResourceDefinition definition) {
    Representation found = ofResource(accept, pretty, definition, OFFERED);
    if (found.shape == Shape.METADATA_LIST) {
      throw Refusal.notAcceptable(
          "you requested PartialObjectMetadataList, but the requested object is not a list (%s)"
              .formatted(goType(definition, definition.type().kind(), "Unstructured")));
    }
    return found;
  }

  /** Of an answer to a question, which has no columns. */
  public static Representation ofReview(
      String accept, boolean pretty, ResourceDefinition definition) {
    checkOffered(accept, OFFERED);
    return all(accept, pretty)
        .filter(found -> found.shape != Shape.TABLE && found.suits(definition))
        .findFirst()
        .orElseThrow(Representation::notAcceptable);
  }

  /** Of a list. */
  public static Representation ofList(
      String accept, boolean pretty, ResourceDefinition definition) {
    return ofItems(accept, pretty, definition, OFFERED + ", " + STREAMS);
  }

  /** Of a list of what has been removed, which cannot be watched. */
  public static Representation ofRemoved(
      String accept, boolean pretty, ResourceDefinition definition) {
    return ofItems(accept, pretty, definition, OFFERED);
  }

  private static Representation ofItems(
      String accept, boolean pretty, ResourceDefinition definition, String offered) {
    Representation found = ofResource(accept, pretty, definition, offered);
    if (found.shape == Shape.METADATA) {
      throw Refusal.notAcceptable(
          "you requested PartialObjectMetadata, but the requested object is a list (%s)"
              .formatted(goType(definition, definition.listKind(), "UnstructuredList")));
    }
    return found;
  }

  /** The reference names its own types here. */
  private static String goType(ResourceDefinition definition, String kind, String custom) {
    if (definition.custom()) {
      return "*unstructured." + custom;
    }
    String group = definition.type().group();
    return "*%s.%s".formatted(group.isEmpty() ? "core" : group.split("\\.", 2)[0], kind);
  }

  /** Of a watch, which YAML has no form for. */
  public static Representation ofWatch(String accept, ResourceDefinition definition) {
    Representation found = ofResource(accept, false, definition, OFFERED + ", " + STREAMS);
    if (found.format == Format.YAML) {
      throw Refusal.notAcceptable("only the following media types are accepted: " + STREAMS);
    }
    return found;
  }

  /** How a watch names its type. */
  public String watchType() {
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
   * What the reference has built in it finds only for who names one of the types, or accepts just
   * anything. What else a clause says is looked at later.
   */
  private static void checkOffered(String accept, String offered) {
    check(accept, offered, Stream.of(Format.values()));
  }

  /** As {@link #checkOffered}, of what is there in every form. */
  public static void checkNamed(String accept) {
    checkOffered(accept, OFFERED);
  }

  /** As {@link #checkOffered}, of what is there as JSON alone. */
  public static void checkJson(String accept) {
    check(accept, Format.JSON.mediaType(), Stream.of(Format.JSON));
  }

  private static void check(String accept, String offered, Stream<Format> formats) {
    Set<String> named =
        Stream.concat(Stream.of("*/*"), formats.map(Format::mediaType)).collect(Collectors.toSet());
    if (!accept.isBlank()
        && MediaRange.parse(accept).stream().noneMatch(range -> named.contains(range.type()))) {
      throw Refusal.unroutable(
          StatusReason.NOT_ACCEPTABLE,
          "406: Not Acceptable\n\nAvailable representations: " + offered);
    }
  }

  /** Users' own kinds have no form in protobuf; their metadata has. */
  private boolean suits(ResourceDefinition definition) {
    return format != Format.PROTOBUF || shape != Shape.OBJECT || !definition.custom();
  }

  /** Of a document about the API itself. */
  public static Representation ofDocument(String accept, boolean pretty) {
    return all(accept, pretty)
        .filter(found -> found.shape == Shape.OBJECT)
        .findFirst()
        .orElseThrow(Representation::notAcceptable);
  }

  private static RuntimeException notAcceptable() {
    return Refusal.notAcceptable("only the following media types are accepted: " + OFFERED);
  }

  /** The form of discovery's one large document, if that is what the client likes best. */
  public static Optional<Format> aggregatedDiscovery(String accept) {
    Format found = null;
    for (MediaRange range : MediaRange.parse(accept)) {
      boolean aggregated = range.parameter("as").equals("APIGroupDiscoveryList");
      if (aggregated
          && range.parameter("g").equals("apidiscovery.k8s.io")
          && range.parameter("v").equals("v2")) {
        Optional<Format> format =
            Stream.of(Format.values()).filter(each -> range.matches(each.mediaType())).findFirst();
        if (format.isPresent() && format.get() != Format.PROTOBUF) {
          return format;
        }
        found = format.orElse(found);
      }
      if (!aggregated && match(range, false).isPresent()) {
        return Optional.ofNullable(found);
      }
    }
    return Optional.ofNullable(found);
  }

  /** How an answer with that document names its type. */
  public static String aggregatedType(Format format) {
    return format.mediaType() + ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  }

  /** Whether the answer is for a person's eyes. */
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
