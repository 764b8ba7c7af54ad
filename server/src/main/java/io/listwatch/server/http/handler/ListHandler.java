package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import io.listwatch.model.ListOptions;
import io.listwatch.server.http.encoding.ObjectForm;
import io.listwatch.server.http.exchange.BodyStyle;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.ListQuery;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import java.util.concurrent.CompletionStage;

/** Responds with the list of a scope. */
final class ListHandler implements VerbHandler {
  /** More warnings would make headers that some clients do not read. */
  private static final int MAX_WARNINGS = 10;

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
    ObjectForm form = answers.form(request, representation);
    ListQuery query = ListQuery.of(exchange.query(), request.definition());
    ListOptions options = query.listOptions();
    ResourceScope scope = query.requiredName().map(request.scope()::named).orElse(request.scope());
    CompletionStage<ResourcePage> listed = verbs.list(request.definition(), scope, options);
    if (form.needsMeasure()) {
      return answers.when(
          request,
          listed.thenCompose(page -> MeasuredList.of(page, form, exchange.context().eventLoop())),
          list -> stream(exchange, representation, list.form(), list.page()));
    }
    return answers.when(request, listed, page -> stream(exchange, representation, form, page));
  }

  private static HttpResponse stream(
      Exchange exchange, Representation representation, ObjectForm form, ResourcePage page) {
    ResponseHeadersBuilder headers = Responses.headers(200, representation.format().mediaType());
    page.unreadable().stream()
        .limit(MAX_WARNINGS)
        .forEach(
            key -> exchange.warnings().accept("%s cannot be read and is left out".formatted(key)));
    return ListStream.of(exchange, page, form, BodyStyle.of(representation), headers);
  }
}
