package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.ValidObjects.object;
import static io.listwatch.objects.kinds.validation.ValidObjects.pod;
import static io.listwatch.objects.kinds.validation.ValidObjects.volume;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is inside of the sources of volumes, in pods and in persistent volumes. */
final class VolumeSourcesTest {
  private static final String BLOB =
      "\"https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd\"";
  private static final String MANAGED =
      "\"/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}\"";

  private static List<String> inPod(String source) {
    return pod().with("/spec/volumes/2", "{'name':'v'," + source + "}").faults();
  }

  private static List<String> persistent(String source) {
    return object(
            "persistentvolumes",
            "'spec':{'accessModes':['ReadWriteOnce'],'capacity':{'storage':'1Gi'}," + source + "}")
        .faults();
  }

  /** Faults are separated by semicolons; theirs is the place of the source. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          'gcePersistentDisk':{} | persistentDisk.pdName: Required value
          'gcePersistentDisk':{'pdName':'x','partition':300} | persistentDisk.partition: Invalid value: 300: must be between 1 and 255, inclusive
          'awsElasticBlockStore':{} | awsElasticBlockStore.volumeID: Required value
          'awsElasticBlockStore':{'volumeID':'x','partition':-1} | awsElasticBlockStore.partition: Invalid value: -1: must be between 1 and 255, inclusive
          'azureDisk':{} | azureDisk.diskName: Required value; azureDisk.diskURI: Required value; azureDisk.diskURI: Unsupported value: "": supported values: BLOB
          'azureDisk':{'diskName':'d','diskURI':'x','kind':'Managed'} | azureDisk.diskURI: Unsupported value: "x": supported values: MANAGED
          'azureDisk':{'diskName':'d','diskURI':'/subscriptions/x','kind':'Shared'} | azureDisk.diskURI: Unsupported value: "/subscriptions/x": supported values: BLOB
          'azureDisk':{'diskName':'d','diskURI':'https://x','cachingMode':'X','kind':'X'} | azureDisk.cachingMode: Unsupported value: "X": supported values: "None", "ReadOnly", "ReadWrite"; azureDisk.kind: Unsupported value: "X": supported values: "Dedicated", "Managed", "Shared"
          'azureDisk':{'diskName':'d','diskURI':'https://x'} |
          'fc':{} | fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both
          'fc':{'targetWWNs':['a']} | fc.lun: Required value: lun is required if targetWWNs is specified
          'fc':{'lun':300,'targetWWNs':['a'],'wwids':['b']} | fc.targetWWNs: Invalid value: ["a"]: targetWWNs and wwids can not be specified simultaneously; fc.lun: Invalid value: 300: must be between 0 and 255, inclusive
          'fc':{'wwids':['b']} |
          'flocker':{} | flocker: Required value: one of datasetName and datasetUUID is required
          'flocker':{'datasetName':'a','datasetUUID':'b'} | flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously
          'flocker':{'datasetName':'a/b'} | flocker.datasetName: Invalid value: "a/b": must not contain '/'
          'flexVolume':{} | flexVolume.driver: Required value
          'flexVolume':{'driver':'x','options':{'a.K8s.io/x':'2','b':'c'}} | flexVolume.options[a.K8s.io/x]: Invalid value: "a.K8s.io/x": kubernetes.io and k8s.io namespaces are reserved
          'flexVolume':{'driver':'x','options':{'xkubernetes.io/y':'2','x/k8s.io':'c'}} |
          'quobyte':{} | quobyte.registry: Required value: must be a host:port pair or multiple pairs separated by commas; quobyte.volume: Required value
          'quobyte':{'registry':'h:1,h:2:3','volume':'v'} | quobyte.registry: Invalid value: "h:1,h:2:3": must be a host:port pair or multiple pairs separated by commas
          'quobyte':{'registry':'h:1,h:2','volume':'v'} |
          'rbd':{} | rbd.monitors: Required value; rbd.image: Required value
          'cephfs':{} | cephfs.monitors: Required value
          'glusterfs':{} | glusterfs.endpoints: Required value; glusterfs.path: Required value
          'cinder':{} | cinder.volumeID: Required value
          'azureFile':{} | azureFile.secretName: Required value; azureFile.shareName: Required value
          'vsphereVolume':{} | vsphereVolume.volumePath: Required value
          'photonPersistentDisk':{} | photonPersistentDisk.pdID: Required value
          'portworxVolume':{} | portworxVolume.volumeID: Required value
          'scaleIO':{} | scaleIO.gateway: Required value; scaleIO.system: Required value; scaleIO.volumeName: Required value
          'storageos':{} | storageos.volumeName: Required value
          'iscsi':{} | iscsi.targetPortal: Required value; iscsi.iqn: Required value
          'iscsi':{'targetPortal':'p','iqn':'iqn.bad','lun':300,'chapAuthSession':true} | iscsi.iqn: Invalid value: "iqn.bad": must be valid format; iscsi.lun: Invalid value: 300: must be between 0 and 255, inclusive; iscsi.secretRef: Required value
          'iscsi':{'targetPortal':'p','iqn':'iqn.2001-04.com.example:a:b','initiatorName':'naa.1'} | iscsi.initiatorname: Invalid value: "naa.1": must be valid format
          'iscsi':{'targetPortal':'p','iqn':'eui.0123456789abcdef'} |
          """)
  void isTheSameInPodsAndInPersistentVolumes(String source, String faults) {
    String expected =
        faults == null ? "" : faults.replace("BLOB", BLOB).replace("MANAGED", MANAGED);

    assertThat(String.join("; ", inPod(source)).replace("spec.volumes[2].", ""))
        .isEqualTo(expected);
    assertThat(String.join("; ", persistent(source)).replace("spec.", "")).isEqualTo(expected);
  }

  @Test
  void namesOfNoKindAreToldOfInOtherWords() {
    String source = "'iscsi':{'targetPortal':'p','iqn':'x','initiatorName':''}";
    String rule = ": must be valid format starting with iqn, eui, or naa";

    assertThat(inPod(source))
        .containsExactly(
            "spec.volumes[2].iscsi.iqn: Invalid value: \"x\"" + rule,
            "spec.volumes[2].iscsi.initiatorname: Invalid value: \"\"" + rule);
    assertThat(persistent(source))
        .containsExactly(
            "spec.iscsi.iqn: Invalid value: \"x\": must be valid format",
            "spec.iscsi.initiatorname: Invalid value: \"\": must be valid format");
  }

  /** A pod has a namespace, a persistent volume has none. */
  @Test
  void persistentVolumesSayInWhichNamespaceTheirSecretsAre() {
    String cinder = "'cinder':{'volumeID':'x','secretRef':{}}";
    String storageOs = "'storageos':{'volumeName':'a','secretRef':{}}";

    assertThat(inPod(cinder))
        .containsExactly("spec.volumes[2].cinder.secretRef.name: Required value");
    assertThat(inPod(storageOs))
        .containsExactly("spec.volumes[2].storageos.secretRef.name: Required value");
    assertThat(persistent(cinder))
        .containsExactly(
            "spec.cinder.secretRef.name: Required value",
            "spec.cinder.secretRef.namespace: Required value");
    assertThat(persistent(storageOs))
        .containsExactly(
            "spec.storageos.secretRef.name: Required value",
            "spec.storageos.secretRef.namespace: Required value");
    assertThat(
            persistent(
                "'iscsi':{'targetPortal':'p','iqn':'iqn.2001-04.com:a','secretRef':{'name':''}}"))
        .containsExactly("spec.iscsi.secretRef.name: Required value");
    assertThat(persistent("'azureFile':{'secretName':'x','shareName':'s','secretNamespace':''}"))
        .containsExactly("spec.azureFile.secretNamespace: Required value");
    assertThat(persistent("'glusterfs':{'endpoints':'a','path':'b','endpointsNamespace':''}"))
        .containsExactly(
            "spec.glusterfs.endpointsNamespace: Invalid value: \"\": if the endpointnamespace is"
                + " set, it must be a valid namespace name");
  }

