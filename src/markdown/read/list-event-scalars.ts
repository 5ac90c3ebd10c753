import { EVENT_ID, getScalarValue, type parseEvents, SCALAR_STYLE } from 'js-yaml/browser'
import type { YamlScalar } from './yaml-reading.ts'

type Event = ReturnType<typeof parseEvents>[number]

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
        const style = styles[event.style] ?? 'block'
        const { valueStart: start, valueEnd: end } = event
        scalars.push({ key, pair, depth: levels.length, text, style, start, end })
      }
    }
    if (level !== undefined) level.count += 1
    if (event.type === EVENT_ID.MAPPING) levels.push({ isMapping: true, count: 0 })
    else if (event.type === EVENT_ID.SEQUENCE) levels.push({ isMapping: false, count: 0 })
  }
  return scalars
}

const styles: Readonly<Record<number, YamlScalar['style']>> = {
  [SCALAR_STYLE.PLAIN]: 'plain',
  [SCALAR_STYLE.SINGLE_QUOTED]: 'single',
  [SCALAR_STYLE.DOUBLE_QUOTED]: 'double',
}
