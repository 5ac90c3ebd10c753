/** What people write SQL against tells which links are broken, and has tags wherever a note keeps them. */
export const views = `
DROP VIEW note_links;
CREATE VIEW note_links AS
  SELECT l.id, s.path AS source_note_id, t.path AS target_note_id, l.raw AS target_title, l.shown AS link_text,
    l.line AS line_number, s.created, l.target IS NULL AND l.target_file IS NULL AS is_broken
  FROM link l JOIN note s ON s.id = l.source LEFT JOIN note t ON t.id = l.target;

-- One row for each tag of a note, all spelled as the first note spells it.
CREATE VIEW note_tags AS
  SELECT n.path AS note_id, (SELECT f.tag FROM tag f WHERE f.key = t.key ORDER BY f.note LIMIT 1) AS tag
  FROM (SELECT DISTINCT note, key FROM tag) t JOIN note n ON n.id = t.note;
`
