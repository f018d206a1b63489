// Reads trees that our own code made, one as JSON a line, and compares them with Go's checksum
// database (golang.org/x/mod/sumdb/tlog and note), which nobody of this project wrote: roots,
// tiles, checkpoints, inclusion proofs, consistency proofs. Answers each tree with a line that has
// a signed note, for our own code to open. Ends with an error at the first difference.
package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

type proof struct {
	// Index of a record, or size of an earlier tree.
	At   int64    `json:"at"`
	Path [][]byte `json:"path"`
}

type tree struct {
	Name    string            `json:"name"`
	Size    int64             `json:"size"`
	Tiles   map[string][]byte `json:"tiles"`
	Key     string            `json:"key"`
	Note    string            `json:"note"`
	Records []proof           `json:"records"`
	Trees   []proof           `json:"trees"`
}

func main() {
	skey, vkey, err := note.GenerateKey(rand.Reader, "second.example/go")
	exitOn(err)
	signer, err := note.NewSigner(skey)
	exitOn(err)
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 {
			break
		}
		var t tree
		exitOn(json.Unmarshal(line, &t))
		head, err := check(t)
		if err != nil {
			exitOn(fmt.Errorf("tree %s of %d: %w", t.Name, t.Size, err))
		}
		answer, err := note.Sign(&note.Note{Text: head}, signer)
		exitOn(err)
		text, err := json.Marshal(map[string]string{"key": vkey, "note": string(answer)})
		exitOn(err)
		out.Write(append(text, '\n'))
	}
}

// check compares a tree with one that Go makes of the same records. Returns the checkpoint's text.
func check(t tree) (string, error) {
	goHashes := hashes{}
	for index := int64(0); index < t.Size; index++ {
		leaf := tlog.RecordHash([]byte(t.Name + "/" + strconv.FormatInt(index, 10)))
		added, err := tlog.StoredHashesForRecordHash(index, leaf, goHashes)
		if err != nil {
			return "", err
		}
		goHashes = append(goHashes, added...)
	}
	root, err := tlog.TreeHash(t.Size, goHashes)
	if err != nil {
		return "", err
	}
	head, err := checkNote(t, root)
	if err != nil {
		return "", err
	}
	if err := checkTiles(t, goHashes); err != nil {
		return "", err
	}
	// Verifies our tiles against the root before it reads a hash of them.
	ourHashes := tlog.TileHashReader(tlog.Tree{N: t.Size, Hash: root}, tiles(t.Tiles))
	for _, record := range t.Records {
		expected, err := tlog.ProveRecord(t.Size, record.At, ourHashes)
		if err != nil {
			return "", err
		}
		path := toHashes(record.Path)
		if !equal(path, expected) {
			return "", fmt.Errorf("inclusion proof of %d differs", record.At)
		}
		leaf := tlog.RecordHash([]byte(t.Name + "/" + strconv.FormatInt(record.At, 10)))
		if err := tlog.CheckRecord(path, t.Size, root, record.At, leaf); err != nil {
			return "", err
		}
	}
	for _, earlier := range t.Trees {
		expected, err := tlog.ProveTree(t.Size, earlier.At, ourHashes)
		if err != nil {
			return "", err
		}
		path := toHashes(earlier.Path)
		if !equal(path, expected) {
			return "", fmt.Errorf("consistency proof from %d differs", earlier.At)
		}
		earlierRoot, err := tlog.TreeHash(earlier.At, goHashes)
		if err != nil {
			return "", err
		}
		if err := tlog.CheckTree(path, t.Size, root, earlier.At, earlierRoot); err != nil {
			return "", err
		}
	}
	return head, nil
}

// checkNote opens our checkpoint with our verifier key, and compares its size and root.
func checkNote(t tree, root tlog.Hash) (string, error) {
	verifier, err := note.NewVerifier(t.Key)
	if err != nil {
		return "", err
	}
	opened, err := note.Open([]byte(t.Note), note.VerifierList(verifier))
	if err != nil {
		return "", err
	}
	expected := fmt.Sprintf("%s\n%d\n%s\n", verifier.Name(), t.Size, base64.StdEncoding.EncodeToString(root[:]))
	if opened.Text != expected {
		return "", fmt.Errorf("the checkpoint is %q, not %q", opened.Text, expected)
	}
	return opened.Text, nil
}

// checkTiles compares our tiles with Go's: neither has one that the other lacks.
func checkTiles(t tree, goHashes hashes) error {
	expected := tlog.NewTiles(tileHeight, 0, t.Size)
	if len(expected) != len(t.Tiles) {
		return fmt.Errorf("there are %d tiles, not %d", len(t.Tiles), len(expected))
	}
	for _, tile := range expected {
		data, err := tlog.ReadTileData(tile, goHashes)
		if err != nil {
			return err
		}
		if !bytes.Equal(t.Tiles[pathOf(tile)], data) {
			return fmt.Errorf("%s differs", pathOf(tile))
		}
	}
	return nil
}

// pathOf leaves out the height, which c2sp.org/tlog-tiles fixes at 8.
func pathOf(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
}

// hashes are in the order of tlog.StoredHashIndex.
type hashes []tlog.Hash

func (h hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	read := make([]tlog.Hash, 0, len(indexes))
	for _, index := range indexes {
		if index >= int64(len(h)) {
			return nil, fmt.Errorf("there is no hash %d", index)
		}
		read = append(read, h[index])
	}
	return read, nil
}

// tiles are our tiles by path.
type tiles map[string][]byte

func (t tiles) Height() int { return tileHeight }

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	read := make([][]byte, 0, len(wanted))
	for _, tile := range wanted {
		data, ok := t[pathOf(tile)]
		if !ok {
			return nil, fmt.Errorf("there is no %s", pathOf(tile))
		}
		read = append(read, data)
	}
	return read, nil
}

func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func toHashes(path [][]byte) []tlog.Hash {
	hashes := make([]tlog.Hash, len(path))
	for place, hash := range path {
		copy(hashes[place][:], hash)
	}
	return hashes
}

func equal(some, others []tlog.Hash) bool {
	if len(some) != len(others) {
		return false
	}
	for place := range some {
		if some[place] != others[place] {
			return false
		}
	}
	return true
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
