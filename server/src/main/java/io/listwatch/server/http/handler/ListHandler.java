package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.model.ListOptions;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.request.ListQuery;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.verbs.ResourceVerbs;

/** Responds with the list of a scope. */
final class ListHandler implements VerbHandler {
  private final ResourceVerbs verbs;
  private final ObjectResponses answers;

  ListHandler(ResourceVerbs verbs, ObjectResponses answers) {
    this.verbs = verbs;
    this.answers = answers;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    Exchange exchange = request.exchange();
    Representation representation =
        Representation.ofList(exchange.accept(), exchange.pretty(), request.definition());
    return answers.list(
        request,
        representation,
        () -> {
          ListQuery query = ListQuery.of(exchange.query(), request.definition());
          ListOptions options = query.listOptions();
          return exchange
              .warnings()
              .trace()
              .during(
                  () -> verbs.list(request.definition(), query.narrow(request.scope()), options));
        });
  }
}
