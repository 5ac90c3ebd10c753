import type { ArgumentFace, CommandFace, Completes, OptionFace } from '../command-face.ts'
import { globalOptions } from '../global-options.ts'

export interface Candidate {
  readonly word: string
  readonly about?: string | undefined
}

/** What may stand where the cursor is: words that are known here, or what somebody else knows. */
export interface Completion {
  readonly words: readonly Candidate[]
  readonly ask: Completes | null
  /** What is typed of the word. */
  readonly typed: string
  /** What stands before it in the same word: `--tag=`, `a,b,`. */
  readonly before: string
  /** `--vault`, where it is given. */
  readonly vault: string | null
  /** After `--`, where nothing is an option. */
  readonly isPlain: boolean
}

/** Reads a command line whose last word is the one to complete. */
export function completeLine(line: readonly string[], faces: readonly CommandFace[]): Completion {
  const words = line.slice(0, -1)
  const typed = line.at(-1) ?? ''
  const place = walk(words, faces)
  const { command, group, open } = place
  const known = { vault: place.vault, isPlain: place.isPlain, before: '' }
  if (open !== null) return valueOf(open, typed, known)
  const options = command === null ? globalOptions : optionsOf(command)
  const [, name, value] = place.isPlain ? [] : (/^--([\w-]+)=(.*)$/s.exec(typed) ?? [])
  const named = options.find((option) => option.name === name && option.value !== undefined)
  if (named !== undefined && value !== undefined)
    return valueOf(named, value, { ...known, before: `--${named.name}=` })
  if (typed.startsWith('-') && !place.isPlain) {
    const found = [...options.map((option) => ({ word: `--${option.name}`, about: option.about })), help]
    return { ...known, ask: null, typed, words: found.filter(({ word }) => !place.given.has(word)) }
  }
  if (command !== null) {
    const { arguments: all = [] } = command
    const last = all.at(-1)
    const argument = all[place.position] ?? (last?.isMany === true ? last : undefined)
    return argument === undefined ? nothing(typed, known) : valueOf(argument, typed, known)
  }
  return { ...known, ask: null, typed, words: namesAfter(group, faces) }
}

const help: Candidate = { word: '--help', about: 'show help' }

interface Place {
  readonly command: CommandFace | null
  /** The words of a group, and of `help`, so far. */
  readonly group: readonly string[]
  /** How many arguments the command has so far. */
  readonly position: number
  /** The option whose value comes next. */
  readonly open: OptionFace | null
  readonly given: ReadonlySet<string>
  /** After `--`, where nothing is an option. */
  readonly isPlain: boolean
  readonly vault: string | null
}

function walk(words: readonly string[], faces: readonly CommandFace[]): Place {
  let place: Place = {
    ...{ command: null, group: [], position: 0, open: null, isPlain: false, vault: null },
    given: new Set(),
  }
  for (const word of words) place = step(place, word, faces)
  return place
}

function step(place: Place, word: string, faces: readonly CommandFace[]): Place {
  const { command, group, open } = place
  if (open !== null) return { ...place, open: null, ...(open.name === 'vault' && { vault: word }) }
  if (word === '--') return { ...place, isPlain: true }
  if (word.startsWith('-') && word !== '-' && !place.isPlain) {
    const options = command === null ? globalOptions : optionsOf(command)
    const [name = '', value] = word.split('=', 2)
    const found = options.find((one) => name === `--${one.name}` || name === `-${one.short ?? ''}`)
    const given =
      found === undefined || found.kind === 'many' || found.kind === 'integers'
        ? place.given
        : new Set([...place.given, name])
    if (found?.value === undefined || found.isValueOptional === true) return { ...place, given }
    if (value === undefined) return { ...place, given, open: found }
    return { ...place, given, ...(found.name === 'vault' && { vault: value }) }
  }
  if (command !== null) return { ...place, position: place.position + 1 }
  const path = [...group, word]
  const face = faces.find((one) => isCalled(one, path))
  return face === undefined ? { ...place, group: path } : { ...place, command: face, group: path }
}

function isCalled({ name, aliases = [] }: CommandFace, path: readonly string[]): boolean {
  const words = path.join(' ')
  return name === words || aliases.includes(words)
}

function optionsOf({ options = [] }: CommandFace): readonly OptionFace[] {
  return [...options, ...globalOptions.filter(({ name }) => !options.some((own) => own.name === name))]
}

/** The commands, those of a group, or what `help` explains. */
function namesAfter(group: readonly string[], faces: readonly CommandFace[]): readonly Candidate[] {
  const path = group[0] === 'help' ? group.slice(1) : group
  const found = new Map<string, Candidate>()
  for (const { name, summary } of faces) {
    const parts = name.split(' ')
    const word = parts[path.length]
    if (word === undefined || !path.every((one, at) => parts[at] === one) || found.has(word)) continue
    found.set(word, { word, about: summary })
  }
  const more = group.length === 0 ? ['help'] : group.length === 1 && group[0] === 'help' ? ['exit-codes'] : []
  return [...found.values(), ...more.map((word) => ({ word, about: 'explain a command, or exit-codes' }))]
}

type Known = Pick<Completion, 'vault' | 'before' | 'isPlain'>

function valueOf(face: OptionFace | ArgumentFace, typed: string, known: Known): Completion {
  const list = 'kind' in face && face.kind === 'list' ? typed.lastIndexOf(',') + 1 : 0
  const rest = { ...known, typed: typed.slice(list), before: known.before + typed.slice(0, list) }
  const values = face.choices ?? ('values' in face ? face.values : undefined)
  if (values !== undefined) return { ...rest, ask: null, words: values.map((word) => ({ word })) }
  return { ...rest, ask: face.completes ?? null, words: [] }
}

function nothing(typed: string, known: Known): Completion {
  return { ...known, typed, ask: null, words: [] }
}
