package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.RequestBody;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.WriteOptions;

/** Replaces an object or a subresource. */
final class UpdateHandler implements VerbHandler {
  private final ResourceVerbs verbs;
  private final ObjectResponses answers;

  UpdateHandler(ResourceVerbs verbs, ObjectResponses answers) {
    this.verbs = verbs;
    this.answers = answers;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    Exchange exchange = request.exchange();
    Representation representation = answers.representation(request);
    WriteOptions options = exchange.writeQuery().update().by(request.user());
    return answers.when(
        request,
        RequestBody.read(
            exchange,
            verbs.workers(),
            body ->
                verbs.update(
                    request.definition(),
                    request.key(),
                    request.target().subresource(),
                    body.object(request.bodyType()),
                    options)),
        written ->
            answers.written(
                request, representation, options, written.created() ? 201 : 200, written));
  }
}
