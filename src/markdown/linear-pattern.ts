import { parsePattern, type PatternNode } from './parse-pattern.ts'

export type LinearPattern =
  | { readonly kind: 'pattern'; readonly test: (text: string) => boolean }
  | { readonly kind: 'problem'; readonly message: string }

/**
 * A pattern that someone wrote into a vault, as a test whose time grows only with the length of the text times that of
 * the pattern: `(a+)+$` cannot hang a server. It says what `new RegExp(source).test` would.
 *
 *     const year = linearPattern('^[0-9]{4}$')
 *     if (year.kind === 'pattern') year.test('2026')   // true
 */
export function linearPattern(source: string): LinearPattern {
  if (source.length > 1000) return tooLarge
  const reading = parsePattern(source)
  if (reading.kind === 'problem') return reading
  const steps: Step[] = []
  if (!emit(steps, reading.node)) return tooLarge
  steps.push({ kind: 'found' })
  return { kind: 'pattern', test: (text) => run(steps, text) }
}

const tooLarge: LinearPattern = { kind: 'problem', message: 'it is too large' }

/** A step of a machine that is in many states at once; states are indexes of steps. */
type Step =
  | { readonly kind: 'char'; readonly matches: (character: string) => boolean }
  | { readonly kind: 'assert'; readonly holds: (before: string, after: string) => boolean }
  | { kind: 'fork'; to: readonly number[] }
  | { readonly kind: 'found' }

const mostSteps = 2000

/** Appends the steps of a node, after which the next step follows; false when they become too many. */
function emit(steps: Step[], node: PatternNode): boolean {
  if (steps.length > mostSteps) return false
  switch (node.kind) {
    case 'char':
    case 'assert':
      steps.push(node)
      return true
    case 'sequence':
      return node.items.every((item) => emit(steps, item))
    case 'choice': {
      const fork = pushFork(steps)
      const starts: number[] = []
      const ends = []
      for (const item of node.items) {
        starts.push(steps.length)
        if (!emit(steps, item)) return false
        ends.push(pushFork(steps))
      }
      fork.to = starts
      for (const end of ends) end.to = [steps.length]
      return true
    }
    case 'repeat':
      return emitRepeat(steps, node)
  }
}

function emitRepeat(steps: Step[], { item, min, max }: PatternNode & { readonly kind: 'repeat' }): boolean {
  for (let count = 0; count < min; count++) {
    if (!emit(steps, item)) return false
  }
  if (max === Infinity) {
    const start = steps.length
    const fork = pushFork(steps)
    if (!emit(steps, item)) return false
    steps.push({ kind: 'fork', to: [start] })
    fork.to = [start + 1, steps.length]
    return true
  }
  const skips = []
  for (let count = min; count < max; count++) {
    const skip = pushFork(steps)
    skips.push({ skip, inside: steps.length })
    if (!emit(steps, item)) return false
  }
  for (const { skip, inside } of skips) skip.to = [inside, steps.length]
  return true
}

function pushFork(steps: Step[]): Step & { kind: 'fork' } {
  const fork: Step & { kind: 'fork' } = { kind: 'fork', to: [] }
  steps.push(fork)
  return fork
}

function run(steps: readonly Step[], text: string): boolean {
  const characters = Array.from(text)
  let states = new Set<number>()
  for (let index = 0; index <= characters.length; index++) {
    const before = characters[index - 1] ?? ''
    const after = characters[index] ?? ''
    // A match may begin anywhere.
    const reached = follow(steps, [...states, 0], before, after)
    states = new Set()
    for (const state of reached) {
      const step = steps[state]
      if (step?.kind === 'found') return true
      if (step?.kind === 'char' && after !== '' && step.matches(after)) states.add(state + 1)
    }
  }
  return false
}

/** All states that are reached without reading a character. */
function follow(
  steps: readonly Step[],
  from: readonly number[],
  before: string,
  after: string,
): ReadonlySet<number> {
  const reached = new Set<number>()
  const open = [...from]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (reached.has(state)) continue
    reached.add(state)
    const step = steps[state]
    if (step?.kind === 'fork') open.push(...step.to)
    if (step?.kind === 'assert' && step.holds(before, after)) open.push(state + 1)
  }
  return reached
}
