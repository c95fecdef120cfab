package lsp

// The parts of the Language Server Protocol 3.17 that the server speaks. Names are those of the protocol.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type document struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

type documentParams struct {
	TextDocument document `json:"textDocument"`
	Position     position `json:"position"`
}

type changeParams struct {
	TextDocument   document `json:"textDocument"`
	ContentChanges []struct {
		Range *textRange `json:"range"`
		Text  string     `json:"text"`
	} `json:"contentChanges"`
}

type renameParams struct {
	TextDocument document `json:"textDocument"`
	Position     position `json:"position"`
	NewName      string   `json:"newName"`
}

type codeActionParams struct {
	TextDocument document  `json:"textDocument"`
	Range        textRange `json:"range"`
}

type commandParams struct {
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

type initializeParams struct {
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
	} `json:"capabilities"`
}

type initializeResult struct {
	Capabilities map[string]any `json:"capabilities"`
	ServerInfo   struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	} `json:"serverInfo"`
}

type diagnostic struct {
	Range           textRange     `json:"range"`
	Severity        int           `json:"severity"`
	Code            string        `json:"code,omitempty"`
	Source          string        `json:"source"`
	Message         string        `json:"message"`
	RelatedInfo     []relatedInfo `json:"relatedInformation,omitempty"`
	CodeDescription *struct {
		Href string `json:"href"`
	} `json:"codeDescription,omitempty"`
}

type relatedInfo struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	IsPreferred bool          `json:"isPreferred"`
	Edit        workspaceEdit `json:"edit"`
}

type hover struct {
	Contents struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	} `json:"contents"`
	Range textRange `json:"range"`
}

type symbol struct {
	Name           string    `json:"name"`
	Detail         string    `json:"detail"`
	Kind           int       `json:"kind"`
	Range          textRange `json:"range"`
	SelectionRange textRange `json:"selectionRange"`
	Children       []symbol  `json:"children,omitempty"`
}

type completionItem struct {
	Label      string    `json:"label"`
	Kind       int       `json:"kind"`
	Detail     string    `json:"detail,omitempty"`
	FilterText string    `json:"filterText,omitempty"`
	TextEdit   *textEdit `json:"textEdit,omitempty"`
}
