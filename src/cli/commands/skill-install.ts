import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { install, planInstall } from '../skills/skills-folder.ts'
import { showSkills } from '../skills/show-skills.ts'
import { skillsPlace } from '../skills/skills-place.ts'

/** `flint skill install`. Repeating it changes nothing; after an update of flint it updates the installed files. */
export async function skillInstall(given: Given<'skill install'>, cli: Cli): Promise<Outcome> {
  const place = await skillsPlace(given, cli)
  const done = await install(place, await planInstall(place, given.force), cli.version)
  const hasKept = done.some(({ outcome }) => outcome === 'kept')
  return {
    data: {
      folder: place.folder,
      version: cli.version,
      files: done.map(({ path, outcome, backup }) => ({ path, outcome, ...(backup !== null && { backup }) })),
    },
    text: [
      `Skills of flint ${cli.version} in ${place.folder}`,
      showSkills(done, cli.terminal),
      hasKept
        ? 'What is kept is not as flint made it. --force replaces it and leaves a copy beside it.'
        : 'Start Claude Code and say /zk. It works through the MCP server: flint config print --client claude-code',
    ].join('\n'),
  }
}
