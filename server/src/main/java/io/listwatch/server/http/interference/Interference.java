package io.listwatch.server.http.interference;

import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.server.resource.WatchRequest;
import java.util.concurrent.CompletionStage;

/**
 * A seam between clients and handlers, where tests do what networks, proxies and busy servers do. A
 * server that was given none has nothing of it on any path.
 *
 * <p>Called by event loops, many at a time: it must not wait.
 */
public interface Interference extends AutoCloseable {
  /** Where it is commanded. */
  String PATH = "/listwatch/v1/faults";

  /**
   * Lets a request pass.
   *
   * @return its parameters, or others in their place
   * @throws io.listwatch.model.ApiException to be answered instead
   */
  QueryParameters admit(ClientRequest request);

  /** How the answer to a request that was let pass is to travel. */
  AnswerPassage answer(ClientRequest request);

  /** A watch is about to be opened. */
  StreamInterference join(ClientRequest request, WatchRequest watch, StreamHandle stream);

  /**
   * What is sent to {@value #PATH}.
   *
   * @return JSON; fails with an {@code IllegalArgumentException} if the command makes no sense
   */
  CompletionStage<String> submit(String command);

  /** Ends every interference that goes on. Called once, before the server stops listening. */
  @Override
  void close();
}
