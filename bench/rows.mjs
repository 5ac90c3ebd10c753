import { median, quantile } from './statistics.mjs'

// The bounds are set for a vault of this size: in a small one starting a process outweighs all else.
const boundedFrom = 10_000
const largeFrom = 100_000

/**
 * What was measured as the lines of the table. `floor` is what the machine needs for the same work in the same round;
 * ratios and quantiles are taken round by round, then their median: a round in which the machine was slow counts as one.
 * Those that are bounded by a ratio come first.
 *
 * `bound` is what must hold at 10,000 notes, `goal` what is aimed at there, `largeGoal` at 100,000; a goal may be for the
 * figure of a row whose bound is a ratio. With `before`, the rows of 10,000 notes, those that say so tell how they grew.
 */
export function toRows({ notes, rounds, loop, starts, changes, rename, meaning, before = null }) {
  const rows = [
    ...indexingRows(rounds),
    ...startRows(starts),
    toRatioRow(`renaming a note that ${rename.files} link to`, rename.rename, rename.floor, {
      bound: 3,
      goal: times(2.5),
      isGrowing: true,
    }),
    toRatioRow('renaming it, until the next call sees it', rename.seen, rename.floor, { isGrowing: true }),
    ...callRows(rounds),
    ...changeRows(changes),
    ...sizeRows(rounds, loop),
    ...(meaning === null ? [] : meaningRows(meaning)),
  ]
  return rows.map((row) => toSize(row, notes, before))
}

/** Only the bounds and goals of a vault of this size, and the growth since the one of 10,000 notes. */
function toSize({ largeGoal, ...row }, notes, before) {
  const isBounded = notes >= boundedFrom
  const goal = notes >= largeFrom ? largeGoal : isBounded ? row.goal : null
  // A ratio means nothing in a small vault, and a figure that grows with the vault is bounded for one size.
  const isMeant = row.isRatio ? isBounded : !(row.isGrowing && notes >= largeFrom)
  const bound = isMeant ? row.bound : null
  const smaller = before?.rows.find(({ name }) => sameWork(name) === sameWork(row.name))
  const growth =
    row.isGrowing && smaller !== undefined
      ? { times: row.figure / smaller.figure, each: row.figure / notes / (smaller.figure / before.notes) }
      : null
  return { ...row, goal, bound, growth }
}

/** Rows that name a count are the same work at every size. */
function sameWork(name) {
  return name.replace(/\d+/, '')
}

const times = (limit) => ({ limit, of: 'ratio' })
const atMost = (limit) => ({ limit, of: 'figure' })
const growing = (limit) => ({ limit, of: 'growth' })

function indexingRows(rounds) {
  const indexing = (floor) => floor.walk_ms + floor.index_ms
  const compare = (name, pick, pickFloor, limits) =>
    toRatioRow(name, rounds.map(pick), rounds.map(pickFloor), { ...limits, isGrowing: true })
  return [
    compare('cold index, from process start to ready', pickCold, ({ floor }) => indexing(floor), {
      bound: 2.5,
      goal: times(2),
      largeGoal: growing(1.2),
    }),
    compare(
      'cold index, the indexing thread alone',
      ({ threadCold }) => threadCold,
      ({ threadFloor }) => indexing(threadFloor),
      { bound: 2.5 },
    ),
    compare('reopening unchanged, from first answer to ready', ({ warm }) => warm.reopenMs, looking, {
      bound: 5,
      goal: times(4),
    }),
    compare('reopening unchanged, the indexing thread alone', ({ threadWarm }) => threadWarm, looking, {
      bound: 5,
    }),
  ]
}

function startRows({ flint, answer, bare }) {
  return [
    toRatioRow('reopening unchanged, from process start to first right answer', answer, bare, {
      goal: times(2),
      largeGoal: atMost(1_500),
      isGrowing: true,
    }),
    toRatioRow('initialize answered, median', flint, bare, { bound: 1.5 }),
    toRatioRow('initialize answered, fastest', [Math.min(...flint)], [Math.min(...bare)], { bound: 1.5 }),
  ]
}

