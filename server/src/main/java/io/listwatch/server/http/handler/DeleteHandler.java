package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.server.http.encoding.StatusJson;
import io.listwatch.server.http.exchange.BodyType;
import io.listwatch.server.http.exchange.DocumentEncoding;
import io.listwatch.server.http.exchange.RequestBody;
import io.listwatch.server.http.exchange.Responses;
import io.listwatch.server.http.request.DeleteQuery;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.delete.DeleteResult;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import java.util.concurrent.CompletionStage;

/** Deletes an object, or starts its graceful deletion. */
final class DeleteHandler implements VerbHandler {
  private final ResourceVerbs verbs;
  private final ObjectResponses answers;

  DeleteHandler(ResourceVerbs verbs, ObjectResponses answers) {
    this.verbs = verbs;
    this.answers = answers;
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    Representation representation = answers.representation(request);
    return answers.when(
        request,
        RequestBody.read(
            request.exchange(), verbs.workers(), body -> delete(request, options(body, request))),
        result -> answer(request, representation, result));
  }

  private CompletionStage<Result> delete(ResourceRequest request, DeleteOptions options) {
    return verbs
        .delete(request.definition(), request.key(), options)
        .thenApply(removed -> new Result(removed, options));
  }

  /**
   * Returns the options of the body if there is one, else those of the query. The two are never
   * merged.
   */
  static DeleteOptions options(RequestBody body, ResourceRequest request) {
    DeleteOptions options =
        body.isEmpty()
            ? DeleteQuery.of(request.exchange().query())
            : DeleteQuery.of(body.object(BodyType.DELETE_OPTIONS).object());
    return options.by(request.user(), request.exchange().warnings());
  }

  private HttpResponse answer(
      ResourceRequest request, Representation representation, Result result) {
    DeleteResult removed = result.removed;
    if (removed.returnsObject()) {
      return answers.written(request, representation, code(result), removed.object());
    }
    byte[] json = StatusJson.deleted(request.definition(), removed.object());
    return Responses.body(
        request.exchange(),
        code(result),
        representation,
        out -> DocumentEncoding.write(json, representation, out));
  }

  /** Returns 202 only if the client chose to delete dependents too and the object still exists. */
  private static int code(Result result) {
    boolean dependentsToo = Boolean.FALSE.equals(result.options.orphanDependents());
    return !result.removed.gone() && dependentsToo ? 202 : 200;
  }

  private record Result(DeleteResult removed, DeleteOptions options) {}
}
