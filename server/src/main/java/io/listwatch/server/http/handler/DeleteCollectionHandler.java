package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.server.http.encoding.ListHead;
import io.listwatch.server.http.encoding.ObjectForm;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.RequestBody;
import io.listwatch.server.http.exchange.Responses;
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
    ResourceScope scope = query.requiredName().map(request.scope()::named).orElse(request.scope());
    return answers.when(
        request,
        RequestBody.read(
            exchange,
            verbs.workers(),
            body ->
                verbs.deleteSelected(
                    request.definition(), scope, selection, DeleteHandler.options(body, request))),
        deleted -> list(request, representation, deleted));
  }

  private HttpResponse list(
      ResourceRequest request, Representation representation, DeletedCollection deleted) {
    ObjectForm unmeasured = answers.form(request, representation);
    var head = new ListHead(deleted.version(), deleted.continueToken(), deleted.remaining());
    return Responses.body(
        request.exchange(),
        200,
        representation,
        out -> {
          long length = 0;
          for (Resource each : deleted.objects()) {
            length += unmeasured.measure(each);
          }
          ObjectForm form = unmeasured.measured(length);
          form.writeHead(head, out);
          boolean first = true;
          for (Resource each : deleted.objects()) {
            form.writeItem(each, first, out);
            first = false;
          }
          form.writeTail(head, first, out);
        });
  }
}
