import { hashText, type SkillFile } from './skill-file.ts'

/**
 * What happens to a file: `written` where none was, `updated` from what flint had installed, `replaced` although it was
 * edited, `removed` because flint no longer has it; `unchanged` and `kept` are left alone.
 */
export type SkillOutcome = 'written' | 'updated' | 'replaced' | 'removed' | 'unchanged' | 'kept'

export interface SkillStep {
  readonly path: string
  readonly outcome: SkillOutcome
  /** The new text; null to remove the file. */
  readonly text: string | null
  /** The text when the plan was made; null where there was no file. */
  readonly before: string | null
}

export interface SkillsPlan {
  readonly steps: readonly SkillStep[]
  /** Path → hash of what flint has installed, after the steps. */
  readonly record: Readonly<Record<string, string>>
}

export interface SkillsState {
  readonly ours: readonly SkillFile[]
  /** Path → hash of what flint had installed before. */
  readonly recorded: ReadonlyMap<string, string>
  readonly onDisk: ReadonlyMap<string, string>
  readonly force: boolean
}

/** Plans so that no file is lost that a person has written or edited. */
export function planSkills({ ours, recorded, onDisk, force }: SkillsState): SkillsPlan {
  const steps = ours.map(({ path, text }): SkillStep => {
    const before = onDisk.get(path) ?? null
    return { path, text, before, outcome: outcomeOf(text, before, recorded.get(path), force) }
  })
  const former = [...recorded].flatMap(([path, hash]): SkillStep[] => {
    const before = onDisk.get(path)
    if (before === undefined || ours.some((file) => file.path === path)) return []
    return [{ path, text: null, before, outcome: hashText(before) === hash ? 'removed' : 'kept' }]
  })
  const record = steps.flatMap(({ path, text, outcome }): [string, string][] => {
    // For an edited file, remember what it was made from.
    const hash = outcome === 'kept' || text === null ? recorded.get(path) : hashText(text)
    return hash === undefined ? [] : [[path, hash]]
  })
  return { steps: [...steps, ...former], record: Object.fromEntries(record) }
}

function outcomeOf(
  text: string,
  before: string | null,
  recorded: string | undefined,
  force: boolean,
): SkillOutcome {
  if (before === null) return 'written'
  const hash = hashText(before)
  if (hash === hashText(text)) return 'unchanged'
  if (hash === recorded) return 'updated'
  return force ? 'replaced' : 'kept'
}
