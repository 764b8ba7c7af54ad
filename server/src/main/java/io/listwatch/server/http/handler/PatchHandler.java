package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.model.StatusReason;
import io.listwatch.objects.apply.PatchBody;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.RequestBody;
import io.listwatch.server.http.request.ApplyBody;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.http.request.RequestErrors;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Patches an object or a subresource. */
final class PatchHandler implements VerbHandler {
  private final ResourceVerbs verbs;
  private final ObjectResponses answers;

  PatchHandler(ResourceVerbs verbs, ObjectResponses answers) {
    this.verbs = verbs;
    this.answers = answers;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    Exchange exchange = request.exchange();
    Representation representation = answers.representation(request);
    Patch.Type type = type(request);
    WriteOptions options = exchange.writeQuery().patch(type).by(request.user());
    return answers.when(
        request,
        RequestBody.read(
            exchange,
            verbs.workers(),
            body ->
                verbs.patch(
                    request.definition(),
                    request.key(),
                    request.target().subresource(),
                    new Patch(type, parsed(type, body, options)),
                    options)),
        written ->
            answers.written(
                request, representation, options, written.created() ? 201 : 200, written));
  }

  private static PatchBody parsed(Patch.Type type, RequestBody body, WriteOptions options) {
    PatchBody patch =
        type == Patch.Type.APPLY
            ? ApplyBody.parse(body.text(), options.validation())
            : PatchBody.parse(body.text());
    body.charge(patch.values());
    return patch;
  }

  private static Patch.Type type(ResourceRequest request) {
    String mediaType = RequestBody.patchType(request.exchange());
    boolean custom = request.definition().custom();
    return supported(custom)
        .filter(type -> type.mediaType().equals(mediaType))
        .findFirst()
        .orElseThrow(() -> unsupported(custom, mediaType));
  }

  /** Custom resources do not support strategic merge patch. */
  private static Stream<Patch.Type> supported(boolean custom) {
    return Arrays.stream(Patch.Type.values())
        .filter(type -> !(custom && type == Patch.Type.STRATEGIC));
  }

  /** The routes of built-in resources reject a header that names no supported type at all. */
  private static RuntimeException unsupported(boolean custom, String header) {
    boolean named =
        Arrays.stream(header.split(",", -1))
            .map(String::trim)
            .anyMatch(each -> supported(false).anyMatch(type -> type.mediaType().equals(each)));
    if (!custom && !named) {
      return RequestErrors.unroutable(
          StatusReason.UNSUPPORTED_MEDIA_TYPE, "415: Unsupported Media Type");
    }
    return RequestErrors.unsupportedMediaType(
        "the body of the request was in an unknown format - accepted media types include: "
            + supported(custom).map(Patch.Type::mediaType).collect(Collectors.joining(", ")));
  }
}
