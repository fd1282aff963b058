package explain

// syncMap is the rule of sync-map.
func syncMap() rule {
	return rule{
		Cause: cause("sync-map"),
		called: func(f symbol) bool {
			return f.of("sync", "Map") || f.of("internal/sync", "HashTrieMap") ||
				f.starts("newEntryNode", "newIndirectNode") && f.pkg == "internal/sync"
		},
	}
}
