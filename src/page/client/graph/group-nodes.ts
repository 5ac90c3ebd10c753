import { countEach } from '../../../model/count-each.ts'
import type { GraphNode } from '../state/calls.ts'
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
      ? ages.map(([name]) => name)
      : [...counts].sort(([a, one], [b, other]) => other - one || a.localeCompare(b)).map(([name]) => name)
  const own = names.length > mostGroups ? names.slice(0, mostGroups - 1) : names
  const colours = new Map(own.map((name, colour) => [name, colour]))
  const countOf = (some: readonly string[]) => some.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
  return {
    groups: [
      ...own.map((name, colour) => ({ name, colour, count: countOf([name]) })),
      { name: 'others', colour: mostGroups - 1, count: countOf(names.slice(own.length)) },
    ].filter(({ count }) => count > 0),
    colourOf: (node) => colours.get(nameOf(node)) ?? mostGroups - 1,
  }
}

function groupName({ folder, type, updated }: GraphNode, by: GraphColour, now: Date): string {
  if (by === 'folder') return folder === '' ? 'top folder' : (folder.split('/')[0] ?? folder)
  if (by === 'type') return type === '' ? 'no type' : type
  const age = now.getTime() - new Date(updated).getTime()
  return ages.find(([, most]) => age <= most)?.[0] ?? 'older'
}
