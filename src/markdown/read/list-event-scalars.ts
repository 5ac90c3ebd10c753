import { EVENT_ID, getScalarValue, type parseEvents, SCALAR_STYLE } from 'js-yaml/browser'
import type { YamlScalar } from './yaml-reading.ts'

type Event = ReturnType<typeof parseEvents>[number]
type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>

interface Level {
  readonly isMapping: boolean
  /** Nodes seen so far; in a mapping the even ones are keys. */
  count: number
}

/** The values of a mapping's YAML, in order, from the parser's events. */
export function listEventScalars(yaml: string, events: readonly Event[]): readonly YamlScalar[] {
  const scalars: YamlScalar[] = []
  const levels: Level[] = []
  let key = ''
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) continue
    if (event.type === EVENT_ID.POP) {
      levels.pop()
      continue
    }
    const level = levels.at(-1)
    const isKey = level?.isMapping === true && level.count % 2 === 0
    if (event.type === EVENT_ID.SCALAR) {
      const text = getScalarValue(yaml, event)
      if (isKey && levels.length === 1) key = text
      else if (!isKey && level !== undefined && event.valueStart >= 0) {
        const pair = ((levels[0]?.count ?? 0) - (levels.length === 1 ? 1 : 2)) >> 1
        scalars.push({ key, pair, depth: levels.length, text, ...scalarPlace(event) })
      }
    }
    if (level !== undefined) level.count += 1
    if (event.type === EVENT_ID.MAPPING) levels.push({ isMapping: true, count: 0 })
    else if (event.type === EVENT_ID.SEQUENCE) levels.push({ isMapping: false, count: 0 })
  }
  return scalars
}

function scalarPlace({
  style,
  valueStart,
  valueEnd,
}: ScalarEvent): Pick<YamlScalar, 'style' | 'start' | 'end'> {
  const range = { start: valueStart, end: valueEnd }
  switch (style) {
    case SCALAR_STYLE.PLAIN:
      return { style: 'plain', ...range }
    case SCALAR_STYLE.SINGLE_QUOTED:
      return { style: 'single', ...range }
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return { style: 'double', ...range }
    default:
      return { style: 'block', ...range }
  }
}
