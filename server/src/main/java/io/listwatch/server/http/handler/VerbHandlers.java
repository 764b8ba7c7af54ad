package io.listwatch.server.http.handler;

import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.review.Reviews;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.time.Timers;
import java.util.Map;

/** The handlers of a server. */
public final class VerbHandlers {
  private VerbHandlers() {}

  /**
   * A handler for each verb, by its name.
   *
   * @param watch the one for watches, which are streams
   */
  public static Map<String, VerbHandler> of(
      ResourceRegistry registry,
      ResourceVerbs verbs,
      Reviews reviews,
      Timers timers,
      Failures failures,
      VerbHandler watch) {
    var answers = new ObjectAnswers(timers, failures);
    return Map.of(
        "connect", new NodeHandler(registry, verbs, answers),
        "get", new GetHandler(verbs, answers),
        "list", new ListHandler(verbs, answers),
        "watch", watch,
        "create", new ReviewHandler(verbs, reviews, answers, new CreateHandler(verbs, answers)),
        "update", new UpdateHandler(verbs, answers),
        "patch", new PatchHandler(verbs, answers),
        "delete", new DeleteHandler(verbs, answers),
        "deletecollection", new DeleteCollectionHandler(verbs, answers));
  }
}