  @Test
  void onlyADriversVolumesHaveAClassOfAttributes() {
    String driver = "'csi':{'driver':'d','volumeHandle':'h'}";

    assertThat(persistent(driver + ",'volumeAttributesClassName':'a'")).isEmpty();
    assertThat(persistent("'nfs':{'server':'s','path':'/'},'volumeAttributesClassName':''"))
        .containsExactly(
            "spec.volumeAttributesClassName: Required value: an empty string is disallowed",
            "spec.csi: Required value: has to be specified when using volumeAttributesClassName");
  }

  @Test
  void lessThanNothingIsNoRoom() {
    assertThat(volume().with("/spec/capacity/storage", "'-1500m'").faults())
        .containsExactly(
            "spec.capacity[storage]: Invalid value: -2: must be a valid resource quantity",
            "spec.capacity[storage]: Invalid value: \"-1500m\": must be greater than zero");
  }

  @Test
  void whatIsWrongWithAChangedVolumeIsToldTwice() {
    String fault = "spec.accessModes: Required value";

    assertThat(volume().with("/spec/accessModes", "[]").faultsAfter(volume()))
        .containsExactly(fault, fault);
  }

  @Test
  void theDiskOfAHostIsNotRecycled() {
    String recycled = ",'persistentVolumeReclaimPolicy':'Recycle'";

    assertThat(persistent("'hostPath':{'path':'//.'}" + recycled))
        .containsExactly(
            "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath"
                + " mount of '/'");
    assertThat(persistent("'hostPath':{'path':'/a'}" + recycled)).isEmpty();
    assertThat(persistent("'hostPath':{'path':'/'}")).isEmpty();
  }

