package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.server.http.encoding.KeptMessages;
import io.listwatch.server.http.encoding.ListHead;
import io.listwatch.server.http.encoding.ObjectForm;
import io.listwatch.server.http.exchange.BodyStyle;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.ListQuery;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.Workers;
import io.listwatch.time.Timers;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Responses that show an object or a list. */
final class ObjectResponses {
  /** More warnings would make headers that some clients do not read. */
  private static final int MAX_WARNINGS = 10;

  /** A worker encodes longer objects: as YAML or compressed, a megabyte takes tens of ms. */
  private static final int MAX_ON_EVENT_LOOP = 64 << 10;

  private final Timers timers;
  private final Workers workers;
  private final Failures failures;
  private final KeptMessages kept;
  private final Predicate<ResourceType> unattended;

  ObjectResponses(
      Timers timers,
      Workers workers,
      Failures failures,
      KeptMessages kept,
      Predicate<ResourceType> unattended) {
    this.timers = timers;
    this.workers = workers;
    this.failures = failures;
    this.kept = kept;
    this.unattended = unattended;
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
    return ObjectForm.of(representation, request.definition(), included, kept, timers.now());
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
      if (code == HttpStatus.CREATED.code() && unattended.test(request.definition().type())) {
        request.definition().unattended().ifPresent(options.warnings());
      }
    }
    return written(request, representation, code, written.object());
  }

  /** Returns the response with the object of a write or delete that was carried out. */
  HttpResponse written(
      ResourceRequest request, Representation representation, int code, Resource object) {
    return object(request, representation, code, object, workers::supplyEvenIfFull);
  }

  /** Returns the response with an object that was read. */
  HttpResponse read(ResourceRequest request, Representation representation, Resource object) {
    return object(request, representation, 200, object, workers::supply);
  }

  private HttpResponse object(
      ResourceRequest request,
      Representation representation,
      int code,
      Resource object,
      Function<Supplier<HttpResponse>, CompletableFuture<HttpResponse>> onWorker) {
    Exchange exchange = request.exchange();
    ObjectForm form = form(request, representation);
    Supplier<HttpResponse> response =
        () -> Responses.body(exchange, code, representation, out -> form.writeObject(object, out));
    return object.size() <= MAX_ON_EVENT_LOOP
        ? response.get()
        : HttpResponse.of(
            onWorker
                .apply(response)
                .exceptionally(failure -> failures.response(exchange, failure)));
  }

  /**
   * Returns the response to a list: a stream, once its first page is known.
   *
   * @param listed called only after the form of its objects was found valid
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
          listed.get().thenCompose(page -> MeasuredList.of(page, form, turns(exchange), workers)),
          list -> stream(request, representation, list.form(), list.page()));
    }
    return when(request, listed.get(), page -> stream(request, representation, form, page));
  }

  private static Executor turns(Exchange exchange) {
    EventLoop loop = exchange.context().eventLoop().withoutContext();
    return step -> loop.execute(() -> ListTurns.await(loop, step));
  }

  private HttpResponse stream(
      ResourceRequest request, Representation representation, ObjectForm form, ResourcePage page) {
    Exchange exchange = request.exchange();
    ResponseHeadersBuilder headers = Responses.headers(200, representation.format().mediaType());
    page.unreadable().stream()
        .limit(MAX_WARNINGS)
        .forEach(
            key -> exchange.warnings().accept("%s cannot be read and is left out".formatted(key)));
    ListHead head = ListHead.of(page, shard(request, representation));
    return ListStream.of(
        exchange, page, form, BodyStyle.of(representation), head, headers, workers);
  }

  /** As in kube-apiserver, lists of custom resources, tables and metadata do not show the shard. */
  private static String shard(ResourceRequest request, Representation representation) {
    return request.definition().custom() || representation.shape() != Representation.Shape.OBJECT
        ? ""
        : ListQuery.shard(request.exchange().query()).toString();
  }

  /** Returns the response to a result once it is complete. */
  <T> HttpResponse when(
      ResourceRequest request, CompletionStage<T> result, Function<T, HttpResponse> answer) {
    return failures.when(request.exchange(), result, answer);
  }
}
