import { countEach } from '../../../model/count-each.ts'
import type { GraphNode } from '../state/person-calls.ts'
import type { GraphColour } from '../state/place.ts'

export interface Group {
  readonly name: string
  /** The place of its colour in the palette. */
  readonly colour: number
  readonly count: number
}

export interface Grouped {
  readonly groups: readonly Group[]
  readonly colourOf: (node: GraphNode) => number
}

const mostGroups = 8
const days = 86_400_000
const ages = [
  ['this week', 7 * days],
  ['this month', 31 * days],
  ['this quarter', 92 * days],
  ['this year', 366 * days],
  ['older', Infinity],
] as const

/** The colours of nodes by folder, type or age, with a legend: the largest groups have one each, the rest share the last. */
export function groupNodes(nodes: readonly GraphNode[], by: GraphColour, now: Date): Grouped {
  const nameOf = (node: GraphNode) => groupName(node, by, now)
  const counts = countEach(nodes.map(nameOf))
  const names =
    by === 'age'
      ? ages.map(([name]) => name).filter((name) => counts.has(name))
      : [...counts].sort(([a, one], [b, other]) => other - one || a.localeCompare(b)).map(([name]) => name)
  const own = names.length > mostGroups ? names.slice(0, mostGroups - 1) : names
  const rest = names.slice(own.length)
  const colourOfName = (name: string) => {
    if (by === 'age')
      return Math.max(
        0,
        ages.findIndex(([age]) => age === name),
      )
    const at = own.indexOf(name)
    return at < 0 ? mostGroups - 1 : at
  }
  const countOf = (name: string) => counts.get(name) ?? 0
  return {
    groups: [
      ...own.map((name) => ({ name, colour: colourOfName(name), count: countOf(name) })),
      ...(rest.length === 0
        ? []
        : [
            {
              name: 'others',
              colour: mostGroups - 1,
              count: rest.reduce((sum, name) => sum + countOf(name), 0),
            },
          ]),
    ],
    colourOf: (node) => colourOfName(nameOf(node)),
  }
}

function groupName({ folder, type, updated }: GraphNode, by: GraphColour, now: Date): string {
  if (by === 'folder') return folder === '' ? 'top folder' : (folder.split('/')[0] ?? folder)
  if (by === 'type') return type === '' ? 'no type' : type
  const age = now.getTime() - new Date(updated).getTime()
  return ages.find(([, most]) => age <= most)?.[0] ?? 'older'
}
