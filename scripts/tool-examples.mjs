// The vaults and the calls with which `docs/tools.md` shows what each tool does.

/** When the examples take place. */
export const now = '2026-03-02T09:30:00Z'
/** When the files of the example vaults were written. */
export const written = '2026-02-20T16:00:00Z'

const text = (...lines) => lines.map((line) => `${line}\n`).join('')

const projects = text(
  '# Projects',
  '',
  '## Purpose',
  'Work with an end, and who does it.',
  '',
  '## Agent Instructions',
  '- Ask for the next step and who takes it',
  '',
  '## Metadata Schema',
  '- status: Where it stands (required, select, options: ["planned", "active", "done"])',
  '- due: When it must be done (optional, date)',
)

const website = text(
  '---',
  'title: Website',
  'type: projects',
  'status: active',
  'tags: [web, launch]',
  'created: 2026-01-12T08:00:00Z',
  'updated: 2026-02-18T10:00:00Z',
  '---',
  '',
  '# Website',
  '',
  'The new site goes live in April. [[Ada Meyer]] writes the texts, [[Photographer]] is not found yet.',
  '',
  '## Next steps',
  '',
  '- [ ] Choose the typeface',
  '- [x] Compare [hosting offers](https://example.org/hosting)',
)

const ada = text(
  '---',
  'title: Ada Meyer',
  'created: 2026-01-15T08:00:00Z',
  'updated: 2026-02-10T08:00:00Z',
  '---',
  '',
  'Writes for [[projects/website|the website]]. Prefers mail. #writer',
)

export const vaults = {
  work: {
    name: 'Work',
    description: 'Projects and the people in them.',
    files: {
      'projects/_description.md': projects,
      'projects/website.md': website,
      'raw/printing.txt': 'Proofs take two days. Paper of 120 g/m² prints best.\n',
      'people/ada.md': ada,
      'inbox.md': text('# Inbox', '', '- 2026-02-19 18:20 Flowers for the opening'),
    },
  },
  home: {
    name: 'Home',
    description: 'House and garden.',
    files: {
      'garden.md': text(
        '---',
        'title: Garden',
        'created: 2026-02-01T08:00:00Z',
        'updated: 2026-02-15T08:00:00Z',
        '---',
        '',
        'Sow tomatoes in March. Ask Ada Meyer for seeds. #garden',
      ),
    },
  },
}

/** The hash that reading a note of the example vaults gives. */
const hashOf = (tool, args) => ({ tool, args })
const websiteHash = hashOf('get_note', { identifier: 'projects/website.md', fields: ['content_hash'] })
const projectsHash = hashOf('get_note_type_info', { type_name: 'projects' })

const aChange = {
  tool: 'append_to_note',
  args: { identifier: 'Ada Meyer', content: 'Sent the first texts.' },
}

