package io.listwatch.server.http.handler;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.http.encoding.KeptMessages;
import io.listwatch.server.http.exchange.Failures;
import io.listwatch.server.http.review.Reviews;
import io.listwatch.server.kubelet.KubeletClient;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.time.Timers;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * The handlers of resources.
 *
 * @param byVerb one for each verb
 * @param node for subresources that a node serves, such as {@code log} and {@code exec}
 */
public record VerbHandlers(Map<Verb, VerbHandler> byVerb, VerbHandler node) {
  /** The verb of requests for a node, as an interference sees it. */
  private static final String CONNECT = "connect";

  public VerbHandlers {
    byVerb = Map.copyOf(byVerb);
  }

  /**
   * Returns a handler for each verb.
   *
   * @param kept protobuf messages, shared with the watches
   * @param watch handles watches, which are streams
   * @param kubelets reads the logs of containers
   * @param unattended true for a type of workload whose creation gets the warning that no
   *     controller acts on it
   */
  public static VerbHandlers of(
      ResourceRegistry registry,
      ResourceVerbs verbs,
      Reviews reviews,
      Timers timers,
      Failures failures,
      KeptMessages kept,
      VerbHandler watch,
      KubeletClient kubelets,
      Predicate<ResourceType> unattended) {
    var answers = new ObjectResponses(timers, verbs.workers(), failures, kept, unattended);
    Map<Verb, VerbHandler> handlers =
        Map.of(
            Verb.GET, new GetHandler(verbs, answers),
            Verb.LIST, new ListHandler(verbs, answers),
            Verb.WATCH, watch,
            Verb.CREATE,
                new ReviewHandler(verbs, reviews, answers, new CreateHandler(verbs, answers)),
            Verb.UPDATE, new UpdateHandler(verbs, answers),
            Verb.PATCH, new PatchHandler(verbs, answers),
            Verb.DELETE, new DeleteHandler(verbs, answers),
            Verb.DELETECOLLECTION, new DeleteCollectionHandler(verbs, answers));
    return new VerbHandlers(handlers, new NodeHandler(registry, verbs, answers, kubelets, timers));
  }

  /**
   * Returns the same handlers, each of them wrapped.
   *
   * @param wrapper receives the verb's name and the handler
   */
  public VerbHandlers wrapped(BiFunction<String, VerbHandler, VerbHandler> wrapper) {
    var wrapped = new EnumMap<Verb, VerbHandler>(Verb.class);
    byVerb.forEach((verb, handler) -> wrapped.put(verb, wrapper.apply(verb.word(), handler)));
    return new VerbHandlers(wrapped, wrapper.apply(CONNECT, node));
  }
}
