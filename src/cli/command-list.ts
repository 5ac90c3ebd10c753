import type { Command } from './command.ts'
import { clusterCommands } from './cluster-commands.ts'
import { gitCommands } from './git-commands.ts'
import { findCommands } from './find-commands.ts'
import { modelCommands } from './model-commands.ts'
import { changeCommands } from './change-commands.ts'
import { writeCommands } from './write-commands.ts'
import { serverCommands } from './server-commands.ts'
import { skillCommands } from './skill-commands.ts'
import { tokenCommands } from './token-commands.ts'
import { vaultCommands } from './vault-commands.ts'

/** Every command, in the order of the help page. */
export const commandList: readonly Command[] = [
  ...vaultCommands,
  ...findCommands,
  ...writeCommands,
  ...changeCommands,
  ...gitCommands,
  ...serverCommands,
  ...skillCommands,
  ...tokenCommands,
  ...clusterCommands,
  ...modelCommands,
]
