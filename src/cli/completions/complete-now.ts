import { toolNames, toolsets } from '../../call/toolset.ts'
import type { Environment } from '../../registry/config-folder.ts'
import type { Completes } from '../command-face.ts'
import { commandList } from '../command-list.ts'
import { type Candidate, completeLine } from './complete-line.ts'
import { typable } from '../plain-text.ts'
import { joinEquals, readTyped, type Shell, showCandidates } from './shell-words.ts'

export interface Asked {
  readonly shell: Shell
  /** The words after `flint`, as they were typed; the last is to be completed. */
  readonly line: readonly string[]
  readonly env: Environment
  readonly cwd: string
}

/** What a completion script asks for at each Tab. Nothing is changed, no vault is opened, and no error is told. */
export async function completeNow({ shell, line, env, cwd }: Asked): Promise<string> {
  const given = shell === 'bash' ? joinEquals(line) : line
  const words = given.map((word) => readTyped(word).text)
  const faces = commandList.filter(({ isHidden }) => isHidden !== true)
  const { typed, before, ask, vault, isPlain, words: known } = completeLine(words, faces)
  if (ask === 'files' || ask === 'folders') return `:${ask}\n`
  const found = ask === null ? known : await answer(ask, typed, { vault, env, cwd }).catch(() => [])
  // `all` stands alone, and nothing is named twice.
  const chosen = before.replace(/^--[\w-]+=/, '').split(',')
  const isLeft = (word: string) =>
    ask !== 'toolsets' ||
    !(chosen.includes(word) || chosen.includes('all') || (word === 'all' && chosen.length > 1))
  const fitting = found.filter(
    ({ word }) => isLeft(word) && word.toLowerCase().startsWith(typed.toLowerCase()),
  )
  // A tag, say, that would be read as an option is offered only where it is none: after `--`, or behind `=`.
  const isOption = (word: string) => ask !== null && !isPlain && before === '' && word.startsWith('-')
  const safe = fitting.filter(({ word }) => !isOption(word))
  const text = showCandidates(safe, { shell, before, raw: given.at(-1) ?? '' })
  return text === '' ? '' : `${text}\n`
}

interface Where {
  readonly vault: string | null
  readonly env: Environment
  readonly cwd: string
}

async function answer(
  ask: Exclude<Completes, 'files' | 'folders'>,
  typed: string,
  where: Where,
): Promise<readonly Candidate[]> {
  if (ask === 'tools') return toolNames.map((word) => ({ word }))
  if (ask === 'toolsets') return [...toolsets, 'core', 'all'].map((word) => ({ word }))
  const { createApp } = await import('../../app.ts')
  const app = createApp({ ...where, log: silent, now: () => new Date() })
  try {
    if (ask === 'vaults') return (await app.hub.known()).map(({ id, name }) => ({ word: id, about: name }))
    const current = await app.hub.current()
    const peek = current === null ? null : await app.peek(current)
    const list = (start: string) =>
      spellingsOf(start).flatMap(({ spelled, asTyped }) =>
        (peek?.list(ask, spelled) ?? []).map(({ word, ...more }) => ({ ...more, word: asTyped(word) })),
      )
    if (ask !== 'notes' && ask !== 'note-folders') return list(typed)
    const found = list(typed.replace(/^\.\//, ''))
    return typed.startsWith('-')
      ? found
      : found.map(({ word, ...more }) => ({ ...more, word: typable(word) }))
  } finally {
    await app.close()
  }
}

/** An `ü` that is typed as one character may be two in a name, and the other way round. A shell completes what is spelled as typed. */
function spellingsOf(typed: string) {
  const as = (form: 'NFC' | 'NFD') => (word: string) => word.normalize(form)
  const same = { spelled: typed, asTyped: (word: string) => word }
  const [composed, apart] = [typed.normalize('NFC'), typed.normalize('NFD')]
  if (composed === apart) return [same]
  return [
    same,
    typed === composed ? { spelled: apart, asTyped: as('NFC') } : { spelled: composed, asTyped: as('NFD') },
  ]
}

const ignore = () => undefined
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }
