package io.listwatch.server.http.interference;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.server.http.handler.ResourceRequest;
import io.listwatch.server.http.handler.VerbHandler;
import io.listwatch.server.http.handler.VerbHandlers;
import io.listwatch.server.http.request.QueryParameters;

/** Passes requests through an {@link Interference} before their handler. */
public final class InterferedHandler implements VerbHandler {
  private final String verb;
  private final VerbHandler handler;
  private final Interference interference;

  private InterferedHandler(String verb, VerbHandler handler, Interference interference) {
    this.verb = verb;
    this.handler = handler;
    this.interference = interference;
  }

  /** Returns the same handlers, each behind the interference. */
  public static VerbHandlers all(VerbHandlers handlers, Interference interference) {
    return handlers.wrapped((verb, handler) -> new InterferedHandler(verb, handler, interference));
  }

  @Override
  public HttpResponse handle(ResourceRequest request) {
    ClientRequest seen = ClientRequest.of(verb, request);
    QueryParameters query = interference.admit(seen);
    HttpResponse answer = handler.handle(request.with(query));
    return switch (interference.answer(seen)) {
      case WHOLE -> answer;
      case HALF -> LostResponse.afterHalf(answer);
      case NOTHING -> LostResponse.whole(answer);
    };
  }
}
