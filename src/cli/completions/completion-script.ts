import type { CommandFace } from '../command-face.ts'
import { globalOptions } from '../global-options.ts'
import { bashScript } from './bash-script.ts'
import { fishScript } from './fish-script.ts'
import { zshScript } from './zsh-script.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

/** The script that completes `flint` and `flint-note`, generated from the list of commands. */
export function completionScript(shell: Shell, faces: readonly CommandFace[]): string {
  const commands = faces
    .filter(({ isHidden }) => isHidden !== true)
    .map((face) => ({
      ...face,
      allOptions: [
        ...(face.options ?? []),
        ...globalOptions.filter(({ name }) => face.options?.some((own) => own.name === name) !== true),
      ],
    }))
  switch (shell) {
    case 'bash':
      return bashScript(commands)
    case 'zsh':
      return zshScript(commands)
    case 'fish':
      return fishScript(commands)
  }
}
