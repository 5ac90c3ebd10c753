/** What ingestion wrote into a section, so that a later change by hand is noticed. */
export interface SectionState {
  readonly name: string
  readonly isGiven: boolean
  readonly hash: string
}

/** One line for the frontmatter: `summary=given:1f…; source=made:2a…`. */
export function writeSectionStates(states: readonly SectionState[]): string {
  return states
    .map(({ name, isGiven, hash }) => `${keyOf(name)}=${isGiven ? 'given' : 'made'}:${hash}`)
    .join('; ')
}

/** By section name; an unreadable state is left out, and its section counts as changed by hand. */
export function readSectionStates(text: unknown): ReadonlyMap<string, SectionState> {
  if (typeof text !== 'string') return new Map()
  const states = [...text.matchAll(/([a-z_]+)=(given|made):([0-9a-f]{12})/g)].map(
    ([, key = '', how, hash = '']): SectionState => ({ name: nameOf(key), isGiven: how === 'given', hash }),
  )
  return new Map(states.map((state) => [state.name, state]))
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_')
}

function nameOf(key: string): string {
  return key.replaceAll(
    /(^|_)([a-z])/g,
    (_all, gap: string, letter: string) => `${gap === '' ? '' : ' '}${letter.toUpperCase()}`,
  )
}
