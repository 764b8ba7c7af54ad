package io.listwatch.server.http.request;

import io.listwatch.model.ListOptions;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.InvalidSelectorException;
import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the parameters of a list, a watch or a collective deletion ask for. This is where the wire's
 * words for versions become {@link VersionMatch}es.
 */
public final class ListQuery {
  private static final String NOT_OLDER_THAN = "NotOlderThan";
  private static final String EXACT = "Exact";
  private static final String MATCH = "resourceVersionMatch";
  private static final String SEND_INITIAL_EVENTS = "sendInitialEvents";

  private final boolean watch;
  private final boolean bookmarks;
  private final WireVersion version;
  private final long limit;
  private final String continueToken;
  private final long timeoutSeconds;
  private final LabelSelector labels;
  private FieldSelector fields;

  /** Null if not said. */
  private @Nullable Boolean sendInitialEvents;

  private String match;

  private ListQuery(QueryParameters query) {
    labels = parse(LabelSelector::parse, query.text("labelSelector"));
    fields = parse(FieldSelector::parse, query.text("fieldSelector"));
    watch = query.flag("watch");
    bookmarks = query.flag("allowWatchBookmarks");
    version = new WireVersion(query.text("resourceVersion"));
    match = query.text(MATCH);
    timeoutSeconds = orZero(query.integer("timeoutSeconds"));
    limit = Math.max(0, orZero(query.integer("limit")));
    continueToken = query.text("continue");
    sendInitialEvents =
        query.has(SEND_INITIAL_EVENTS) ? (Boolean) query.flag(SEND_INITIAL_EVENTS) : null;
  }

  /**
   * Reads and checks the parameters.
   *
   * @param definition what is selected from, which knows the fields that can be selected by
   */
  public static ListQuery of(QueryParameters parameters, ResourceDefinition definition) {
    var query = new ListQuery(parameters);
    query.applyDefaults();
    query.validate();
    query.fields = SelectableFieldNames.of(definition).convert(query.fields);
    return query;
  }

  private static <T> T parse(Function<String, T> parser, String text) {
    try {
      return parser.apply(text);
    } catch (InvalidSelectorException e) {
      throw Refusal.badRequest(String.valueOf(e.getMessage()));
    }
  }

  private static long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  /** A watch that says nothing about its beginning begins with the objects there are. */
  private void applyDefaults() {
    if (watch && sendInitialEvents == null && match.isEmpty() && version.unsetOrZero()) {
      sendInitialEvents = true;
      match = NOT_OLDER_THAN;
    }
  }

  private void validate() {
    var errors = new FieldErrors("ListOptions");
    // A watch that only its path asks for is held to the rules of a list, as in the reference.
    if (watch) {
      validateWatch(errors);
    } else {
      validateList(errors);
    }
    errors.throwIfAny();
  }

  private void validateList(FieldErrors errors) {
    if (!match.isEmpty()) {
      if (version.unset()) {
        errors.forbid(
            MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided");
      }
      forbidContinue(errors);
      if (!match.equals(EXACT) && !match.equals(NOT_OLDER_THAN)) {
        errors.unsupported(MATCH, Quotation.of(match), "\"Exact\", \"NotOlderThan\", \"\"");
      }
      if (match.equals(EXACT) && version.zero()) {
        errors.forbid(
            MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
      }
    }
    if (sendInitialEvents != null) {
      errors.forbid(SEND_INITIAL_EVENTS, "sendInitialEvents is forbidden for list");
    }
  }

  private void validateWatch(FieldErrors errors) {
    if (sendInitialEvents != null && !match.equals(NOT_OLDER_THAN)) {
      errors.forbid(
          MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
    }
    if (!match.isEmpty()) {
      if (sendInitialEvents == null) {
        errors.forbid(
            MATCH,
            "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
      }
      if (!match.equals(NOT_OLDER_THAN)) {
        errors.unsupported(MATCH, Quotation.of(match), "\"NotOlderThan\"");
      }
      forbidContinue(errors);
    }
  }

  private void forbidContinue(FieldErrors errors) {
    if (!continueToken.isEmpty()) {
      errors.forbid(MATCH, "resourceVersionMatch is forbidden when continue is provided");
    }
  }

  public LabelSelector labels() {
    return labels;
  }

  public FieldSelector fields() {
    return fields;
  }

  public boolean bookmarks() {
    return bookmarks;
  }

  /** The one name that the selector leaves, where that is a name. */
  public Optional<String> requiredName() {
    return fields
        .requiresExactMatch("metadata.name")
        .filter(name -> PathSegment.problem(name).isEmpty());
  }

  /** How long to watch; empty if that is for the server to say. Not positive: not at all. */
  public Optional<Duration> timeout() {
    return timeoutSeconds == 0 ? Optional.empty() : Optional.of(bounded(timeoutSeconds));
  }

  /** A century is as good as for ever, and does not overflow. */
  private static Duration bounded(long seconds) {
    return Duration.ofSeconds(Math.max(-1, Math.min(seconds, Duration.ofDays(36_500).toSeconds())));
  }

  public ListOptions listOptions() {
    if (!continueToken.isEmpty()) {
      return continued();
    }
    return new ListOptions(listMatch(), boundedLimit(), "", labels, fields);
  }

  private ListOptions continued() {
    if (!version.unsetOrZero()) {
      throw Refusal.badRequest("specifying resource version is not allowed when using continue");
    }
    // Beside version zero a limit has no effect, not even on a later page.
    int pageSize = version.zero() ? 0 : boundedLimit();
    return new ListOptions(VersionMatch.mostRecent(), pageSize, continueToken, labels, fields);
  }

  private int boundedLimit() {
    return (int) Math.min(limit, Integer.MAX_VALUE);
  }

  private VersionMatch listMatch() {
    try {
      version.check();
    } catch (NumberFormatException e) {
      throw Refusal.badRequest("invalid resource version: " + e.getMessage());
    }
    if (version.unset()) {
      return VersionMatch.mostRecent();
    }
    if (version.any()) {
      return VersionMatch.any();
    }
    // A limit used to mean a page of that very version, and without another word still does.
    boolean exact = match.isEmpty() ? limit > 0 && requiredName().isEmpty() : match.equals(EXACT);
    return exact
        ? VersionMatch.exactly(version.version())
        : VersionMatch.notOlderThan(version.version());
  }

  /** Where a watch begins. */
  public VersionMatch watchMatch() {
    VersionMatch initial = matchOf(version);
    if (version.unset() && initialEvents() == InitialEvents.PLAIN) {
      return VersionMatch.any();
    }
    return initialEvents() == InitialEvents.NONE && !version.unset() && !version.any()
        ? VersionMatch.exactly(version.version())
        : initial;
  }

  /** What a watch begins with. */
  public InitialEvents initialEvents() {
    if (sendInitialEvents != null) {
      return sendInitialEvents ? InitialEvents.MARKED : InitialEvents.NONE;
    }
    return version.unsetOrZero() ? InitialEvents.PLAIN : InitialEvents.NONE;
  }

  /** The version that one object is asked for with. */
  public static VersionMatch getMatch(QueryParameters query) {
    return matchOf(new WireVersion(query.text("resourceVersion")));
  }

  private static VersionMatch matchOf(WireVersion version) {
    try {
      version.check();
    } catch (NumberFormatException e) {
      throw Refusal.unexplained(String.valueOf(e.getMessage()));
    }
    if (version.unset()) {
      return VersionMatch.mostRecent();
    }
    return version.any() ? VersionMatch.any() : VersionMatch.notOlderThan(version.version());
  }
}
