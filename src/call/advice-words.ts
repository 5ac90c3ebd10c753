import type { Advice, AdviceKind } from '../model/advice.ts'
import type { Served } from './served.ts'
import type { ToolName } from './toolset.ts'

/** The sentence of each kind of advice; null where the caller has nothing that it could name. */
export type Sentences = {
  readonly [Kind in AdviceKind]: (advice: Advice<Kind>, words: Words) => string | null
}

/** How tools and commands are named to one caller. What it does not have is null. */
export interface Words extends Served {
  /** `call get_note`, or `run flint call get_note`. */
  readonly call: Served['tool']
  /** `Call get_note`, at the beginning of a sentence. */
  readonly Call: Served['tool']
  /** What a person is asked to run, or runs. */
  readonly run: (command: string) => string
  readonly Run: (command: string) => string
  /** One text for an agent, and one for a person at a terminal. */
  readonly either: (agent: string, person: string) => string
}

export function inWords(served: Served): Words {
  const isPerson = served.caller === 'person'
  const after =
    (verb: string) =>
    (name: ToolName, ...parameters: readonly string[]) =>
      phrase`${verb} ${served.tool(name, ...parameters)}`
  return {
    ...served,
    call: after(isPerson ? 'run' : 'call'),
    Call: after(isPerson ? 'Run' : 'Call'),
    run: (command) => (isPerson ? `run ${command}` : `ask the person to run \`${command}\``),
    Run: (command) => (isPerson ? `Run ${command}` : `Ask the person to run \`${command}\``),
    either: (agent, person) => (isPerson ? person : agent),
  }
}

/** A sentence, or a part of one; null where it would name something that the caller does not have. */
export function phrase(
  texts: TemplateStringsArray,
  ...parts: readonly (string | number | null)[]
): string | null {
  if (parts.includes(null)) return null
  return texts.map((text, index) => `${text}${parts[index] ?? ''}`).join('')
}

/** Those parts that there are, with a word between them; null where there are none. */
export function joined(between: string, ...parts: readonly (string | null)[]): string | null {
  const said = parts.filter((part) => part !== null)
  return said.length === 0 ? null : said.join(between)
}

export function capital(text: string | null): string | null {
  return text === null ? null : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
