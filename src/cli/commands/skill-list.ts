import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import type { SkillOutcome } from '../skills/plan-skills.ts'
import { planInstall } from '../skills/skills-folder.ts'
import { showSkills } from '../skills/show-skills.ts'
import { skillsPlace } from '../skills/skills-place.ts'

/** What installing would do tells the state of a file. */
const states: Readonly<Record<SkillOutcome, string>> = {
  written: 'missing',
  updated: 'older',
  replaced: 'edited',
  kept: 'edited',
  removed: 'former',
  unchanged: 'installed',
}

/** `flint skill list` */
export async function skillList(given: Given<'skill list'>, cli: Cli): Promise<Outcome> {
  const place = await skillsPlace(given, cli)
  const { steps } = await planInstall(place, false)
  const files = steps.map(({ path, outcome }) => ({ path, state: states[outcome] }))
  return {
    data: { folder: place.folder, version: cli.version, files },
    text: [
      `Skills of flint ${cli.version} in ${place.folder}`,
      showSkills(
        files.map(({ path, state }) => ({ path, outcome: state, backup: null })),
        cli.terminal,
      ),
    ].join('\n'),
  }
}
