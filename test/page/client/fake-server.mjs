// The page with made-up answers, until the real server is there: node fake-server.mjs [PORT]
import { createServer } from 'node:http'
import { readFileSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../dist/app/page/', import.meta.url))
const port = Number(process.argv[2] ?? 4700)
const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const ago = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString()
const news = new Set()
const tell = (vaults, more = {}) => {
  for (const res of news)
    res.write(`data: ${JSON.stringify({ vaults, registry: false, questions: false, ...more })}\n\n`)
}

const vaults = [
  {
    id: 'werkstatt',
    name: 'Werkstatt',
    path: '/home/mara/Notizen/Werkstatt',
    description: 'Projekte, Tagebuch und Gelesenes',
    last_used: ago(3),
    is_current: true,
    registered: true,
    source: 'registry',
    note_count: 1204,
  },
  {
    id: 'garden',
    name: 'Garden log',
    path: '/home/mara/garden',
    description: 'Beds, seeds, weather',
    last_used: ago(900),
    is_current: false,
    registered: true,
    source: 'registry',
    note_count: 86,
  },
  {
    id: 'big',
    name: 'Zettelkasten',
    path: '/home/mara/zk',
    description: '',
    last_used: null,
    is_current: false,
    registered: false,
    source: 'root',
    note_count: 10000,
  },
]
const mark = (id) => {
  const v = vaults.find((x) => x.id === id) ?? vaults[0]
  return { id: v.id, name: v.name, is_current: v.is_current }
}

const text1 = `---
title: Bewässerungssteuerung
status: active
tags: [garten, projekt/bewässerung]
owner: Mara
due: 2026-12-01
---
# Bewässerungssteuerung

Die Steuerung soll nachts gießen, siehe [[Ventilübersicht]].

- [ ] Magnetventil bestellen
- [x] Leitungen verlegt
- [ ] Donaudampfschifffahrtsgesellschaftskapitänsmützenhalterung prüfen
`
let noteText = text1
const esc = (s) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;')
function renderNote(id) {
  if (id === 'arabic.md')
    return `<h1 id="a">ملاحظات الحديقة</h1><p>هذه ملاحظة عن <a class="note-link" data-note="b.md" href="/ui/note/garden/b.md">الري بالتنقيط</a> في فصل الصيف، مع قائمة قصيرة بالأعمال.</p><ul><li>سقي النباتات في الصباح الباكر</li><li>تنظيف الأنابيب كل أسبوع</li></ul><blockquote><p>من جدّ وجد.</p></blockquote>`
  const tasks = noteText
    .split('\n')
    .map((l, i) => [l, i + 1])
    .filter(([l]) => /^- \[.\]/.test(l))
    .map(
      ([l, n]) =>
        `<li class="task"><input type="checkbox" aria-label="${esc(l.slice(6))}" data-line="${n}"${l.includes('[x]') ? ' checked' : ''}> ${esc(l.slice(6))}</li>`,
    )
    .join('')
  return `<p>Die Steuerung soll nachts gießen, siehe <a class="note-link" data-note="technik/Ventilübersicht.md" href="/ui/note/werkstatt/technik/Ventil%C3%BCbersicht.md">Ventilübersicht</a> und <a class="note-link broken" data-target="Pumpe 2">Pumpe 2</a>. Mehr beim <a class="outside" href="https://example.org/" rel="noreferrer">Hersteller</a>.</p>
<ul>${tasks}</ul>
<h2 id="plan">Plan für den Winter</h2><p>Text mit <strong>Nachdruck</strong>, <em>Betonung</em>, <code>code</code>, <mark>markiert</mark> und <del>gestrichen</del>.</p>
<div class="callout callout-warning"><div class="callout-title">Frostgefahr</div><div class="callout-body"><p>Vor dem ersten Frost entleeren.</p></div></div>
<details class="callout callout-tip" open><summary class="callout-title">Tipp</summary><div class="callout-body"><p>Ein Filter vor dem Ventil spart Ärger.</p></div></details>
<h2 id="messung">Messung</h2><div class="table-scroll" tabindex="0"><table><thead><tr><th>Beet</th><th>Liter</th><th>Dauer</th></tr></thead><tbody><tr><td>Hochbeet</td><td>12</td><td>4 min</td></tr><tr><td>Tomatenhaus</td><td>30</td><td>9 min</td></tr></tbody></table></div>
<p>Durchfluss: <math><mi>Q</mi><mo>=</mo><mfrac><mi>V</mi><mi>t</mi></mfrac></math></p>
<pre><code class="language-python">def giessen(beet, liter):
    ventil(beet).oeffnen(liter / durchfluss)
</code></pre>
<pre class="diagram-source">graph TD; Pumpe --> Ventil --> Beet</pre>
<section class="embed" data-note="technik/Pumpe.md"><p>Die Pumpe zieht 2,4 A bei 12 V.</p></section>
<h2 id="bild">Bild</h2><p><img src="/ui/file/werkstatt/bild.svg" alt="Der Plan der Leitungen"></p><blockquote><p>Wer zuviel gießt, erntet Moos.</p></blockquote><p>Fußnote<sup><a href="#fn1" id="ref1">1</a></sup></p><ol><li id="fn1">Gemessen im August.</li></ol>`
}
const diff1 = `--- a/projekte/Bewässerungssteuerung.md
+++ b/projekte/Bewässerungssteuerung.md
@@ -8,7 +8,8 @@ # Bewässerungssteuerung
 # Bewässerungssteuerung
 
-Die Steuerung soll abends gießen, siehe [[Ventile]].
+Die Steuerung soll nachts gießen, siehe [[Ventilübersicht]].
 
+- [ ] Magnetventil bestellen
 - [x] Leitungen verlegt
-- [ ] Schlauch kaufen
+- [ ] Donaudampfschifffahrtsgesellschaftskapitänsmützenhalterung prüfen
 
`
const actors = ['claude-code', 'cursor', 'night-shift', 'cli', 'person']
const paths = [
  'projekte/Bewässerungssteuerung.md',
  'tagebuch/2026-11-24.md',
  'technik/Ventilübersicht.md',
  'gelesen/Bodenfeuchte messen.md',
  'inbox.md',
  'projekte/Gewächshaus.md',
]
const changes = Array.from({ length: 46 }, (_, i) => ({
  change_id: `c${46 - i}`,
  time: ago(4 + i * i * 2.3),
  tool: ['update_note', 'create_note', 'complete_todo', 'move_note', 'delete_note', 'update_note'][i % 6],
  actor: actors[Math.floor(i / 4) % 5],
  state: i === 5 ? 'undone' : 'done',
  undoable: i !== 5,
  ...(i === 5 && { undone_by: 'c99' }),
  ...(i === 7 && { undoes: 'c3' }),
  files:
    i % 9 === 2
      ? paths.slice(0, 3).map((path) => ({ kind: 'replace', path }))
      : [
          {
            kind: ['replace', 'create', 'replace', 'move', 'remove', 'replace'][i % 6],
            path: paths[i % 6],
            ...(i % 6 === 3 && { new_path: 'archiv/Bodenfeuchte messen.md' }),
          },
        ],
  file_count: i % 9 === 2 ? 12 : 1,
}))
let questions = [
  {
    question_id: 'q1',
    vault_id: 'werkstatt',
    tool: 'bulk_delete_notes',
    actor: 'claude-code',
    text: 'claude-code wants to delete 3 notes below archiv/:\n\n  archiv/Alte Pumpe.md\n  archiv/Schläuche 2019.md\n  archiv/Test.md\n\n2 links lead to them and would break.',
    created: ago(2),
    expires: ago(-8),
  },
]
let inbox = [
  'Tomatensamen für 2027 bestellen',
  'Ask Jonas about the pump\nhe has a spare one',
  'مراجعة خطة الري',
]
const todos = [
  ['projekte/Bewässerungssteuerung.md', 'Bewässerungssteuerung', 12, 'Magnetventil bestellen 📅 2026-11-30'],
  [
    'projekte/Bewässerungssteuerung.md',
    'Bewässerungssteuerung',
    14,
    'Donaudampfschifffahrtsgesellschaftskapitänsmützenhalterung prüfen',
  ],
  ['tagebuch/2026-11-24.md', '2026-11-24', 6, 'Call [[Jonas]] about the greenhouse'],
]
let done = new Set()
let tokens = [
  {
    name: 'laptop',
    last_four: 'x9Qa',
    vaults: null,
    folder: null,
    read_only: false,
    is_person: false,
    created: ago(9000),
    expires: null,
  },
  {
    name: 'phone',
    last_four: '7kLm',
    vaults: ['garden'],
    folder: 'beds',
    read_only: true,
    is_person: true,
    created: ago(4000),
    expires: '2027-02-01T00:00:00Z',
  },
]
const note = (path, title, extra = {}) => ({
  id: path,
  title,
  type: path.split('/')[0],
  path,
  filename: path,
  tags: ['garten'],
  created: ago(90000),
  updated: ago(300),
  modified: ago(300),
  size: 900,
  word_count: 140,
  metadata: {},
  ...extra,
})
const corpus = [
  [
    'projekte/Bewässerungssteuerung.md',
    'Bewässerungssteuerung',
    'Die Steuerung soll nachts gießen, siehe [[Ventilübersicht]].',
  ],
  [
    'technik/Ventilübersicht.md',
    'Ventilübersicht',
    'Alle **Ventile** mit Durchfluss und Bewässerung je Beet.',
  ],
  [
    'gelesen/Bodenfeuchte messen.md',
    'Bodenfeuchte messen',
    'Sensors lie when the soil is dry: calibrate before watering.',
  ],
  ['garden/arabic.md', 'ملاحظات الحديقة', 'هذه ملاحظة عن الري بالتنقيط في فصل الصيف'],
  ['projekte/Gewächshaus.md', 'Gewächshaus', '- [ ] Bewässerung anschließen'],
]

function graphOf(vault, id, depth) {
  const n = vault === 'big' && !id ? 10_000 : id ? 18 * depth : 140
  const folders = [
    'projekte',
    'technik',
    'tagebuch',
    'gelesen',
    'archiv',
    'personen',
    'orte',
    'ideen',
    'quellen',
    '',
  ]
  let seed = 7
  const rnd = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  const nodes = Array.from({ length: n }, (_, i) => {
    const f = i % 10
    const a = (f / 10) * 6.28 + rnd()
    const r = 0.3 + rnd()
    return {
      id: i === 0 && id ? id : `${folders[f] ? folders[f] + '/' : ''}Notiz ${i}.md`,
      title: i === 0 && id ? 'Bewässerungssteuerung' : `Notiz ${i}`,
      folder: folders[f],
      type: ['project', 'note', null][i % 3],
      updated: ago(rnd() * 900000),
      degree: 0,
      x: Math.cos(a) * r * 100,
      y: Math.sin(a) * r * 100,
    }
  })
  const edges = []
  for (let i = 1; i < n; i += 1)
    for (let k = 0; k < (n > 5000 ? 6 : 1 + (i % 3 === 0)); k += 1) {
      const j = k === 0 && id && i < 12 ? 0 : Math.floor(rnd() * rnd() * i)
      edges.push([i, j])
      nodes[i].degree += 1
      nodes[j].degree += 1
    }
  return { nodes, edges, total_notes: n, is_cut: false }
}
const page = (list, items, id) => ({ [list]: items, total: items.length, has_more: false, vault: mark(id) })
const fail = (code, message, hint) => ({ kind: 'failed', error: { code, message, ...(hint && { hint }) } })

const calls = {
  list_vaults: () => ({ vaults, current_vault: 'werkstatt' }),
  get_vault_info: ({ vault_id: id }) => ({
    vault: mark(id),
    root: 'file:///x',
    description: '',
    stats: null,
    kind: id === 'big' ? 'zk' : 'obsidian',
    watcher: 'watching',
    settings_problems: id === 'garden' ? ['permissions.delete: "maybe" is none of yes, no, ask.'] : [],
    index: {
      state: 'ready',
      notes: 1204,
      done: null,
      total: null,
      freshness: null,
      chunks: 5200,
      pending_vectors: 1300,
      model: 'use-lite',
      vectors: 'working',
      lease: 'this process',
    },
    failed_ingests: [{ path: 'raw/Handbuch Pumpe.pdf', reason: 'The PDF is encrypted.' }],
    unparsable: [],
  }),
  list_note_types: ({ vault_id: id }) =>
    page(
      'note_types',
      ['project', 'note', 'Besprechungsprotokoll'].map((name) => ({
        name,
        description: '',
        agent_instructions: '',
        note_count: 3,
      })),
      id,
    ),
  get_tags: () =>
    page(
      'tags',
      ['garten', 'projekt/bewässerung', 'reading'].map((tag) => ({ tag, count: 4 })),
      'werkstatt',
    ),
  list_changes: ({ vault_id: id, actor, since, identifier }) =>
    page(
      'changes',
      (id === 'werkstatt'
        ? changes
        : id === 'garden'
          ? changes.slice(0, 3).map((c) => ({ ...c, change_id: `g${c.change_id}`, actor: 'night-shift' }))
          : []
      ).filter(
        (c) =>
          (!actor || c.actor === actor) &&
          (!since || c.time >= since) &&
          (!identifier || c.files.some((f) => f.path === identifier)),
      ),
      id,
    ),
  get_change: ({ change_id: id }) => {
    const c = changes.find((x) => x.change_id === id) ?? changes[0]
    return {
      ...c,
      actor: c.actor,
      files: c.files.map((f) => ({ ...f, diff: f.kind === 'move' ? '' : diff1, is_cut: c.file_count > 3 })),
      total: c.file_count,
    }
  },
  undo_changes: ({ change_ids: ids, actor, since, except = [], dry_run: dry }) => {
    const list = changes
      .filter((c) => (ids ? ids.includes(c.change_id) : c.actor === actor && (!since || c.time >= since)))
      .map((c, i) => ({
        change_id: c.change_id,
        tool: c.tool,
        time: c.time,
        paths: c.files.map((f) => f.path),
        outcome: except.includes(c.change_id)
          ? 'left'
          : i === 1
            ? 'refused'
            : dry
              ? 'would be undone'
              : 'undone',
        ...(i === 1
          ? {
              reason: 'Change 45 cannot be undone: a file has moved on since. Nothing was changed.',
              conflicts: [
                {
                  path: c.files[0].path,
                  problem: 'CONTENT_HASH_MISMATCH',
                  message: 'The note was changed by person since.',
                  diff: diff1,
                  written: diff1,
                },
              ],
            }
          : { diff: diff1 + diff1.replaceAll('Bewässerungssteuerung.md', 'Zweite.md') }),
      }))
    if (!dry) tell(['werkstatt'])
    return {
      changes: list,
      undone: list.filter((c) => /undone/.test(c.outcome)).length,
      refused: list.filter((c) => c.outcome === 'refused').length,
    }
  },
  list_questions: () => ({ questions }),
  answer_question: ({ question_id: id }) => {
    questions = questions.filter((q) => q.question_id !== id)
    tell([], { questions: true })
    return {}
  },
  get_inbox: ({ vault_id: id }) => ({
    ...page(
      'items',
      id === 'big'
        ? []
        : inbox.map((text, index) => ({
            index,
            text,
            timestamp: '2026-11-24 08:1' + index,
            line_number: index + 3,
          })),
      id,
    ),
    path: 'inbox.md',
    total_count: inbox.length,
  }),
  capture_to_inbox: ({ text }) => {
    inbox = [...inbox, text]
    tell(['werkstatt'])
    return {
      id: 'inbox.md',
      path: 'inbox.md',
      appended_line: text,
      inbox_item_count: inbox.length,
      vault: mark('werkstatt'),
    }
  },
  clear_inbox_item: ({ index }) => {
    const removed_text = inbox[index]
    inbox = inbox.filter((_, i) => i !== index)
    return {
      id: 'inbox.md',
      path: 'inbox.md',
      removed_text,
      removed_count: 1,
      remaining_count: inbox.length,
      change_id: 'c46',
      vault: mark('werkstatt'),
    }
  },
  get_todos: () => {
    const list = todos
      .map(([path, title, line_number, task_text]) => ({
        id: path,
        path,
        title,
        line_number,
        task_text,
        status: 'open',
        mark: ' ',
        vault_id: 'werkstatt',
      }))
      .filter((t) => !done.has(t.task_text))
    return { ...page('todos', list, 'werkstatt'), total_count: list.length }
  },
  complete_todo: ({ task_text, line_number, status = 'done' }) => {
    if (status === 'open') done.delete(task_text)
    else done.add(task_text)
    noteText = noteText
      .split('\n')
      .map((l, i) => (i + 1 === line_number ? l.replace(/\[.\]/, status === 'open' ? '[ ]' : '[x]') : l))
      .join('\n')
    tell(['werkstatt'])
    return {
      id: 'x',
      path: 'x',
      line_number,
      task_text,
      status: 'completed',
      previous_status: 'open',
      vault: mark('werkstatt'),
    }
  },
  open_daily_note: ({ vault_id: id }) => ({
    id: 'tagebuch/2026-11-24.md',
    path: 'tagebuch/2026-11-24.md',
    title: '2026-11-24',
    date: '2026-11-24',
    created: true,
    vault: mark(id),
  }),
  render_note: ({ vault_id: vault, identifier: id }) => {
    if (/^\d{4}-/.test(id) && vault !== 'werkstatt') return fail('NOT_FOUND', `There is no note "${id}".`)
    if (id === 'missing.md')
      return fail('NOT_FOUND', 'There is no note "missing.md".', 'Did you mean Gewächshaus?')
    const isDaily = /^\d{4}-/.test(id)
    return {
      id: isDaily ? `tagebuch/${id}.md` : id,
      title: isDaily
        ? id
        : id === 'arabic.md'
          ? 'ملاحظات الحديقة'
          : id.replace(/^.*\//, '').replace(/\.md$/, ''),
      type: 'project',
      html: isDaily
        ? '<h2 id="x">Heute</h2><p>Regen bis Mittag, dann <a class="note-link" href="/ui/note/werkstatt/projekte/Gew%C3%A4chshaus.md">Gewächshaus</a> gelüftet.</p><ul><li class="task"><input type="checkbox" aria-label="Call Jonas" data-line="6"> Call Jonas about the greenhouse</li></ul>'
        : renderNote(id),
      outline:
        isDaily || id === 'arabic.md'
          ? []
          : [
              { level: 2, text: 'Plan für den Winter', anchor: 'plan' },
              { level: 2, text: 'Messung', anchor: 'messung' },
              { level: 3, text: 'Messungenauigkeitsbetrachtung der Durchflussmesser', anchor: 'x' },
              { level: 2, text: 'Bild', anchor: 'bild' },
            ],
      metadata: {
        status: 'active',
        owner: 'Mara',
        due: '2026-12-01',
        related: ['Pumpe', 'Ventil'],
        done: false,
      },
      text: noteText,
      content_hash: `sha256:${noteText.length}`,
      created: ago(90000),
      updated: ago(75),
      tags: ['garten', 'projekt/bewässerung'],
      untrusted: id.includes('gelesen'),
      addresses: { obsidian: 'obsidian://open?vault=x', editor: 'vscode://file/x', file: 'file:///x' },
      vault: mark(vault),
    }
  },
  update_note: ({ content_hash: hash, edits, dry_run: dry }) => {
    if (hash && hash !== `sha256:${noteText.length}`)
      return fail(
        'CONTENT_HASH_MISMATCH',
        'The note changed since you read it.',
        'Read it again and repeat the edit.',
      )
    if (!dry && edits) {
      noteText = noteText.replace(edits[0].old, edits[0].new)
      tell(['werkstatt'])
    }
    return { id: 'x', path: 'x', updated: true, change_id: 'c46', diff: diff1, vault: mark('werkstatt') }
  },
  get_backlinks: ({ vault_id: id, identifier }) => ({
    ...page(
      'backlinks',
      [
        {
          id: 'a.md',
          path: 'technik/Ventilübersicht.md',
          title: 'Ventilübersicht',
          line_number: 9,
          link_text: null,
          excerpt: '- Wird von der [[Bewässerungssteuerung]] geschaltet.',
        },
        {
          id: 'b.md',
          path: 'tagebuch/2026-11-20.md',
          title: '2026-11-20',
          line_number: 4,
          link_text: 'Steuerung',
          excerpt: 'Mit Jonas an der [[Bewässerungssteuerung|Steuerung]] gearbeitet, bis es dunkel war.',
        },
        {
          id: 'c.md',
          path: 'projekte/Gewächshaus.md',
          title: 'Gewächshaus',
          line_number: 4,
          link_text: null,
          excerpt: 'Die Bewässerungssteuerung kommt im Frühjahr.',
          unlinked: true,
        },
      ],
      id,
    ),
    id: identifier,
    linked_total: 2,
    unlinked_total: 1,
  }),
  find_related_notes: ({ identifier, vault_id: id }) => ({
    identifier,
    vault: mark(id),
    total: 2,
    halves: { keyword: true, semantic: true },
    related: corpus
      .slice(1, 4)
      .map(([p, t, s], i) => ({ ...note(p, t), score: 0.8, snippet: s, line: 3, is_linked: i === 0 })),
  }),
  search_notes: ({ query, vault_id: id, tags }) => {
    const w = query.toLowerCase().split(/\s+/).filter(Boolean)
    const hits = corpus.filter(
      ([p, t, s]) => tags || w.some((x) => `${p} ${t} ${s}`.toLowerCase().includes(x.slice(0, 6))),
    )
    return {
      ...page(
        'results',
        hits.map(([p, t, s], i) => ({
          ...note(p, t),
          score: 1 - i / 10,
          snippet: s,
          line: 3,
          vault_id: i === 3 ? 'garden' : 'werkstatt',
          untrusted: i === 2,
        })),
        id,
      ),
      halves: { keyword: true, semantic: true },
    }
  },
  find_broken_links: ({ vault_id: id }) =>
    page(
      'broken_links',
      ['Ventilubersicht', 'Pumpe 2', 'Gewächshaus 2026'].map((t, i) => ({
        id: i,
        source_note_id: paths[i],
        target_note_id: null,
        target_title: t,
        link_text: null,
        line_number: 4 + i,
        created: ago(9),
        context: `Siehe auch [[${t}]] und den Rest der Zeile.`,
      })),
      id,
    ),
  check_vault_health: ({ vault_id: id }) => {
    const counts = {
      notes: 1204,
      broken_links: 3,
      orphans: 4,
      stale_notes: 2,
      duplicate_names: 1,
      unparsable: 1,
    }
    if (Array.isArray(id)) return { vaults: vaults.map((v) => ({ ...mark(v.id), counts })) }
    const list = corpus.map(([path, title]) => ({ path, title, updated: ago(100000) }))
    return {
      vault: mark(id),
      counts,
      broken_links: [],
      orphans: list.slice(0, 4),
      stale_notes: list.slice(0, 2),
      stale_folders: ['projekte'],
      duplicate_names: [{ name: 'Index', paths: ['a/Index.md', 'b/Index.md'] }],
      unparsable: [{ path: 'alt/kaputt.md', problem: 'Line 3: a mapping needs a space after the colon.' }],
    }
  },
  get_graph: ({ vault_id: v, identifier, depth = 1 }) => graphOf(v, identifier, depth),
  list_tokens: () => ({ tokens }),
  create_token: ({ name, ...rest }) => {
    tokens = [
      ...tokens,
      {
        name,
        last_four: 'abcd',
        vaults: null,
        folder: null,
        read_only: false,
        is_person: false,
        created: ago(0),
        expires: null,
        ...rest,
      },
    ]
    return { name, token: 'flint_Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FycGx5abcd' }
  },
  revoke_token: ({ name }) => {
    tokens = tokens.filter((t) => t.name !== name)
    return {}
  },
  list_models: () => ({
    models: [
      {
        name: 'use-lite',
        about: 'English, part of flint. Small and quick.',
        is_chosen: true,
        is_present: true,
        megabytes: 7,
        progress: null,
      },
      {
        name: 'multilingual-e5-small',
        about: 'A hundred languages, German and Arabic among them.',
        is_chosen: false,
        is_present: false,
        megabytes: 118,
        progress: { done: 41, total: 118 },
      },
      {
        name: 'bge-m3',
        about: 'The best, and the slowest.',
        is_chosen: false,
        is_present: false,
        megabytes: 570,
        progress: null,
      },
    ],
  }),
  pull_model: () => ({}),
  check_flint: () => ({
    findings: [
      { area: 'Node', state: 'ok', message: '22.21.1' },
      {
        area: 'Search',
        state: 'warning',
        message: 'Vectors of 1 vault are still being made.',
        cure: 'They are finished in the background; search by words works meanwhile.',
      },
      {
        area: 'Garden log',
        state: 'problem',
        message: 'Its folder cannot be watched: too many watches are in use.',
        cure: 'Raise fs.inotify.max_user_watches.',
      },
    ],
  }),
  list_clients: () => ({
    clients: [
      { title: 'Claude Code', where: 'Run in a terminal', text: 'claude mcp add flint -- flint serve' },
      {
        title: 'Cursor',
        where: '~/.cursor/mcp.json',
        text: '{\n  "mcpServers": { "flint": { "command": "flint", "args": ["serve"] } }\n}',
      },
    ],
  }),
}
calls.delete_asks = () => ({})

const types = { js: 'text/javascript', css: 'text/css', html: 'text/html; charset=utf-8', txt: 'text/plain' }
let isIn = true
createServer(async (req, res) => {
  const { pathname } = new URL(req.url, 'http://x')
  const json = (status, body) => {
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(JSON.stringify(body))
  }
  if (req.method === 'POST') {
    const chunks = []
    for await (const chunk of req) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
    if (pathname === '/ui/enter') {
      isIn = body.key !== 'wrong'
      return isIn
        ? res.writeHead(204).end()
        : json(401, { error: { message: 'This key is not valid, or was used before.' } })
    }
    if (pathname === '/ui/leave') {
      isIn = false
      return res.writeHead(204).end()
    }
    if (!isIn) return json(401, { error: { message: 'Your session has ended.' } })
    const call = calls[body.tool]
    if (body.tool === 'revoke_token' && !body.answer)
      return json(200, {
        kind: 'question',
        ticket: 't1',
        text: 'Revoking a token\nshuts its bearer out.',
        always: 'Revoking tokens is never asked again.',
      })
    if (body.answer?.choice === 'denied')
      return json(200, fail('PERMISSION_DENIED', 'You denied it. Nothing was changed.'))
    if (!call) return json(200, fail('INVALID_ARGUMENT', `There is no tool "${body.tool}" here.`))
    const result = call(body.args)
    return json(200, result.kind === 'failed' ? result : { kind: 'done', result })
  }
  if (pathname === '/ui/news') {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.write(': hello\n\n')
    news.add(res)
    req.on('close', () => news.delete(res))
    return
  }
  if (pathname === '/fake/edit') {
    noteText += 'A line of an agent.\n'
    tell(['werkstatt'])
    return res.end('ok')
  }
  if (pathname.startsWith('/ui/file/')) {
    res.writeHead(200, { 'content-type': 'image/svg+xml' })
    return res.end(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#cfe6d2"/><path d="M20 100h560" stroke="#2a6" stroke-width="8"/></svg>',
    )
  }
  const name = pathname.startsWith('/ui/assets/') ? pathname.slice(11) : 'index.html'
  if (!existsSync(folder + name)) return res.writeHead(404).end()
  res.writeHead(200, { 'content-type': types[name.split('.').at(-1)], 'content-security-policy': csp })
  res.end(readFileSync(folder + name))
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/ui`))
