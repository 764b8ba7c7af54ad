package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import io.listwatch.model.Resource;
import io.listwatch.server.http.encoding.ObjectForm;
import io.listwatch.server.http.exchange.BodyStyle;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.time.Timers;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Responses that show an object or a list. */
final class ObjectResponses {
  /** More warnings would make headers that some clients do not read. */
  private static final int MAX_WARNINGS = 10;

  private final Timers timers;
  private final Failures failures;
  private final boolean workloadWarnings;

  ObjectResponses(Timers timers, Failures failures, boolean workloadWarnings) {
    this.timers = timers;
    this.failures = failures;
    this.workloadWarnings = workloadWarnings;
  }

  /** Returns the representation of an object. Negotiated before the verb is carried out. */
  Representation representation(ResourceRequest request) {
    Exchange exchange = request.exchange();
    Representation found =
        Representation.ofObject(exchange.accept(), exchange.pretty(), request.definition());
    form(request, found);
    return found;
  }

  /**
   * Returns the form of the request's objects. Rejects an invalid {@code includeObject} of a table.
   */
  ObjectForm form(ResourceRequest request, Representation representation) {
    IncludedObject included =
        representation.shape() == Representation.Shape.TABLE
            ? IncludedObject.of(request.exchange().query())
            : IncludedObject.METADATA;
    return ObjectForm.of(representation, request.definition(), included, timers.now());
  }

  /**
   * Returns the response to a write. Adds a warning if the object has no effect here, or needs a
   * controller that does not run here.
   */
  HttpResponse written(
      ResourceRequest request,
      Representation representation,
      WriteOptions options,
      int code,
      WriteResult written) {
    if (request.target().subresource().isEmpty() && !options.dryRun()) {
      request.definition().unenforced().ifPresent(options.warnings());
      if (workloadWarnings && code == HttpStatus.CREATED.code()) {
        request.definition().unattended().ifPresent(options.warnings());
      }
    }
    return object(request, representation, code, written.object());
  }

  HttpResponse object(
      ResourceRequest request, Representation representation, int code, Resource object) {
    ObjectForm form = form(request, representation);
    return Responses.body(
        request.exchange(), code, representation, out -> form.writeObject(object, out));
  }

  /**
   * Returns the response to a list: a stream, once its first page is known.
   *
   * @param listed asked only after the form of its objects is known to be valid
   */
  HttpResponse list(
      ResourceRequest request,
      Representation representation,
      Supplier<CompletionStage<ResourcePage>> listed) {
    Exchange exchange = request.exchange();
    ObjectForm form = form(request, representation);
    if (form.needsMeasure()) {
      return when(
          request,
          listed
              .get()
              .thenCompose(page -> MeasuredList.of(page, form, exchange.context().eventLoop())),
          list -> stream(exchange, representation, list.form(), list.page()));
    }
    return when(request, listed.get(), page -> stream(exchange, representation, form, page));
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

  /** Returns the response to a result once it is complete. */
  <T> HttpResponse when(
      ResourceRequest request, CompletionStage<T> result, Function<T, HttpResponse> answer) {
    return failures.when(request.exchange(), result, answer);
  }
}
