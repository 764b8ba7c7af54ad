// Command informer starts client-go's informer of pods with its defaults, and prints the CPU time of its process once the informer
// has synced: microseconds, then the number of pods. Used by bench/run goinformer.
//
//	informer -server https://127.0.0.1:6443 -token bench
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"syscall"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

func main() {
	server := flag.String("server", "", "URL of the server, whose certificate is not checked")
	token := flag.String("token", "", "bearer token")
	accept := flag.String("accept", "", "content types to accept; client-go's default if empty")
	flag.Parse()
	client, err := kubernetes.NewForConfig(&rest.Config{
		Host:            *server,
		BearerToken:     *token,
		ContentConfig:   rest.ContentConfig{AcceptContentTypes: *accept},
		TLSClientConfig: rest.TLSClientConfig{Insecure: true},
	})
	if err != nil {
		log.Fatal(err)
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) {
		log.Fatal("not synced within two minutes")
	}
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		log.Fatal(err)
	}
	micros := (used.Utime.Sec+used.Stime.Sec)*1_000_000 + int64(used.Utime.Usec+used.Stime.Usec)
	fmt.Println(micros, len(pods.GetStore().List()))
}
