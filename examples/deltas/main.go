// Command deltas keeps the objects of a collection by a delta watch and compares them, byte for byte,
// with lists of the same version. It is the format of docs/delta-watch.md in another language: nothing
// but the standard library, and no knowledge of any kind.
//
//	go run . -server http://127.0.0.1:8001 -path /api/v1/pods -for 10s
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"log"
	"net/http"
	"strings"
	"time"
)

const (
	lean = "application/json;drop=metadata.managedFields"

	// maxResult is the size of the largest object that a delta may make.
	maxResult = 16 << 20
)

var (
	server    = flag.String("server", "http://127.0.0.1:8001", "address of the server")
	path      = flag.String("path", "/api/v1/pods", "path of the collection")
	duration  = flag.Duration("for", 10*time.Second, "how long to watch")
	interval  = flag.Duration("compare", 5*time.Second, "time between two comparisons with a list")
	rotation  = flag.Int("timeout", 20, "timeoutSeconds of one watch")
	castagnol = crc32.MakeTable(crc32.Castagnoli)

	errTooLarge = fmt.Errorf("the result is larger than %d bytes", maxResult)
)

type meta struct {
	Namespace       string `json:"namespace"`
	Name            string `json:"name"`
	ResourceVersion string `json:"resourceVersion"`
}

type object struct {
	Kind     string `json:"kind"`
	Code     int    `json:"code"`
	Metadata meta   `json:"metadata"`
}

type list struct {
	Kind       string            `json:"kind"`
	APIVersion string            `json:"apiVersion"`
	Metadata   meta              `json:"metadata"`
	Items      []json.RawMessage `json:"items"`
}

type event struct {
	Type   string          `json:"type"`
	Object json.RawMessage `json:"object"`
	Delta  *delta          `json:"delta"`
}

type delta struct {
	Namespace string            `json:"namespace"`
	Name      string            `json:"name"`
	From      string            `json:"from"`
	To        string            `json:"to"`
	CRC32C    string            `json:"crc32c"`
	Edit      []json.RawMessage `json:"edit"`
}

// state is an object in the form in which a watch sends it.
type state struct {
	version string
	json    []byte
}

type store struct {
	objects map[string]state
	version string
}

type counts struct {
	whole, deltas, deleted, streams, compared int
	wholeBytes, deltaBytes, resultBytes       int
}

func main() {
	flag.Parse()
	kept, err := fetch("")
	if err != nil {
		log.Fatal(err)
	}
	var seen counts
	end := time.Now().Add(*duration)
	next := time.Now().Add(*interval)
	for time.Now().Before(end) {
		if err := watch(kept, &seen, end, &next); err != nil {
			log.Fatal(err)
		}
	}
	if err := compare(kept, &seen); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d objects, %d watches, %d comparisons: all equal\n", len(kept.objects), seen.streams, seen.compared)
	fmt.Printf("%d whole events of %d bytes, %d deltas (%d of them deletions) of %d bytes that made %d bytes\n",
		seen.whole, seen.wholeBytes, seen.deltas, seen.deleted, seen.deltaBytes, seen.resultBytes)
	if seen.deltas == 0 {
		log.Fatal("no delta came")
	}
}

