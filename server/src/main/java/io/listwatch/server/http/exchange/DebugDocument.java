package io.listwatch.server.http.exchange;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.http.request.RequestErrors;
import java.util.concurrent.CompletionStage;

/** A JSON document below {@code /debug/listwatch/}, for the inspection of a running server. */
@FunctionalInterface
public interface DebugDocument {
  /**
   * Returns the document. Called by event loops: must not block, and must bound the size of the
   * document.
   *
   * @throws io.listwatch.model.ApiException if a parameter is invalid
   */
  CompletionStage<JsonObject> read(QueryParameters query);

  /**
   * Accepts the body of a POST. Called by workers: must not block, and must bound the data that it
   * keeps. Rejects the method unless the document overrides this.
   *
   * @param user the authorized user who sent it
   * @return the response
   * @throws io.listwatch.model.ApiException if the body is invalid
   */
  default CompletionStage<JsonObject> accept(UserInfo user, JsonObject body) {
    throw RequestErrors.methodNotAllowed();
  }
}
