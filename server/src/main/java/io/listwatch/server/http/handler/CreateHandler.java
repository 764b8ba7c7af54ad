package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.server.http.encoding.StatusJson;
import io.listwatch.server.http.exchange.DocumentEncoding;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.RequestBody;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import java.util.concurrent.CompletionStage;

/** Creates an object, or posts to a subresource such as {@code pods/binding}. */
final class CreateHandler implements VerbHandler {
  private final ResourceVerbs verbs;
  private final ObjectResponses answers;

  CreateHandler(ResourceVerbs verbs, ObjectResponses answers) {
    this.verbs = verbs;
    this.answers = answers;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    Exchange exchange = request.exchange();
    Representation representation = answers.representation(request);
    WriteOptions options = exchange.writeQuery().create().by(request.user());
    return answers.when(
        request,
        RequestBody.read(
            exchange,
            verbs.workers(),
            body -> create(request, body.object(request.bodyType()), options)),
        written -> answer(request, representation, options, written));
  }

  private CompletionStage<WriteResult> create(
      ResourceRequest request, DecodedObject object, WriteOptions options) {
    return request.target().subresource().isEmpty()
        ? verbs.create(request.definition(), request.namespace(), object, options)
        : verbs.create(
            request.definition(), request.key(), request.target().subresource(), object, options);
  }

  /** A POST to a subresource such as {@code binding} gets a success Status. */
  private HttpResponse answer(
      ResourceRequest request,
      Representation representation,
      WriteOptions options,
      WriteResult written) {
    if (written.object().kind().equals(request.kind())) {
      return answers.written(request, representation, options, 201, written);
    }
    byte[] json = StatusJson.success(201);
    return Responses.body(
        request.exchange(),
        201,
        representation,
        out -> DocumentEncoding.write(json, representation, out));
  }
}
