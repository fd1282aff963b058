package pathshape

import "strings"

// reserved reports whether programs use the word for a route of their own even
// where names stand: the words that services forbid as names of users.
func reserved(s string) bool {
	switch strings.ToLower(s) {
	case "new", "edit", "create", "delete", "remove", "update", "save", "add", "search", "find",
		"login", "logout", "signin", "signout", "signup", "sign-in", "sign-out", "sign-up",
		"register", "me", "self", "admin", "settings", "profile", "account", "accounts",
		"password", "reset", "forgot-password", "reset-password", "health", "healthz", "livez",
		"readyz", "ready", "live", "liveness", "readiness", "metrics", "status", "ping",
		"version", "api", "apis", "static", "assets", "public", "about", "contact", "terms",
		"privacy", "faq", "help", "support", "index", "home", "dashboard", "export", "import",
		"upload", "uploads", "download", "downloads", "bulk", "batch", "count", "stats", "feed",
		"rss", "atom", "auth", "oauth", "token", "callback", "webhook", "webhooks", "users",
		"user", "posts", "comments", "notifications", "graphql", "favicon.ico", "robots.txt",
		"sitemap.xml", "preview", "publish", "archive", "verify", "confirm", "subscribe",
		"unsubscribe", "checkout", "cart", "debug", "internal", "initialize", "session",
		"sessions", "preferences", "billing", "images", "image", "img", "css", "js", "fonts",
		"media", "files", "docs", "swagger", "openapi", ".well-known", "blog", "pricing",
		"explore", "trending", "validate", "autocomplete", "suggest", "recent", "latest",
		"refresh", "logs", "config", "websocket", "ws", "events", "tags", "categories",
		"products", "orders", "items", "groups", "teams", "projects", "messages", "reports":
		return true
	}
	return false
}

// namespace reports whether words of the program follow a word: /api/users.
func namespace(s string) bool {
	switch strings.ToLower(s) {
	case "api", "apis", "rest", "admin", "auth", "oauth", "oauth2", "account", "settings",
		"static", "internal", "debug", "public", "private", "app", "web", "mobile", "my", "me",
		"manage", "management", "system", "console", "dashboard", "config", "services", "rpc",
		"graphql", "actuator", "pprof", ".well-known", "user", "profile", "session", "sessions",
		"reports", "stats", "metrics", "analytics", "billing", "webhooks", "health", "help",
		"about", "legal", "css", "js", "fonts", "assets":
		return true
	}
	return classOf(s) == version
}

// languages are the codes of ISO 639-1 that services offer.
const languages = " en de fr es it pt nl sv da fi nb nn no pl cs sk sl hu ro bg el tr ru uk be " +
	"ar he fa hi bn ur ta te ml mr gu pa kn th vi id ms ja ko zh ka hy az kk uz et lv lt hr sr " +
	"bs mk sq is ga mt ca eu gl cy af sw am ne si km lo my mn tl "

// isLocale reports whether s is like en, pt-BR, zh_Hant or es-419.
func isLocale(s string) bool {
	if len(s) < 2 || len(s) > 2 && s[2] != '-' && s[2] != '_' {
		return false
	}
	language, region, ok := strings.Cut(strings.ReplaceAll(s, "_", "-"), "-")
	if len(language) != 2 || !strings.Contains(languages, " "+strings.ToLower(language)+" ") {
		return false
	}
	k := countKinds(region)
	letters := k.lower + k.upper
	return !ok || letters == 2 && len(region) == 2 || k.digits == 3 && len(region) == 3 ||
		letters == 4 && len(region) == 4
}
