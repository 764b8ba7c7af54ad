package io.listwatch.reflector;

import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.MalformedException;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import java.util.HashSet;
import java.util.Set;

/**
 * Lists a collection page by page into an {@link InitialState}. All pages have the version of the
 * first.
 */
final class Pager {
  private final SourceAccess source;
  private final ReflectorMonitor monitor;

  Pager(SourceAccess source, ReflectorMonitor monitor) {
    this.source = source;
    this.monitor = monitor;
  }

  /** Lists all pages. If the pages' version expires on the way, lists once more without paging. */
  Listing list(ListOptions options, Intake intake, FetchTrace trace) throws InterruptedException {
    var state = new InitialState(intake);
    ResourceList page = fetch(options, state);
    trace.step("first page of %d objects listed".formatted(state.size()));
    ResourceVersion version = page.version();
    Set<String> tokens = new HashSet<>();
    while (!page.isLastPage()) {
      String token = page.continueToken();
      if (!tokens.add(token)) {
        throw new MalformedException("continue: the same token again (expected: the next page's)");
      }
      try {
        page = fetch(options.continuedBy(token), state);
      } catch (ExpiredException expired) {
        monitor.failed(expired, true);
        return whole(options, intake, trace);
      }
    }
    if (!tokens.isEmpty()) {
      trace.step("%d more pages listed".formatted(tokens.size()));
    }
    return new Listing(state, version, !tokens.isEmpty());
  }

  private Listing whole(ListOptions options, Intake intake, FetchTrace trace)
      throws InterruptedException {
    trace.step("pages expired");
    var state = new InitialState(intake);
    ResourceList all = fetch(options.limitedTo(0), state);
    trace.step("%d objects listed at once".formatted(state.size()));
    return new Listing(state, all.version(), true);
  }

  private ResourceList fetch(ListOptions options, InitialState state) throws InterruptedException {
    ResourceList page = source.list(options, state::put);
    page.unreadable().forEach(state::putAside);
    return page;
  }

  /** The result of a list. */
  record Listing(InitialState state, ResourceVersion version, boolean paged) {}
}
