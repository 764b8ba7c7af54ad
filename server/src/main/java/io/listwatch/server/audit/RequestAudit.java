package io.listwatch.server.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.objects.kinds.Verb;
import java.io.ByteArrayOutputStream;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The audit of one request: collects the content of its events, and sends them.
 *
 * <pre>
 *   annotate…  begin  ▶  sent, annotate…, respond, part…  ▶  start (long-running)  ▶  complete
 * </pre>
 *
 * <p>Thread-safe; never blocks. The lock is a leaf. Without an auditor, and for a request that the
 * policy does not record, every method returns at once.
 */
public final class RequestAudit {
  /** The audit of a request on a server without an auditor. */
  public static final RequestAudit NONE = new RequestAudit(null);

  private static final CompletionStage<Boolean> GO_ON = CompletableFuture.completedFuture(true);

  private static final int MAX_ANNOTATIONS = 1_000;

  private final @Nullable Auditor auditor;
  private final ReentrantLock lock = new ReentrantLock();

  /** Null until the policy has decided. */
  private volatile @Nullable AuditDecision decision;

  /** Null until the request has begun. */
  private volatile @Nullable AuditedRequest request;

  @GuardedBy("lock")
  private final Map<String, String> annotations = new TreeMap<>();

  @GuardedBy("lock")
  private @Nullable AuditBody sent;

  @GuardedBy("lock")
  private boolean patches;

  @GuardedBy("lock")
  private @Nullable String panic;

  @GuardedBy("lock")
  private @Nullable ByteArrayOutputStream response;

  @GuardedBy("lock")
  private String responseType = "";

  @GuardedBy("lock")
  private boolean responseZipped;

  RequestAudit(@Nullable Auditor auditor) {
    this.auditor = auditor;
  }

  /** True if the server has an auditor; the policy may still decide not to record the request. */
  public boolean possible() {
    return auditor != null;
  }

  /** True unless it is known that no event will be made. */
  private boolean open() {
    AuditDecision known = decision;
    return auditor != null && (known == null || known.level() != AuditLevel.NONE);
  }

  /** Adds an annotation. A key that has a value keeps it. */
  public void annotate(String key, String value) {
    if (!open()) {
      return;
    }
    lock.lock();
    try {
      if (annotations.size() < MAX_ANNOTATIONS) {
        annotations.putIfAbsent(key, value);
      }
    } finally {
      lock.unlock();
    }
  }

  /** True if request bodies are shown, and annotations that contain a part of them. */
  public boolean showsRequests() {
    AuditDecision known = decision;
    return known != null && known.level().includes(AuditLevel.REQUEST);
  }

  /**
   * Begins with an authenticated request.
   *
   * @return a stage that completes with false if the request must not be served, because the event
   *     of its arrival could not be stored
   */
  public CompletionStage<Boolean> begin(AuditedRequest begun) {
    if (auditor == null || !decided(begun)) {
      return GO_ON;
    }
    return emit(AuditStage.REQUEST_RECEIVED, 0)
        .thenApply(
            stored -> {
              if (!stored) {
                auditor.countRejected();
              }
              return stored;
            });
  }

  /** Begins with a request whose credentials are not valid. Its only event is its response. */
  public void beginUnauthenticated(AuditedRequest begun) {
    if (auditor != null) {
      boolean unused = decided(begun);
    }
  }

  private boolean decided(AuditedRequest begun) {
    AuditDecision made =
        auditor == null ? AuditDecision.NONE : auditor.decide(begun.caller(), begun.access());
    request = begun;
    decision = made;
    return made.level() != AuditLevel.NONE;
  }

  /**
   * Takes the body of the request, which must not change any more.
   *
   * @param patch true if it is a patch instead of an object
   */
  public void sent(String mediaType, byte[] bytes, boolean patch) {
    if (!open() || bytes.length == 0) {
      return;
    }
    lock.lock();
    try {
      sent = new AuditBody(mediaType, false, bytes);
      patches = patch;
    } finally {
      lock.unlock();
    }
  }

  /** Called if the server fails with an unexpected exception. */
  public void panic(Throwable failure) {
    if (!open()) {
      return;
    }
    lock.lock();
    try {
      panic = failure.toString();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Called when the response has begun. Records its body if the policy shows it, or if it may be a
   * Status.
   *
   * @param code of the response
   */
  public void respond(int code, String mediaType, boolean gzip) {
    AuditedRequest begun = request;
    AuditDecision known = decision;
    if (begun == null || known == null || known.level() == AuditLevel.NONE) {
      return;
    }
    boolean status =
        code >= 400
            || Verb.DELETE.is(begun.access().verb())
            || (Verb.CREATE.is(begun.access().verb()) && !begun.access().subresource().isEmpty());
    boolean watched = begun.longRunning() && code < 300;
    if (watched || !(status || known.level().includes(AuditLevel.REQUEST_RESPONSE))) {
      return;
    }
    lock.lock();
    try {
      response = new ByteArrayOutputStream();
      responseType = mediaType;
      responseZipped = gzip;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a part of the response body. A body that is too long is not shown. */
  public void part(byte[] bytes, int length) {
    if (auditor == null) {
      return;
    }
    lock.lock();
    try {
      ByteArrayOutputStream body = response;
      if (body == null) {
        return;
      }
      if (body.size() + length > AuditBody.MAX || !auditor.take(length)) {
        auditor.giveBack(body.size());
        response = null;
        annotations.put(AuditEventJson.TRUNCATED, "true");
      } else {
        body.write(bytes, 0, length);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Called when the headers of the response have been sent. Makes an event of a long-running
   * request.
   */
  public void start(int code) {
    AuditedRequest begun = request;
    if (begun != null && begun.longRunning()) {
      CompletionStage<Boolean> unused = emit(AuditStage.RESPONSE_STARTED, code);
    }
  }

  /**
   * Called when the response is complete.
   *
   * @param code 0 if there was no response
   */
  public void complete(int code) {
    AuditedRequest begun = request;
    if (begun == null || auditor == null) {
      return;
    }
    boolean unauthenticated = begun.caller().name().isEmpty();
    AuditStage last =
        unauthenticated
            ? AuditStage.RESPONSE_STARTED
            : panicked() ? AuditStage.PANIC : AuditStage.RESPONSE_COMPLETE;
    CompletionStage<Boolean> unused = emit(last, code);
    lock.lock();
    try {
      if (response != null) {
        auditor.giveBack(response.size());
        response = null;
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean panicked() {
    lock.lock();
    try {
      return panic != null;
    } finally {
      lock.unlock();
    }
  }

  private CompletionStage<Boolean> emit(AuditStage stage, int code) {
    AuditDecision known = decision;
    AuditedRequest begun = request;
    if (auditor == null || begun == null || known == null || !known.records(stage)) {
      return GO_ON;
    }
    return auditor.send(event(begun, known, stage, code));
  }

  private AuditEvent event(AuditedRequest begun, AuditDecision known, AuditStage stage, int code) {
    lock.lock();
    try {
      return new AuditEvent(
          begun,
          known,
          stage,
          stage == AuditStage.REQUEST_RECEIVED || auditor == null
              ? begun.received()
              : auditor.timers().now(),
          code,
          panic,
          sent,
          patches,
          response == null
              ? null
              : new AuditBody(responseType, responseZipped, response.toByteArray()),
          Collections.unmodifiableMap(new TreeMap<>(annotations)));
    } finally {
      lock.unlock();
    }
  }
}
