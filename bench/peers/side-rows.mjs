import { median, quantile } from '../statistics.mjs'

const p50 = (times) => median(times)
const p95 = (times) => quantile(times, 0.95)
const noIndex =
  'Who keeps no index has nothing to make: it answers by reading the whole vault, and does so at every search.'
const noFloor = () => null

/**
 * The rows of the table of all sides: `of` is the kind of work that `measureSide` timed, `pick` the figure of all times
 * of all rounds, `floor` what the machine itself needs for it, `why` the reason for a peer to be ahead of flint.
 */
const definitions = [
  {
    name: 'cold index, from nothing to first right answer',
    of: 'cold',
    floor: ({ floor }) => floor.walk_ms + floor.index_ms,
    why: noIndex,
  },
  {
    name: 'reopening, from process start to first right answer',
    of: 'reopen',
    floor: ({ bare }) => bare,
    why: 'A small vault is read faster than an index is opened; the peer reads all of it, and again at every search.',
  },
  {
    name: 'process start to initialize',
    of: 'initialize',
    floor: ({ bare }) => bare,
    why: 'What is loaded before initialize is answered counts; the vault is opened meanwhile.',
  },
  ...['rare', 'common', 'two'].flatMap((kind) => {
    const words = { rare: 'a rare word', common: 'a word in most notes', two: 'two words' }[kind]
    const why =
      kind === 'common'
        ? 'flint ranks every note that has the word and shows the passage of each hit; who stops at the first hits need not.'
        : 'flint answers with passages and checks each hit against the settings of the vault; the rest is its message.'
    return [
      { name: `search ${words}, p50`, of: kind, pick: p50, why },
      { name: `search ${words}, p95`, of: kind, pick: p95, why },
    ]
  }),
  {
    name: 'read a note, p50',
    of: 'read',
    why: 'flint answers with the note and its hash, links and properties as the index has them, which is more than the bytes of the file.',
  },
  {
    name: 'list notes, p50',
    of: 'list',
    floor: ({ floor }) => floor.walk_ms + floor.stat_all_ms,
    why: 'flint’s list agrees with the disk at the moment of the call, so that it looks at every file of the vault; a peer’s is what it has in memory, or one folder.',
  },
  {
    name: 'backlinks, p50',
    of: 'backlinks',
    why: 'The peer answers from a graph in memory, which it makes anew at each start.',
  },
  {
    name: 'create a note, p50',
    of: 'create',
    why: 'flint waits until the disk has the note and its journal, can undo it, and has it in the index when it answers.',
  },
  {
    name: 'append to a note, p50',
    of: 'update',
    why: 'flint waits until the disk has the note and its journal, can undo it, and has it in the index when it answers.',
  },
  ...[
    ['a new file', 'newFile'],
    ['a changed file', 'changedFile'],
    ['a file in a new folder', 'newFolder'],
  ].flatMap(([what, of]) => {
    const why =
      'Who reads the whole vault at every search needs not be told of a change; flint waits for the system to report it, and for the writing to end.'
    return [
      { name: `${what} by somebody else found, p50`, of, pick: p50, why },
      { name: `${what} by somebody else found, p95`, of, pick: p95, why },
    ]
  }),
  {
    name: 'rename of the note that most link to',
    of: 'rename',
    why: 'flint waits until the disk has every rewritten note, can undo all of it, and checks that each link leads where it led.',
  },
  {
    name: 'memory indexing, peak',
    of: 'coldPeak',
    unit: 'MB',
    floor: ({ floor }) => floor.rss,
    why: noIndex,
  },
  {
    name: 'memory serving',
    of: 'memory',
    unit: 'MB',
    floor: ({ floor }) => floor.rss,
    why: 'The index is held open by two threads, and the watcher knows every folder; who keeps no index has neither.',
  },
  {
    name: 'memory serving, peak',
    of: 'memoryPeak',
    unit: 'MB',
    why: 'The index is held open by two threads, and the watcher knows every folder; who keeps no index has neither.',
  },
  {
    name: 'database',
    of: 'database',
    unit: 'MB',
    floor: ({ floor }) => floor.db_MB,
    why: 'flint also keeps passages, links, properties and tasks, each with its place in the text.',
  },
  {
    name: 'tool list as a model sees it',
    of: 'tools',
    unit: 'kB',
    why: 'flint has more tools, and a toolset can be chosen; the peer does less.',
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
        const isAhead =
          index > 0 && cell?.problem === null && own?.figure !== null && cell.figure < own.figure
        return isAhead ? [{ side, ratio: cell.figure / own.figure }] : []
      })
      const floors = rounds.map(floor).filter((value) => value !== null)
      return { name, unit, floor: floors.length === 0 ? null : median(floors), cells, ahead, why }
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
