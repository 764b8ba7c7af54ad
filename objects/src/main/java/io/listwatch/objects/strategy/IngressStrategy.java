package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;

/** The strategy of Ingresses: one without a class gets the default IngressClass. */
public final class IngressStrategy extends BuiltInStrategy {
  /** The annotation that preceded {@code ingressClassName}. */
  private static final String OLD_NAME = "kubernetes.io/ingress.class";

  private final String defaultClass;

  /**
   * @param defaultClass the default IngressClass; empty if there is none
   */
  public IngressStrategy(WrittenKind kind, String defaultClass) {
    super(kind);
    this.defaultClass = defaultClass;
  }

  @Override
  public void mutate(JsonObject object) {
    if (!defaultClass.isEmpty() && !namesClass(object)) {
      object.withObject("spec").put("ingressClassName", defaultClass);
    }
  }

  public static boolean namesClass(JsonObject ingress) {
    return ingress.path("spec").hasNonNull("ingressClassName")
        || Metadata.of(ingress).node().path("annotations").has(OLD_NAME);
  }
}
