package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.model.Resource;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.request.ListQuery;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import java.util.concurrent.CompletionStage;

/** Responds with one object or a subresource. */
final class GetHandler implements VerbHandler {
  private final ResourceVerbs verbs;
  private final ObjectResponses answers;

  GetHandler(ResourceVerbs verbs, ObjectResponses answers) {
    this.verbs = verbs;
    this.answers = answers;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    Exchange exchange = request.exchange();
    if (exchange.query().flag("export")) {
      throw ApiErrors.badRequest(
          "the export parameter, deprecated since v1.14, is no longer supported");
    }
    Representation representation = answers.representation(request);
    VersionMatch match = ListQuery.getMatch(exchange.query());
    CompletionStage<Resource> found =
        verbs.get(request.definition(), request.key(), request.target().subresource(), match);
    return answers.when(request, found, object -> answers.read(request, representation, object));
  }
}
