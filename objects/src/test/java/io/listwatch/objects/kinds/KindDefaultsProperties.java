package io.listwatch.objects.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Trees;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class KindDefaultsProperties {
  private static final int DEPTH = 6;

  @Property(tries = 300)
  void fillingIsIdempotent(@ForAll("types") ObjectSchema type, @ForAll Random random) {
    var form = new BuiltInForm(type);
    JsonObject object = form.normalize(Trees.ofType(type, random, DEPTH));
    KindDefaults defaults = StructDefaults.of(type);

    defaults.fill(object);
    JsonObject once = form.normalize(object);
    JsonObject again = once.deepCopy();
    defaults.fill(again);

    assertThat(form.normalize(again)).isEqualTo(once);
  }

  @Provide
  Arbitrary<ObjectSchema> types() {
    return Arbitraries.of(
            "core/v1/Pod",
            "core/v1/Service",
            "core/v1/ReplicationController",
            "core/v1/PersistentVolume",
            "core/v1/LimitRange",
            "apps/v1/Deployment",
            "apps/v1/StatefulSet",
            "apps/v1/DaemonSet",
            "batch/v1/Job",
            "batch/v1/CronJob",
            "autoscaling/v2/HorizontalPodAutoscaler",
            "networking.k8s.io/v1/NetworkPolicy",
            "rbac.authorization.k8s.io/v1/RoleBinding",
            "resource.k8s.io/v1/ResourceClaim",
            "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration")
        .map(KindDefaultsProperties::type);
  }

  private static ObjectSchema type(String name) {
    String[] parts = name.split("/", -1);
    String group = parts[0].equals("core") ? "" : parts[0];
    return BuiltInTypes.load().find(group, parts[1], parts[2]).orElseThrow();
  }
}