/** One call of each tool, after others that it needs. `content_hash` may be the call that gives it. */
export const examples = {
  list_vaults: { args: {} },
  create_vault: {
    args: { vault_id: 'research', name: 'Research', path: '~/notes/research', note_types: 'none' },
  },
  switch_vault: { args: { vault_id: 'home' } },
  get_current_vault: { args: {} },
  update_vault: { args: { vault_id: 'home', description: 'House, garden and kitchen.' } },
  remove_vault: { args: { vault_id: 'home' } },
  get_vault_info: { args: { detailed: true } },
  list_note_types: { args: {} },
  get_note_type_info: { args: { type_name: 'projects' } },
  create_note_type: {
    args: {
      type_name: 'meetings',
      description: 'What was said and decided.',
      agent_instructions: '- List decisions and who does what',
      metadata_schema: [{ name: 'held', type: 'date', required: true, description: 'Day of the meeting' }],
    },
  },
  update_note_type: {
    args: { type_name: 'projects', instructions: '- Ask for the next step', content_hash: projectsHash },
  },
  delete_note_type: { args: { type_name: 'projects', action: 'delete', confirm: true } },
  create_note: {
    args: {
      type: 'projects',
      title: 'Spring newsletter',
      content: 'Goes out with the new [[Website]].\n',
      metadata: { status: 'planned', due: '2026-04-01' },
      tags: ['mail'],
    },
  },
  get_note: { args: { identifier: 'projects/website.md' } },
  get_notes: {
    args: {
      identifiers: ['projects/website.md', 'people/nobody.md'],
      fields: ['id', 'title', 'metadata.status', 'content_hash'],
    },
  },
  get_note_info: { args: { identifier: 'Website' } },
  list_notes: { args: { tags: ['web'], since: '4w' } },
  update_note: {
    args: { identifier: 'projects/website.md', metadata: { status: 'done' }, content_hash: websiteHash },
  },
  append_to_note: { args: { identifier: 'Ada Meyer', content: 'Sent the first texts.', dated: true } },
  upsert_note: { args: { identifier: 'log/2026.md', content: '- Met the printer' } },
  delete_note: { args: { identifier: 'people/ada.md', reason: 'Left the team', confirm: true } },
  bulk_delete_notes: { args: { pattern: 'people/**', dry_run: true } },
  rename_note: { args: { identifier: 'Ada Meyer', new_title: 'Ada Lindt', rename_file: true } },
  move_note: { args: { identifier: 'people/ada.md', destination_directory: 'projects' } },
  search_notes: {
    args: { query: 'ada meyer', mode: 'keyword', vault_id: '*', fields: ['id', 'title', 'metadata.status'] },
  },
  search_notes_advanced: {
    args: {
      type: 'projects',
      metadata_filters: [{ key: 'status', operator: 'in', value: ['planned', 'active'] }],
      updated_within: '4w',
      sort: [{ field: 'title' }],
      fields: ['id', 'title', 'metadata.status'],
    },
  },
  search_notes_sql: {
    args: {
      query: 'SELECT source_note_id, target_title FROM note_links WHERE is_broken AND target_title LIKE ?',
      params: ['P%'],
    },
  },
  search_text: { args: { pattern: 'Compare|Choose', path_filter: 'projects' } },
  find_related_notes: { args: { identifier: 'Website' } },
  get_note_links: { args: { identifier: 'Website' } },
  get_links: { args: { identifier: 'Website' } },
  analyze_note: { args: { identifier: 'Website' } },
  open_daily_note: { args: { date: 'today' } },
  suggest_links: { args: { identifier: 'Website' } },
  check_vault_health: { args: { limit: 3 } },
  get_backlinks: { args: { identifier: 'Website' } },
  find_references: { args: { title: 'Ada Meyer', include_text_mentions: true } },
  find_broken_links: { args: {} },
  search_by_links: { args: { external_domains: ['example.org'] } },
  get_tags: { args: {} },
  rename_tag: { args: { from: 'launch', to: 'release' } },
  update_tags: { args: { identifier: 'Ada Meyer', add_tags: ['mail'], remove_tags: ['writer'] } },
  replace_section: {
    args: {
      identifier: 'Website',
      section_header: 'Next steps',
      new_content: '\n- [ ] Choose the typeface\n- [ ] Write the imprint',
    },
  },
  extract_section: {
    args: {
      identifier: 'Website',
      section_header: 'Next steps',
      new_title: 'Launch plan',
      destination_directory: 'projects',
      dry_run: true,
    },
  },
  capture_to_inbox: { args: { text: 'Ask the printer for samples' } },
  get_inbox: { args: {} },
  clear_inbox_item: { args: { index: 0, text: 'Flowers for the opening', confirm: true } },
  get_todos: { args: {} },
  complete_todo: {
    args: { identifier: 'projects/website.md', line_number: 16, task_text: 'Choose the typeface' },
  },
  add_todo: { args: { identifier: 'Website', text: 'Write the imprint', section_header: 'Next steps' } },
  create_issue: { args: { title: 'Choose the typeface', labels: ['design'], note_path: 'Website' } },
  get_issues: { args: { labels: ['design'] } },
  close_issue: { args: { issue_number: 12, comment: 'It is Bodoni.', confirm: true } },
  issue_to_note: { args: { issue_number: 12 } },
  ingest: {
    args: {
      source: 'raw/printing.txt',
      summary: '- Paper of 120 g/m² prints best\n- Proofs take two days',
      key_points: ['Order proofs a week before'],
    },
  },
  reindex_vault: { args: { confirm: true } },
  list_changes: { after: [aChange], args: { identifier: 'Ada Meyer' } },
  undo_change: { after: [aChange], args: { change_id: '1' } },
}

