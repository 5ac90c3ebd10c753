import type { CommandFace, CommandGroup, FaceInGroup } from './command-face.ts'
import { changeCommands } from './change-commands.ts'
import { clusterCommands } from './cluster-commands.ts'
import { findCommands } from './find-commands.ts'
import { gitCommands } from './git-commands.ts'
import { modelCommands } from './model-commands.ts'
import { serverCommands } from './server-commands.ts'
import { skillCommands } from './skill-commands.ts'
import { tokenCommands } from './token-commands.ts'
import { vaultCommands } from './vault-commands.ts'
import { writeCommands } from './write-commands.ts'

const groups = [
  ['Vaults:', vaultCommands],
  ['Find:', findCommands],
  ['Write:', writeCommands],
  ['Changes:', changeCommands],
  ['Care:', gitCommands],
  ['Care:', serverCommands],
  ['Agents:', skillCommands],
  ['Agents:', tokenCommands],
  ['Agents:', clusterCommands],
  ['Care:', modelCommands],
] as const

export type Face = (typeof groups)[number][1][number]

/** A command as help, parser and completions see it; its code has the same name. */
export interface Command extends CommandFace {
  readonly name: Face['name']
}

/** Every command, in the order of the help page. */
export const commandList: readonly Command[] = groups.flatMap(([group, faces]) => inGroup(group, faces))

function inGroup(
  group: CommandGroup,
  faces: readonly (FaceInGroup & Pick<Command, 'name'>)[],
): readonly Command[] {
  return faces.map((face) => ({ group, ...face }))
}
