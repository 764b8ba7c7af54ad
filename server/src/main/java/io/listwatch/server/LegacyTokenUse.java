package io.listwatch.server;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.time.Timers;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Labels a secret with the day on which its token was last used, like kube-apiserver.
 *
 * <p>Thread-safe. Never blocks; a failed write is logged and tried again at the next use.
 */
final class LegacyTokenUse implements Consumer<Resource> {
  private static final Logger log = LoggerFactory.getLogger(LegacyTokenUse.class);
  private static final String LABEL = "kubernetes.io/legacy-token-last-used";

  private final ResourceDefinition secrets;
  private final ResourceVerbs verbs;
  private final Timers timers;

  /**
   * The keys of secrets that are being labelled, so that concurrent requests with a token write its
   * label only once.
   */
  private final Set<ResourceKey> writing = ConcurrentHashMap.newKeySet();

  LegacyTokenUse(ResourceDefinition secrets, ResourceVerbs verbs, Timers timers) {
    this.secrets = secrets;
    this.verbs = verbs;
    this.timers = timers;
  }

  @Override
  public void accept(Resource secret) {
    LocalDate today = LocalDate.ofInstant(timers.now(), ZoneOffset.UTC);
    String last = secret.labelMap().getOrDefault(LABEL, "");
    boolean known = last.equals(today.toString()) || last.equals(today.plusDays(1).toString());
    if (!known && writing.add(secret.key())) {
      write(secret, today);
    }
  }

  private void write(Resource secret, LocalDate today) {
    JsonObject body = new JsonObject();
    JsonObject metadata = body.putObject("metadata");
    metadata.put("uid", secret.uid().orElse(""));
    metadata.putObject("labels").put(LABEL, today.toString());
    var options =
        new WriteOptions("kube-apiserver", false, WriteOptions.FieldValidation.IGNORE, false);
    Patch patch = Patch.of(Patch.Type.MERGE, body);
    var unused =
        verbs
            .workers()
            .compose(() -> verbs.patch(secrets, secret.key(), "", patch, options))
            .whenComplete(
                (written, problem) -> {
                  writing.remove(secret.key());
                  if (problem != null) {
                    log.warn("{}: last use not recorded: {}", secret.key(), problem.toString());
                  }
                });
  }
}
