package io.listwatch.server.http.interference;

import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.resource.WatchRequest;
import java.util.concurrent.CompletionStage;

/**
 * Injects faults between clients and handlers, so that tests can simulate bad networks, proxies and
 * busy servers. A server without one has none of this code on any request path.
 *
 * <p>Called by event loops, many at a time: it must not block.
 */
public interface Interference extends AutoCloseable {
  /** The path of the endpoint that receives commands. */
  String PATH = "/listwatch/v1/faults";

  /**
   * Lets a request pass, or fails it.
   *
   * @return its query parameters, or others to use instead
   * @throws io.listwatch.model.ApiException to respond with this failure
   */
  QueryParameters admit(ClientRequest request);

  /** Returns the part of the response to an admitted request that arrives. */
  DeliveredPart answer(ClientRequest request);

  /** Returns the interference with the stream of a watch. Called before the watch is opened. */
  StreamInterference join(ClientRequest request, WatchRequest watch, StreamHandle stream);

  /**
   * Carries out a command that was sent to {@value #PATH}.
   *
   * @return JSON; fails with an {@code IllegalArgumentException} if the command is invalid
   */
  CompletionStage<String> submit(String command);

  /** Ends all faults in progress. Called once, before the server stops listening. */
  @Override
  void close();
}
