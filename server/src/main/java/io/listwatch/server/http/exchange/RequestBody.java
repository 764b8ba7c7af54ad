package io.listwatch.server.http.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.yaml.MalformedYamlException;
import io.listwatch.objects.yaml.YamlText;
import io.listwatch.server.http.request.RequestErrors;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.resource.Workers;
import io.netty.util.concurrent.EventExecutor;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The body of a request, read as a whole and within limits: {@value BodySizes#MAX_BODY} bytes,
 * {@value JsonTrees#MAX_DEPTH} levels and {@value JsonTrees#MAX_VALUES} values.
 */
public final class RequestBody {
  /** The Go type into which kube-apiserver decodes kind and apiVersion. */
  private static final String TYPED =
      "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string"
          + " \"json:\\\"kind,omitempty\\\"\" }";

  private final String mediaType;
  private final byte[] content;
  private final EventExecutor loop;
  private final BodyBudget.Share share;

  private RequestBody(
      String mediaType, byte[] content, EventExecutor loop, BodyBudget.Share share) {
    this.mediaType = mediaType;
    this.content = content;
    this.loop = loop;
    this.share = share;
  }

  /**
   * Reads the body, then has the workers parse and use it: parsing a long one would delay the other
   * connections of an event loop. Fails if the body is too long or does not arrive in time, and
   * with 429 if the bodies in flight, or the values parsed from them, exceed their budget or the
   * workers' queue is full.
   */
  public static <T> CompletionStage<T> read(
      Exchange exchange, Workers workers, Function<RequestBody, CompletionStage<T>> use) {
    return read(exchange, workers, BodySizes.MAX_BODY, use);
  }

  /** As {@link #read}, with a smaller limit for the body. */
  public static <T> CompletionStage<T> read(
      Exchange exchange,
      Workers workers,
      int maxBody,
      Function<RequestBody, CompletionStage<T>> use) {
    String mediaType = ContentType.mediaType(header(exchange));
    EventExecutor loop = exchange.context().eventLoop();
    BodyBudget.Share share = exchange.bodies().open(maxBody);
    return BodyCollector.collect(exchange, share)
        .thenApply(
            content -> {
              exchange.audit().sent(mediaType, content, exchange.method() == HttpMethod.PATCH);
              return new RequestBody(mediaType, content, loop, share);
            })
        .thenCompose(body -> workers.compose(() -> use.apply(body)));
  }

  private static String header(Exchange exchange) {
    return exchange.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
  }

  /**
   * Returns the {@code Content-Type} of a patch up to its parameters, which kube-apiserver ignores
   * even if they are malformed.
   */
  public static String patchType(Exchange exchange) {
    return header(exchange).split(";", 2)[0];
  }

  public String text() {
    return new String(content(), UTF_8);
  }

  /**
   * Every reader of the body calls this, so that tests notice a body that is parsed on an event
   * loop.
   */
  private byte[] content() {
    assert !loop.inEventLoop() : "a body is parsed on an event loop";
    return content;
  }

  /**
   * Adds the values that were parsed from the body to the budget of the bodies in flight.
   *
   * @throws ApiException 429 if the budget is exhausted
   */
  public void charge(int values) {
    share.addValues(values);
  }

  public boolean isEmpty() {
    return content.length == 0 || (!isProtobuf() && text().isBlank());
  }

  private boolean isProtobuf() {
    return mediaType.equals(ProtobufEnvelope.MEDIA_TYPE);
  }

  /**
   * Parses the body as an object.
   *
   * @param expected the expected type, for the error message
   */
  public DecodedObject object(BodyType expected) {
    if (isProtobuf()) {
      JsonObject object = new ProtobufBody(content(), expected).object();
      charge(JsonTrees.count(object));
      return new DecodedObject(object, List.of());
    }
    try {
      JsonTrees.Parsed parsed = parsed();
      charge(parsed.values());
      JsonValue tree = parsed.tree().isNull() ? new JsonObject() : parsed.tree();
      if (tree instanceof JsonObject object) {
        checkNamed(object, expected);
        return new DecodedObject(object, parsed.duplicates());
      }
      throw unrecognised(
          expected,
          "json: cannot unmarshal %s into Go value of type %s".formatted(typeOf(tree), TYPED));
    } catch (MalformedJsonException e) {
      throw unrecognised(expected, String.valueOf(e.getMessage()));
    }
  }

  private void checkNamed(JsonObject object, BodyType expected) {
    for (String member : List.of("apiVersion", "kind")) {
      JsonValue value = object.path(member);
      if (!value.isText() && !value.isNull() && !value.isMissing()) {
        throw unrecognised(
            expected,
            "json: cannot unmarshal %s into Go struct field .%s of type string"
                .formatted(typeOf(value), member));
      }
    }
    if (expected.named() && object.path("kind").asText("").isEmpty()) {
      throw expected.unrecognised("Object 'Kind' is missing in '" + text() + "'", content);
    }
  }

  private JsonTrees.Parsed parsed() {
    return switch (mediaType) {
      case "", "application/json" -> JsonTrees.parse(content());
      case "application/yaml" -> {
        YamlText.Converted yaml = converted();
        JsonTrees.Parsed json = JsonTrees.parse(yaml.json());
        yield new JsonTrees.Parsed(json.tree(), yaml.repeated(), json.values());
      }
      default ->
          throw RequestErrors.unsupportedMediaType(
              "the body of the request was in an unknown format - accepted media types include:"
                  + " application/json, application/yaml, application/vnd.kubernetes.protobuf");
    };
  }

  private YamlText.Converted converted() {
    try {
      return YamlText.convert(text());
    } catch (MalformedYamlException e) {
      throw ApiErrors.badRequest(String.valueOf(e.getMessage()));
    }
  }

  private static String typeOf(JsonValue value) {
    return value.isBoolean() ? "bool" : value.type().name().toLowerCase(Locale.ROOT);
  }

  private ApiException unrecognised(BodyType expected, String problem) {
    return expected.unrecognised(
        "couldn't get version/kind; json parse error: " + problem, content);
  }
}
