package io.listwatch.objects.kinds;

import static io.listwatch.objects.kinds.Trait.CONDITIONAL_UPDATE;
import static io.listwatch.objects.kinds.Trait.CREATE_ON_UPDATE;
import static io.listwatch.objects.kinds.Trait.GENERATION;
import static io.listwatch.objects.kinds.Trait.NO_GARBAGE_COLLECTION;
import static io.listwatch.objects.kinds.Trait.ORPHAN_DEPENDENTS;
import static io.listwatch.objects.kinds.Trait.RETURN_DELETED_OBJECT;
import static io.listwatch.objects.kinds.Trait.REVALIDATE_METADATA;
import static io.listwatch.objects.kinds.Trait.UNQUALIFIED_FINALIZERS;

import io.listwatch.objects.schema.NameRule;
import java.util.Map;
import java.util.Set;

/**
 * The properties of a kind that change how its objects are written. Those of a built-in kind are
 * declared in {@code resources.txt}.
 *
 * @param names the rule for {@code metadata.name}
 * @param etcdPrefix the part of kube-apiserver's etcd keys between {@code /registry/} and the
 *     object; empty for {@code group/plural}
 * @param unenforced the warning about objects that are stored without taking effect; empty if they
 *     take effect
 * @param unattended the warning about new objects that need a controller, which does not run here;
 *     empty if they need none
 * @param podTemplate the path of the pod template, with dots; empty if objects have none
 * @param renamedFields former names of selectable fields, and their present ones
 */
public record Traits(
    NameRule names,
    Set<Trait> traits,
    String etcdPrefix,
    String unenforced,
    String unattended,
    String podTemplate,
    Map<String, String> renamedFields) {
  /** The traits of all custom resources. */
  public static final Traits CUSTOM =
      new Traits(
          NameRule.SUBDOMAIN,
          Set.of(GENERATION, CONDITIONAL_UPDATE, UNQUALIFIED_FINALIZERS),
          "",
          "",
          "",
          "",
          Map.of());

  public Traits {
    traits = Set.copyOf(traits);
    renamedFields = Map.copyOf(renamedFields);
  }

  /** Returns the same traits for a server on which objects of the kind take effect. */
  public Traits enforced() {
    return new Traits(names, traits, etcdPrefix, "", unattended, podTemplate, renamedFields);
  }

  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  public boolean qualifiedFinalizers() {
    return !has(UNQUALIFIED_FINALIZERS);
  }

  public boolean unconditionalUpdate() {
    return !has(CONDITIONAL_UPDATE);
  }

  public boolean createOnUpdate() {
    return has(CREATE_ON_UPDATE);
  }

  public boolean returnsDeleted() {
    return has(RETURN_DELETED_OBJECT);
  }

  public boolean orphansByDefault() {
    return has(ORPHAN_DEPENDENTS);
  }

  public boolean collected() {
    return !has(NO_GARBAGE_COLLECTION);
  }

  public boolean revalidated() {
    return has(REVALIDATE_METADATA);
  }
}