const issue = {
  iid: 12,
  title: 'Choose the typeface',
  description: 'The one of the poster is too thin.',
  state: 'opened',
  web_url: 'https://gitlab.com/team/site/-/issues/12',
  labels: ['design'],
  assignees: [{ username: 'ada' }],
  author: { username: 'sam' },
  created_at: '2026-02-11T09:14:03.301Z',
}

/** What GitLab answers to the examples. */
export const gitlabAnswers = {
  'POST projects/team%2Fsite/issues': { status: 201, json: issue },
  'GET projects/team%2Fsite/issues': { status: 200, headers: { 'X-Total': '1' }, json: [issue] },
  'GET projects/team%2Fsite/issues/12': { status: 200, json: issue },
  'PUT projects/team%2Fsite/issues/12': { status: 200, json: { ...issue, state: 'closed' } },
  'POST projects/team%2Fsite/issues/12/notes': { status: 201, json: { id: 302 } },
}

/** What each code means to whoever meets it. */
export const codeMeanings = {
  ALREADY_EXISTS: 'Something has this name already. Nothing was overwritten.',
  AMBIGUOUS_TITLE: 'Several notes have this title; `candidates` lists them. Use an id.',
  CLUSTER_UNAVAILABLE:
    'What several servers share cannot be reached at this moment, or another of them; the same call can be made again.',
  CONFIRMATION_REQUIRED: 'The user must agree first; `would` says what would happen. Nothing was changed.',
  CONFLICT: 'Something stands in the way of this change, such as a hash that came with a part of the note.',
  CONTENT_HASH_MISMATCH: 'The file has changed since it was read. Read it again and redo the change.',
  GIT_ERROR: 'git could not do it, with its own words',
  GITLAB_ERROR: 'GitLab, or the program that talks to it, refused.',
  INDEX_UNAVAILABLE:
    'The index cannot be asked now, or the vault keeps none. Notes are still read and written by id.',
  INGEST_FAILED: 'The source could not be fetched or read.',
  INTERNAL_ERROR: 'A fault in flint. The log has the details.',
  INVALID_ARGUMENT: 'The arguments are not right; `problems` names each with what would be.',
  INVALID_PATH:
    'No note can have this path: it is hidden, a folder, or has characters that files cannot have.',
  LEASE_LOST:
    'The vault is passing to another server; nothing was changed, and the same call can be made again.',
  NOT_FOUND: 'There is no such note; `similar` may list what was meant.',
  OUTSIDE_VAULT: 'The path leads out of the vault. Nothing was read or written.',
  PERMISSION_DENIED: "The vault's settings or the system do not allow it.",
  QUERY_REJECTED: 'The query is not one that may be run.',
  QUERY_TIMEOUT: 'The call took too long, or was cancelled.',
  RENAME_CONFLICT: 'The new name is taken.',
  SECTION_NOT_FOUND: 'The note has no such section, or several of that name.',
  TASK_NOT_FOUND: 'The task is not where it was said to be.',
  TEXT_NOT_FOUND: 'The text to replace is not there, or is there more than once.',
  TYPE_NOT_FOUND: 'There is no such note type; `known_types` lists them.',
  VALIDATION_FAILED: 'The metadata does not fit the note type; `fields` names each fault.',
  VAULT_NOT_FOUND: 'There is no such vault; `known_vaults` lists them.',
  VAULT_UNAVAILABLE: "The vault's folder cannot be reached, or has no space left.",
  ZK_ERROR: 'A setting or template of zk cannot be read.',
}
