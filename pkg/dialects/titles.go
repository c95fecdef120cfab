package dialects

// JoinTexts joins the title and the description of something, each of which may be empty.
func JoinTexts(title, description, between string) string {
	if title == "" || description == "" {
		return title + description
	}
	return title + between + description
}
