package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A second class for config maps: the client has its own class for that kind. */
@Group("")
@Version("v1")
@Kind("ConfigMap")
@Plural("configmaps")
public final class ForeignConfigMap implements HasMetadata, Namespaced {
  private static final long serialVersionUID = 1;

  private @Nullable ObjectMeta metadata;
  private String apiVersion = "v1";

  @Override
  public @Nullable ObjectMeta getMetadata() {
    return metadata;
  }

  @Override
  public void setMetadata(ObjectMeta newMetadata) {
    metadata = newMetadata;
  }

  @Override
  public String getApiVersion() {
    return apiVersion;
  }

  @Override
  public void setApiVersion(String newApiVersion) {
    apiVersion = newApiVersion;
  }
}
