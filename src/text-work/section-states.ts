/** What ingestion wrote into a section, so that a later change by hand is noticed. */
export interface SectionState {
  /** The section's name as the frontmatter has it: `key_points`. */
  readonly key: string
  readonly isGiven: boolean
  readonly hash: string
}

/** One line for the frontmatter: `summary=given:1f…; source=made:2a…`. */
export function writeSectionStates(states: readonly SectionState[]): string {
  return states.map(({ key, isGiven, hash }) => `${key}=${isGiven ? 'given' : 'made'}:${hash}`).join('; ')
}

/** By key; an unreadable state is left out, and its section counts as changed by hand. */
export function readSectionStates(text: unknown): ReadonlyMap<string, SectionState> {
  if (typeof text !== 'string') return new Map()
  const states = [...text.matchAll(/([a-z_]+)=(given|made):([0-9a-f]{12})/g)].map(
    ([, key = '', how, hash = '']): SectionState => ({ key, isGiven: how === 'given', hash }),
  )
  return new Map(states.map((state) => [state.key, state]))
}

export function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_')
}
