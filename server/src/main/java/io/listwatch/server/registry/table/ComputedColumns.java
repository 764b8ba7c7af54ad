package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.model.Resource;
import io.listwatch.server.registry.TableColumns;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Columns of a built-in kind whose cells need the whole object. */
public final class ComputedColumns implements TableColumns {
  private final String kind;
  private final List<Column> columns;

  /** Looked up when it is first needed: most kinds are never shown. */
  private volatile @Nullable ComputedRow row;

  private ComputedColumns(String kind, List<Column> columns) {
    this.kind = kind;
    this.columns = List.copyOf(columns);
  }

  /** The columns of a kind, which must be one of those whose rows are computed. */
  public static TableColumns of(String kind, List<Column> columns) {
    return new ComputedColumns(kind, columns);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void writeCells(Resource object, Instant now, JsonGenerator out) throws IOException {
    for (Object cell : row().cells(Trees.of(object), now)) {
      write(cell, out);
    }
  }

  @Override
  public Optional<Completion> completion(Resource object) {
    return kind.equals("Pod") ? PodRow.completion(object) : Optional.empty();
  }

  private static void write(Object cell, JsonGenerator out) throws IOException {
    if (cell instanceof Boolean truth) {
      out.writeBoolean(truth);
    } else if (cell instanceof Number number) {
      out.writeNumber(number.longValue());
    } else {
      out.writeString(cell.toString());
    }
  }

  private ComputedRow row() {
    ComputedRow known = row;
    if (known == null) {
      known = row(kind);
      row = known;
    }
    return known;
  }

  private static ComputedRow row(String kind) {
    return switch (kind) {
      case "APIService" -> ControlRows::apiService;
      case "CSIDriver" -> StorageRows::driver;
      case "CertificateSigningRequest" -> AccessRows::certificateRequest;
      case "ClusterRoleBinding", "RoleBinding" -> AccessRows::binding;
      case "ComponentStatus" -> ControlRows::component;
      case "ControllerRevision" -> ControlRows::revision;
      case "CronJob" -> JobRows::cronJob;
      case "EndpointSlice" -> EndpointRows::slice;
      case "Endpoints" -> EndpointRows::endpoints;
      case "Event" -> EventRow::cells;
      case "FlowSchema" -> PolicyRows::flowSchema;
      case "HorizontalPodAutoscaler" -> AutoscalerRow::cells;
      case "IPAddress" -> IngressRows::address;
      case "Ingress" -> IngressRows::ingress;
      case "IngressClass" -> IngressRows::ingressClass;
      case "Job" -> JobRows::job;
      case "MutatingAdmissionPolicy", "ValidatingAdmissionPolicy" -> PolicyRows::admissionPolicy;
      case "MutatingAdmissionPolicyBinding", "ValidatingAdmissionPolicyBinding" ->
          PolicyRows::admissionBinding;
      case "Node" -> NodeRow::cells;
      case "PersistentVolume" -> StorageRows::volume;
      case "PersistentVolumeClaim" -> StorageRows::claim;
      case "Pod" -> PodRow::cells;
      case "PriorityLevelConfiguration" -> PolicyRows::priorityLevel;
      case "ResourceClaim" -> StorageRows::deviceClaim;
      case "ResourceQuota" -> PolicyRows::quota;
      case "Service" -> ServiceRow::cells;
      case "StorageClass" -> StorageRows::storageClass;
      default ->
          throw new IllegalArgumentException(
              "kind: %s (expected: one whose rows are computed)".formatted(kind));
    };
  }
}
