import { median, quantile } from './statistics.mjs'

/**
 * What was measured as the lines of the table: those bounded by a ratio first. `floor` is what the machine needs for
 * the same work in the same round; ratios are taken round by round, then their median.
 */
export function toRows({ rounds, starts, changes }) {
  const floors = rounds.map(({ floor }) => floor)
  const indexing = floors.map(({ walk_ms: walk, index_ms: index }) => walk + index)
  const looking = floors.map(({ walk_ms: walk, stat_all_ms: stat }) => walk + stat)
  const cold = (pick) => rounds.map((round) => pick(round.cold))
  const warm = (pick) => rounds.map((round) => pick(round.warm))
  const searches = warm(({ search: { rare, common, two } }) => [...rare, ...common, ...two]).flat()
  const calls = (pick) => warm(pick).flat()
  return [
    ratioRow(
      'cold index, from process start to ready',
      cold((run) => run.readyMs),
      indexing,
      2.5,
    ),
    ratioRow(
      'cold index, the indexing thread alone',
      rounds.map((round) => round.threadCold),
      indexing,
      2.5,
    ),
    ratioRow(
      'reopening unchanged, from first answer to ready',
      warm((run) => run.reopenMs),
      looking,
      5,
    ),
    ratioRow(
      'reopening unchanged, the indexing thread alone',
      rounds.map((round) => round.threadWarm),
      looking,
      5,
    ),
    ratioRow('initialize answered, median', starts.flint, starts.bare, 1.5),
    {
      ...ratioRow(
        'initialize answered, fastest',
        [Math.min(...starts.flint)],
        [Math.min(...starts.bare)],
        1.5,
      ),
    },
    row(
      'keyword search p50',
      quantile(searches, 0.5),
      'ms',
      5,
      median(floors.map((floor) => floor.search_p50)),
    ),
    row(
      'keyword search p95',
      quantile(searches, 0.95),
      'ms',
      null,
      median(floors.map((floor) => floor.search_max)),
    ),
    ...['rare', 'common', 'two'].map((kind) =>
      row(`  ${kind} words p50`, median(calls(({ search }) => search[kind])), 'ms'),
    ),
    row('get_note p50', median(calls((run) => run.getNote)), 'ms'),
    row('list_notes p50', median(calls((run) => run.listNotes)), 'ms'),
    row('get_backlinks p50', median(calls((run) => run.backlinks)), 'ms'),
    row('create_note p50', median(changes.create), 'ms'),
    row('update_note p50', median(changes.update), 'ms'),
    ...[
      ['a new file found', changes.outsideNew],
      ['a changed file found', changes.outsideChange],
      ['a file in a new folder found', changes.outsideFolder],
    ].flatMap(([name, times]) => [
      row(`${name}, p50`, median(times), 'ms', 500),
      row(`${name}, slowest`, Math.max(...times), 'ms', 500),
    ]),
    row(
      'memory serving',
      median(warm((run) => run.memory.now)),
      'MB',
      200,
      median(floors.map((floor) => floor.rss)),
    ),
    row('memory serving, peak', median(warm((run) => run.memory.peak)), 'MB'),
    row('memory right after indexing', median(cold((run) => run.memory.now)), 'MB', 200),
    row('memory indexing, peak', median(cold((run) => run.memory.peak)), 'MB'),
    row(
      'longest block of the event loop while indexing',
      median(cold((run) => run.longestBlockMs)),
      'ms',
      50,
      median(cold((run) => run.longestIdleBlockMs)),
    ),
    row('longest block while tools and vault load', median(cold((run) => run.longestLoadingBlockMs)), 'ms'),
    row(
      'index on disk',
      median(cold((run) => run.indexMB)),
      'MB',
      null,
      median(floors.map((floor) => floor.db_MB)),
    ),
    row('tool list as a model sees it', median(warm((run) => run.tools.seen)) / 1000, 'kB', 44),
    row('tool list as sent', median(warm((run) => run.tools.sent)) / 1000, 'kB'),
  ]
}

function ratioRow(name, figures, floors, bound) {
  const ratio = median(figures.map((figure, index) => figure / floors[index]))
  return { name, figure: median(figures), unit: 'ms', floor: median(floors), ratio, bound, isRatio: true }
}

function row(name, figure, unit, bound = null, floor = null) {
  return { name, figure, unit, floor, ratio: floor === null ? null : figure / floor, bound, isRatio: false }
}
