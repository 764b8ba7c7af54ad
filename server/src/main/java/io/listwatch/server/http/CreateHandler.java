package io.listwatch.server.http;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.server.http.request.Refusal;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.http.request.WriteQuery;
import io.listwatch.server.registry.ResourceVerbs;
import io.listwatch.server.registry.WriteOptions;

/** Makes an object. */
final class CreateHandler implements VerbHandler {
  private final ResourceVerbs verbs;
  private final ObjectAnswers answers;

  CreateHandler(ResourceVerbs verbs, ObjectAnswers answers) {
    this.verbs = verbs;
    this.answers = answers;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    Exchange exchange = request.exchange();
    if (request.target().name() != null) {
      // What can be created below an object is for those who know it to say.
      throw Refusal.methodNotAllowed();
    }
    Representation representation = answers.representation(request);
    WriteOptions options = new WriteQuery(exchange.query(), exchange.userAgent()).create();
    return answers.when(
        request,
        RequestBody.of(exchange)
            .thenCompose(
                body ->
                    verbs.create(
                        request.definition(),
                        request.namespace(),
                        body.object(request.bodyType()),
                        options)),
        written ->
            answers.object(request, representation, 201, written.object(), written.warnings()));
  }
}
