package io.listwatch.server.http.request;

import io.listwatch.model.ListOptions;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ShardSelector;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parses the parameters of a list, a watch or a delete collection. Only this class converts {@code
 * resourceVersion} parameters to {@link VersionMatch}es.
 */
public final class ListQuery {
  private static final String NOT_OLDER_THAN = "NotOlderThan";
  private static final String EXACT = "Exact";
  private static final String MATCH = "resourceVersionMatch";
  private static final String SEND_INITIAL_EVENTS = "sendInitialEvents";
  private static final int MAX_TERMS = 1_000;
  private static final Duration MAX_TIMEOUT = Duration.ofHours(24);

  private final boolean watch;
  private final boolean bookmarks;
  private final WireVersion version;
  private final long limit;
  private final String continueToken;
  private final long timeoutSeconds;
  private final LabelSelector labels;
  private FieldSelector fields;
  private ShardSelector shard = ShardSelector.EVERYTHING;

  /** Null if the parameter is absent. */
  private @Nullable Boolean sendInitialEvents;

  private String match;

  private ListQuery(QueryParameters query) {
    labels = query.labels();
    checkTerms("labelSelector", labels.requirements().size());
    fields = query.fields();
    checkTerms("fieldSelector", fields.terms().size());
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
   * Parses and validates the parameters.
   *
   * @param definition the resource, with its selectable fields
   */
  public static ListQuery of(QueryParameters parameters, ResourceDefinition definition) {
    var query = new ListQuery(parameters);
    query.applyDefaults();
    query.validate();
    query.fields = SelectableFieldNames.of(definition).convert(query.fields);
    query.shard = shard(parameters);
    return query;
  }

  /** Each object of a list and each event of a watch is checked against every term. */
  private static void checkTerms(String parameter, int terms) {
    if (terms > MAX_TERMS) {
      throw ApiErrors.badRequest(
          "%s: %d terms (expected: at most %d)".formatted(parameter, terms, MAX_TERMS));
    }
  }

  private static long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  /** A watch without a resource version starts with the existing objects. */
  private void applyDefaults() {
    if (watch && sendInitialEvents == null && match.isEmpty() && version.unsetOrZero()) {
      sendInitialEvents = true;
      match = NOT_OLDER_THAN;
    }
  }

  private void validate() {
    var errors = new FieldErrors("ListOptions");
    // A watch by path alone is validated like a list, as in kube-apiserver.
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

  /** Returns the part of the scope that the query selects: one object by its name, or a shard. */
  public ResourceScope narrow(ResourceScope scope) {
    return requiredName().map(scope::named).orElse(scope).sharded(shard);
  }

  /** Returns the {@code shardSelector} of a list or a watch. */
  public static ShardSelector shard(QueryParameters query) {
    return ShardSelectorParser.parse(query.text("shardSelector"));
  }

  public boolean bookmarks() {
    return bookmarks;
  }

  /** Returns the name that the field selector requires, if it is a valid name. */
  public Optional<String> requiredName() {
    return fields
        .requiresExactMatch("metadata.name")
        .filter(name -> PathSegment.problem(name).isEmpty());
  }

  /**
   * Returns the timeout of a watch; empty if the server chooses it. Zero or less ends the watch at
   * once.
   */
  public Optional<Duration> timeout() {
    return timeoutSeconds == 0 ? Optional.empty() : Optional.of(bounded(timeoutSeconds));
  }

  /** Limits the timeout, because kube-apiserver accepts any number of seconds. */
  private static Duration bounded(long seconds) {
    return Duration.ofSeconds(Math.max(-1, Math.min(seconds, MAX_TIMEOUT.toSeconds())));
  }

  public ListOptions listOptions() {
    if (!continueToken.isEmpty()) {
      return continued();
    }
    return new ListOptions(listMatch(), boundedLimit(), "", labels, fields);
  }

  private ListOptions continued() {
    if (!version.unsetOrZero()) {
      throw ApiErrors.badRequest("specifying resource version is not allowed when using continue");
    }
    // With resource version 0 a limit has no effect, not even on a later page.
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
      throw ApiErrors.badRequest("invalid resource version: " + e.getMessage());
    }
    if (version.unset()) {
      return VersionMatch.mostRecent();
    }
    if (version.any()) {
      return VersionMatch.any();
    }
    // Without resourceVersionMatch, a limit means the exact version, for compatibility.
    boolean exact = match.isEmpty() ? limit > 0 && requiredName().isEmpty() : match.equals(EXACT);
    return exact
        ? VersionMatch.exactly(version.version())
        : VersionMatch.notOlderThan(version.version());
  }

  /** Returns the version that a watch starts from. */
  public VersionMatch watchMatch() {
    VersionMatch initial = matchOf(version);
    if (version.unset() && initialEvents() == InitialEvents.PLAIN) {
      return VersionMatch.any();
    }
    return initialEvents() == InitialEvents.NONE && !version.unset() && !version.any()
        ? VersionMatch.exactly(version.version())
        : initial;
  }

  /** Returns the initial events of a watch. */
  public InitialEvents initialEvents() {
    if (sendInitialEvents != null) {
      return sendInitialEvents ? InitialEvents.MARKED : InitialEvents.NONE;
    }
    return version.unsetOrZero() ? InitialEvents.PLAIN : InitialEvents.NONE;
  }

  /**
   * True for a watch whose initial events end with a bookmark: the list as a stream that
   * kube-apiserver compresses since 1.37.
   */
  public boolean streamingList() {
    return initialEvents() == InitialEvents.MARKED && bookmarks;
  }

  /** Returns the version match of a get. */
  public static VersionMatch getMatch(QueryParameters query) {
    return matchOf(new WireVersion(query.text("resourceVersion")));
  }

  private static VersionMatch matchOf(WireVersion version) {
    try {
      version.check();
    } catch (NumberFormatException e) {
      throw RequestErrors.unexplained(String.valueOf(e.getMessage()));
    }
    if (version.unset()) {
      return VersionMatch.mostRecent();
    }
    return version.any() ? VersionMatch.any() : VersionMatch.notOlderThan(version.version());
  }
}
