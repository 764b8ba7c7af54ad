package io.listwatch.workloads;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.workloads.node.PodBehavior;
import io.listwatch.workloads.object.ApiObject;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the behavior of a pod: by the user's function, by its annotation, or the default. */
final class ChosenBehavior implements Function<ApiObject, PodBehavior> {
  private static final Logger log = LoggerFactory.getLogger(Workloads.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

  private final @Nullable Function<? super Map<String, Object>, String> user;

  ChosenBehavior(@Nullable Function<? super Map<String, Object>, String> user) {
    this.user = user;
  }

  @Override
  public PodBehavior apply(ApiObject pod) {
    String chosen = user == null ? "" : user.apply(MAPPER.convertValue(pod.json(), MAP));
    String text = chosen.isEmpty() ? pod.annotation(PodBehavior.ANNOTATION).orElse("") : chosen;
    try {
      return text.isEmpty() ? otherwise(pod) : PodBehavior.parse(text);
    } catch (IllegalArgumentException invalid) {
      log.warn("pod {}: {}; it will be ready", pod.key(), invalid.getMessage());
      return otherwise(pod);
    }
  }

  private static PodBehavior otherwise(ApiObject pod) {
    boolean ofJob = pod.controller().filter(owner -> owner.kind().equals("Job")).isPresent();
    return ofJob ? PodBehavior.COMPLETED : PodBehavior.READY;
  }
}
