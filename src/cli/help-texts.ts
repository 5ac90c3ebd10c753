import type { Command } from 'commander'
import type { ArgumentFace, CommandFace } from './command-face.ts'
import { commandList } from './command-list.ts'

/** `show NOTE`, `delete COMMAND` */
export function termOf(command: Command): string {
  const face = commandList.find(({ name }) => name === fullName(command))
  if (face !== undefined) return [command.name(), ...(face.arguments ?? []).map(argumentText)].join(' ')
  return command.name() === 'help' ? 'help [COMMAND]' : `${command.name()} COMMAND`
}

function fullName(command: Command): string {
  const above = command.parent?.parent == null ? '' : `${command.parent.name()} `
  return `${above}${command.name()}`
}

/** What follows the command's name: `QUERY... [options]` */
export function usageOf({ arguments: args = [] }: Pick<CommandFace, 'arguments'>): string {
  return [...args.map(argumentText), '[options]'].join(' ')
}

function argumentText({ name, isOptional = false, isMany = false }: ArgumentFace): string {
  const text = `${name.toUpperCase()}${isMany ? '...' : ''}`
  return isOptional ? `[${text}]` : text
}

/** The end of a command's help. */
export function examplesOf({ aliases = [], examples }: CommandFace): string {
  // The usage names the first one.
  const also = aliases.length > 1 ? `\nAlso: ${aliases.map((alias) => `flint ${alias}`).join(', ')}\n` : ''
  return `${also}\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`
}

/** The end of flint's own help. */
export const firstSteps = `
Try first:
  $ flint create notes "My notes" ~/notes     make a vault, or adopt a folder of notes as it is
  $ flint search QUERY                        find something in it
  $ flint config print --client claude-code   let an agent work with it`
