import { median, quantile } from '../statistics.mjs'

const p50 = (times) => median(times)
const p95 = (times) => quantile(times, 0.95)
const noFloor = () => null
const reasons = {
  noIndex:
    'It keeps no index, so there is nothing to make: it reads the whole vault, and does so again at every search.',
  stale:
    'It answers from its index as its last `update` left it, and never looks whether the vault has changed.',
  scan: 'It reads the whole vault at every search, which needs no telling of a change and is slower the larger the vault.',
  inMemory: 'It answers from what it has in memory, which each start makes anew.',
  write:
    'It writes the file and no more. flint waits until the disk has the note, keeps what undoes it, and has it in the index when it answers.',
}

const writing = {
  'obsidian-mcp':
    'It keeps a journal and waits for the disk as flint does, but has no index to bring up to date.',
  others: reasons.write,
}

/**
 * The rows of the table of all sides: `of` is the kind of work that `measureSide` timed, `pick` the figure of all times
 * of all rounds, `floor` what the machine itself needs for it, `why` the reason for a peer to be ahead of flint, for
 * one of them or for all.
 */
const definitions = [
  {
    name: 'cold index, from nothing to first right answer',
    of: 'cold',
    floor: ({ floor }) => floor.walk_ms + floor.index_ms,
    why: { qmd: 'Its index has neither links nor properties nor tasks.', others: reasons.noIndex },
  },
  {
    name: 'reopening, from process start to first right answer',
    of: 'reopen',
    floor: ({ bare }) => bare,
    why: {
      qmd: reasons.stale,
      others: 'Here the vault is so small that reading all of it takes less than opening an index.',
    },
  },
  {
    name: 'process start to initialize',
    of: 'initialize',
    floor: ({ bare }) => bare,
    why: 'It loads less before it introduces itself.',
  },
  ...['rare', 'common', 'two'].flatMap((of) => {
    const words = { rare: 'a rare word', common: 'a common word', two: 'two words' }[of]
    const why = {
      qmd: `${reasons.stale} flint first waits for changes that it knows of, and counts all hits.`,
      'obsidian-mcp': 'It stops reading at the tenth place that it comes across: it does not rank.',
      foam: 'It looks only into titles, aliases and properties, in memory.',
    }
    return [
      { name: `search for ${words}, p50`, of, pick: p50, why },
      { name: `search for ${words}, p95`, of, pick: p95, why },
    ]
  }),
  {
    name: 'read a note, p50',
    of: 'read',
    why: {
      qmd: `${reasons.stale} flint reads the file.`,
      others:
        'flint first waits for changes that it knows of, and answers with the hash, headings, tags and properties of the note and the instructions of its type.',
    },
  },
  {
    name: 'list notes, p50',
    of: 'list',
    floor: ({ floor }) => floor.walk_ms + floor.stat_all_ms,
    why: {
      mcpvault:
        'It lists the names in one folder. flint lists notes of the whole vault, newest first, and looks at every file for that.',
      others: `${reasons.inMemory} flint’s list is what is on disk at the moment of the call: it looks at every file.`,
    },
  },
  { name: 'backlinks, p50', of: 'backlinks', why: reasons.inMemory },
  { name: 'create a note, p50', of: 'create', floor: ({ floor }) => floor.write_ms, why: writing },
  {
    name: 'append to a note, p50',
    of: 'update',
    floor: ({ floor }) => floor.write_ms,
    why: writing,
  },
  ...[
    ['a new file', 'newFile'],
    ['a changed file', 'changedFile'],
    ['a file in a new folder', 'newFolder'],
  ].flatMap(([what, of]) => [
    { name: `${what} by somebody else found, p50`, of, pick: p50, why: reasons.scan },
    { name: `${what} by somebody else found, p95`, of, pick: p95, why: reasons.scan },
  ]),
  {
    name: 'rename of the note that most link to',
    of: 'rename',
    floor: ({ floor }) => floor.rename_ms,
    why: 'flint waits until the disk has every rewritten note, and keeps what undoes all of it.',
  },
  {
    name: 'memory indexing, peak',
    of: 'coldPeak',
    unit: 'MB',
    floor: ({ floor }) => floor.rss,
    why: {
      qmd: 'In a small vault it needs little; what it needs grows with the vault.',
      others: reasons.noIndex,
    },
  },
  ...['memory serving', 'memory serving, peak'].map((name, index) => ({
    name,
    of: ['memory', 'memoryPeak'][index],
    unit: 'MB',
    floor: ({ floor }) => floor.rss,
    why: 'It has no watcher, and no thread beside the one that answers.',
  })),
  {
    name: 'database',
    of: 'database',
    unit: 'MB',
    floor: ({ floor }) => floor.db_MB,
    why: 'It keeps neither links nor properties nor tasks.',
  },
  {
    name: 'tool list as a model sees it',
    of: 'tools',
    unit: 'kB',
    why: 'It has fewer tools. Of flint’s, `--toolsets` offers only those that are wanted.',
  },
]

/**
 * One row for each kind of work that flint or a peer did. A peer is ahead when its figure is smaller than flint's and
 * every answer of it was right.
 */
export function toSideRows(rounds, sides) {
  return definitions
    .map(({ name, of, pick = p50, unit = 'ms', floor = noFloor, why }) => {
      const cells = sides.map(({ name: side }) => toCell(rounds, side, of, pick))
      const [own] = cells
      const ahead = sides.flatMap(({ name: side }, index) => {
        const cell = cells[index]
        const isMeasured = index > 0 && typeof cell?.figure === 'number' && typeof own?.figure === 'number'
        const isAhead = isMeasured && cell.problem === null && cell.figure < own.figure
        if (!isAhead) return []
        const reason =
          typeof why === 'string' ? why : (why[side] ?? why.others ?? 'No reason is written down yet.')
        return [{ side, ratio: cell.figure / own.figure, why: reason }]
      })
      const floors = rounds.map(floor).filter((value) => value !== null)
      return { name, unit, floor: floors.length === 0 ? null : median(floors), cells, ahead }
    })
    .filter(({ cells }) => cells.some((cell) => cell !== null))
}

function toCell(rounds, side, of, pick) {
  const results = rounds.flatMap(({ sides }) => (sides[side]?.[of] === undefined ? [] : [sides[side][of]]))
  if (results.length === 0) return null
  const all = results.flatMap(({ times }) => times)
  const problem = results.map((result) => result.problem ?? null).find((found) => found !== null) ?? null
  return { figure: all.length === 0 ? null : pick(all), problem }
}