function callRows(rounds) {
  const of = (names, { side = 'flint', share = 0.5 } = {}) =>
    median(
      rounds.map(({ warm }) =>
        quantile(
          names.flatMap((name) => warm.calls[name][side]),
          share,
        ),
      ),
    )
  const searches = Object.keys(rounds[0].warm.calls).filter((name) => name.startsWith('search, '))
  const row = (name, limits = {}) => toRow(`${name} p50`, of([name]), 'ms', limits)
  const bare = (name) => ({ floor: of([name], { side: 'bare' }) })
  const quick = { goal: atMost(3), largeGoal: atMost(6) }
  return [
    toRow('search p50', of(searches), 'ms', {
      bound: 5,
      goal: atMost(2),
      floor: median(rounds.map(({ floor }) => floor.search_p50)),
      isGrowing: true,
    }),
    toRow('search p95', of(searches, { share: 0.95 }), 'ms', {
      goal: atMost(10),
      largeGoal: atMost(15),
      isGrowing: true,
    }),
    ...searches.map((name) => row(name)),
    row('get_note', { ...bare('get_note'), goal: times(1.5) }),
    row('get_backlinks', { ...bare('get_backlinks'), goal: times(1.5) }),
    row('list_notes', { ...bare('list_notes'), ...quick }),
    row('get_tags', { ...bare('get_tags'), ...quick }),
    row('get_vault_info', { ...bare('get_vault_info'), ...quick }),
  ]
}

function changeRows({ writes, outsideNew, outsideChange, outsideFolder }) {
  const found = (name, waits) => [
    toRow(`${name} found, p50`, median(waits), 'ms', { bound: 500 }),
    toRow(`${name} found, p95`, quantile(waits, 0.95), 'ms', { bound: 500, goal: atMost(300) }),
  ]
  return [
    ...Object.entries(writes).map(([name, ms]) =>
      toRow(`${name} p50`, median(ms), 'ms', { goal: atMost(4) }),
    ),
    ...found('a new file', outsideNew),
    ...found('a changed file', outsideChange),
    ...found('a file in a new folder', outsideFolder),
  ]
}

function sizeRows(rounds, loop) {
  const of = (pick) => median(rounds.map(pick))
  return [
    toRow(
      'memory serving',
      of(({ warm }) => warm.memory.now),
      'MB',
      { bound: 200, goal: atMost(130), floor: of(({ floor }) => floor.rss), isGrowing: true },
    ),
    toRow(
      'memory serving, peak',
      of(({ warm }) => warm.memory.peak),
      'MB',
    ),
    toRow(
      'memory right after indexing',
      of(({ cold }) => cold.memory.now),
      'MB',
      { bound: 200 },
    ),
    toRow(
      'memory indexing, peak',
      of(({ cold }) => cold.memory.peak),
      'MB',
      { goal: atMost(250), isGrowing: true },
    ),
    // An idle loop at the same time: what the machine alone does to one.
    toRow('event loop blocked while indexing, longest', loop.indexing, 'ms', { bound: 50, floor: loop.idle }),
    toRow('event loop blocked while loading, longest', loop.loading, 'ms'),
    toRow(
      'index on disk',
      of(({ cold }) => cold.indexMB),
      'MB',
      { floor: of(({ floor }) => floor.db_MB), isGrowing: true },
    ),
    toRow('tool list as a model sees it', of(({ warm }) => warm.tools.seen) / 1000, 'kB', { bound: 44 }),
    toRow('tool list as sent', of(({ warm }) => warm.tools.sent) / 1000, 'kB'),
  ]
}

function meaningRows({ chunks, embeddingMs, windows, keyword, auto, autoAgain, semantic, memory }) {
  return [
    // Those that are made up say nothing of it.
    ...(embeddingMs === null
      ? []
      : [toRow('with the model: passages embedded a second', chunks / (embeddingMs / 1_000), '')]),
    toRow('the model alone: windows of 128 tokens a second', windows, ''),
    toRow('with the model: keyword search p50', median(keyword), 'ms', { bound: 5 }),
    toRow('with the model: auto search p50', median(auto), 'ms', { bound: 15 }),
    toRow('with the model: auto search p95', quantile(auto, 0.95), 'ms', {
      bound: 40,
      largeGoal: atMost(150),
      isGrowing: true,
    }),
    toRow('with the model: auto search again, p50', median(autoAgain), 'ms', { bound: 15 }),
    toRow('with the model: auto search again, p95', quantile(autoAgain, 0.95), 'ms', { bound: 40 }),
    toRow('with the model: semantic search p50', median(semantic), 'ms'),
    toRow('with the model: semantic search p95', quantile(semantic, 0.95), 'ms'),
    toRow('with the model: memory serving', memory.now, 'MB', { bound: 300 }),
  ]
}

function pickCold({ cold }) {
  return cold.readyMs
}

function looking({ floor }) {
  return floor.walk_ms + floor.stat_all_ms
}

function toRatioRow(name, figures, floors, limits) {
  const ratio = median(figures.map((figure, index) => figure / floors[index]))
  return { ...toRow(name, median(figures), 'ms', limits), floor: median(floors), ratio, isRatio: true }
}

function toRow(
  name,
  figure,
  unit,
  { bound = null, goal = null, largeGoal = null, floor = null, isGrowing = false } = {},
) {
  const ratio = floor === null ? null : figure / floor
  return { name, figure, unit, floor, ratio, bound, goal, largeGoal, isGrowing, isRatio: false }
}