  @Test
  void onlyADriversVolumesAreDescribedWhereTheyAreAttached() {
    assertThat(attached("")).isNotEmpty();
    assertThat(attached("'accessModes':['ReadWriteOnce'],'csi':{'driver':'d','volumeHandle':'h'}"))
        .isEmpty();
    assertThat(attached("'nfs':{'server':'s','path':'/'}"))
        .containsExactly(
            "spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context"
                + " of inline volumes",
            "spec.source.inlineVolumeSpec.accessModes: Required value");
    assertThat(
            attached(
                "'accessModes':['ReadWriteOnce'],'csi':{'driver':'d','volumeHandle':'h'},"
                    + "'capacity':{'storage':'1Gi'},'storageClassName':'x','claimRef':{'name':'x'},"
                    + "'nodeAffinity':{},'persistentVolumeReclaimPolicy':'Delete',"
                    + "'volumeMode':'Block'"))
        .containsExactly(
            "spec.source.inlineVolumeSpec.claimRef: Forbidden: may not be specified in the context"
                + " of inline volumes",
            "spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context"
                + " of inline volumes",
            "spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy: Forbidden: may only be"
                + " Retain in the context of inline volumes",
            "spec.source.inlineVolumeSpec.nodeAffinity: Forbidden: may not be specified in the"
                + " context of inline volumes",
            "spec.source.inlineVolumeSpec.storageClassName: Forbidden: may not be specified in the"
                + " context of inline volumes",
            "spec.source.inlineVolumeSpec.volumeMode: Forbidden: may not specify volumeMode other"
                + " than Filesystem in the context of inline volumes");
  }

  private static List<String> attached(String spec) {
    return object(
            "volumeattachments.storage.k8s.io",
            "'spec':{'attacher':'a','nodeName':'n','source':{'inlineVolumeSpec':{" + spec + "}}}")
        .faults();
  }
}