// fetch lists the collection, at a version if one is given.
func fetch(version string) (*store, error) {
	query := ""
	if version != "" {
		query = "?resourceVersion=" + version + "&resourceVersionMatch=Exact"
	}
	response, err := get(query, lean)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	var found list
	if err := json.Unmarshal(body, &found); err != nil {
		return nil, err
	}
	kept := &store{objects: map[string]state{}, version: found.Metadata.ResourceVersion}
	for _, item := range found.Items {
		if err := kept.put(withTypeMeta(item, found)); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// withTypeMeta makes of a list's item what a watch sends: items of built-in kinds lack kind and apiVersion.
func withTypeMeta(item []byte, from list) []byte {
	var parsed object
	if json.Unmarshal(item, &parsed) != nil || parsed.Kind != "" {
		return item
	}
	kind := strings.TrimSuffix(from.Kind, "List")
	head := fmt.Sprintf(`{"kind":%q,"apiVersion":%q,`, kind, from.APIVersion)
	return append([]byte(head), item[1:]...)
}

func (s *store) put(raw []byte) error {
	var parsed object
	if err := json.Unmarshal(raw, &parsed); err != nil {
		return err
	}
	s.objects[parsed.Metadata.key()] = state{parsed.Metadata.ResourceVersion, bytes.Clone(raw)}
	return nil
}

func (m meta) key() string { return m.Namespace + "/" + m.Name }

// watch reads one stream, and compares the store with a list now and then.
func watch(kept *store, seen *counts, end time.Time, next *time.Time) error {
	query := fmt.Sprintf("?watch=true&allowWatchBookmarks=true&timeoutSeconds=%d&resourceVersion=%s", *rotation, kept.version)
	response, err := get(query, lean+";delta=lw1")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if found := response.Header.Get("Content-Type"); !strings.Contains(found, "delta=lw1") {
		return fmt.Errorf("Content-Type: %s (expected: delta=lw1)", found)
	}
	seen.streams++
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 32<<20)
	for lines.Scan() {
		if err := kept.apply(lines.Bytes(), seen); err != nil {
			return err
		}
		if time.Now().After(*next) {
			*next = time.Now().Add(*interval)
			if err := compare(kept, seen); err != nil {
				return err
			}
		}
		if time.Now().After(end) {
			return nil
		}
	}
	return lines.Err()
}

func (s *store) apply(line []byte, seen *counts) error {
	var event event
	if err := json.Unmarshal(line, &event); err != nil {
		return err
	}
	if event.Delta != nil {
		seen.deltas++
		seen.deltaBytes += len(line) + 1
		return s.applyDelta(event, seen)
	}
	var parsed object
	if err := json.Unmarshal(event.Object, &parsed); err != nil {
		return err
	}
	switch event.Type {
	case "ADDED", "MODIFIED":
		s.objects[parsed.Metadata.key()] = state{parsed.Metadata.ResourceVersion, bytes.Clone(event.Object)}
	case "DELETED":
		delete(s.objects, parsed.Metadata.key())
	case "BOOKMARK":
	default:
		return fmt.Errorf("event %s, code %d", event.Type, parsed.Code)
	}
	if event.Type != "BOOKMARK" {
		seen.whole++
		seen.wholeBytes += len(line) + 1
	}
	s.version = parsed.Metadata.ResourceVersion
	return nil
}

func (s *store) applyDelta(event event, seen *counts) error {
	delta := event.Delta
	key := meta{Namespace: delta.Namespace, Name: delta.Name}.key()
	base, known := s.objects[key]
	if !known || base.version != delta.From {
		return fmt.Errorf("%s: have version %q, the delta is from %q", key, base.version, delta.From)
	}
	result, err := splice(base.json, delta.Edit)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	if sum := fmt.Sprintf("%08x", crc32.Checksum(result, castagnol)); sum != delta.CRC32C {
		return fmt.Errorf("%s: checksum %s (expected: %s)", key, sum, delta.CRC32C)
	}
	seen.resultBytes += len(result)
	if event.Type == "DELETED" {
		seen.deleted++
		delete(s.objects, key)
	} else {
		s.objects[key] = state{delta.To, result}
	}
	s.version = delta.To
	return nil
}

// splice applies [keep, drop, "insert", …].
func splice(base []byte, edit []json.RawMessage) ([]byte, error) {
	if len(edit)%3 != 0 {
		return nil, errors.New("edits are not three by three")
	}
	var result []byte
	at := 0
	for i := 0; i < len(edit); i += 3 {
		var keep, drop int
		var insert string
		if err := errors.Join(json.Unmarshal(edit[i], &keep), json.Unmarshal(edit[i+1], &drop),
			json.Unmarshal(edit[i+2], &insert)); err != nil {
			return nil, err
		}
		if keep < 0 || drop < 0 || keep > len(base)-at || drop > len(base)-at-keep {
			return nil, errors.New("edits out of bounds")
		}
		if keep+len(insert) > maxResult-len(result) {
			return nil, errTooLarge
		}
		result = append(result, base[at:at+keep]...)
		result = append(result, insert...)
		at += keep + drop
	}
	if len(base)-at > maxResult-len(result) {
		return nil, errTooLarge
	}
	return append(result, base[at:]...), nil
}

// compare lists the collection at the store's version and compares it with the store.
func compare(kept *store, seen *counts) error {
	listed, err := fetch(kept.version)
	if err != nil {
		return err
	}
	if len(listed.objects) != len(kept.objects) {
		return fmt.Errorf("at version %s: %d objects, the list has %d", kept.version, len(kept.objects), len(listed.objects))
	}
	for key, want := range listed.objects {
		if have := kept.objects[key]; !bytes.Equal(have.json, want.json) {
			return fmt.Errorf("%s at version %s:\nhave %s\nlist %s", key, kept.version, have.json, want.json)
		}
	}
	seen.compared++
	return nil
}

func get(query, accept string) (*http.Response, error) {
	request, err := http.NewRequest(http.MethodGet, *server+*path+query, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", accept)
	response, err := http.DefaultClient.Do(request)
	if err == nil && response.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(response.Body, 4096))
		response.Body.Close()
		return nil, fmt.Errorf("%s: %s", response.Status, body)
	}
	return response, err
}
