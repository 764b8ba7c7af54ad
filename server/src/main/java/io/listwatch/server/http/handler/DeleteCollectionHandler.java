package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.model.ListOptions;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.RequestBody;
import io.listwatch.server.http.request.ListQuery;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.delete.DeletedCollection;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.ResourceScope;

/** Deletes the objects of a scope and responds with the list of them. */
final class DeleteCollectionHandler implements VerbHandler {
  private final ResourceVerbs verbs;
  private final ObjectResponses answers;

  DeleteCollectionHandler(ResourceVerbs verbs, ObjectResponses answers) {
    this.verbs = verbs;
    this.answers = answers;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    Exchange exchange = request.exchange();
    Representation representation =
        Representation.ofRemoved(exchange.accept(), exchange.pretty(), request.definition());
    ListQuery query = ListQuery.of(exchange.query(), request.definition());
    ListOptions selection = query.listOptions();
    ResourceScope scope = query.narrow(request.scope());
    return answers.list(
        request,
        representation,
        () ->
            RequestBody.read(
                    exchange,
                    verbs.workers(),
                    body ->
                        verbs.deleteCollection(
                            request.definition(),
                            scope,
                            selection,
                            DeleteHandler.options(body, request),
                            exchange.context()::isCancelled))
                .thenApply(DeletedCollection::page));
  }
}
