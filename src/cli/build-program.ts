import { Command } from 'commander'
import { type Command as FlintCommand, commandList } from './command-list.ts'
import type { CommandGroup } from './command-face.ts'
import { explainExitCodes } from './exit-codes.ts'
import { globalOptions, helpOption, versionOption } from './global-options.ts'
import { examplesOf, firstSteps, termOf, usageOf } from './help-texts.ts'
import { toArgument, toOption } from './parsed-words.ts'

/** A parsed command line: the command, its own arguments by name, and the global options. */
export interface Request {
  readonly command: FlintCommand
  readonly given: Readonly<Record<string, unknown>>
  readonly globals: Readonly<Record<string, unknown>>
}

export interface ProgramOptions {
  /** The words after `flint`: where they begin with a command's name, only that one is built. */
  readonly argv?: readonly string[]
  readonly version: string
  readonly write: (text: string) => void
  /** For help that is shown after a wrong command. */
  readonly writeMessage: (text: string) => void
  readonly isColoured: boolean
  readonly onRequest: (request: Request) => void
}

/**
 * Builds the command-line parser from the list of commands. It runs nothing: what it has parsed goes to `onRequest`.
 * Everything else is thrown as a CommanderError, even help and version once they are printed.
 */
export function buildProgram(options: ProgramOptions): Command {
  const program = new Command('flint')
    .description('Many vaults of Markdown notes, for AI agents and for you.')
    .version(options.version, '-V, --version', versionOption.about)
    .exitOverride()
    .configureOutput({
      writeOut: options.write,
      writeErr: options.writeMessage,
      outputError: () => undefined,
      getOutHasColors: () => options.isColoured,
      getErrHasColors: () => options.isColoured,
    })
    .configureHelp({ subcommandTerm: termOf })
    .helpOption('-h, --help', helpOption.about)
    .helpCommand(false)
    // `flint --vault work search x` and `flint search x --vault work` are the same.
    .enablePositionalOptions()
    .usage('[options] COMMAND')
    .addHelpText('after', firstSteps)
  for (const option of globalOptions) program.addOption(toOption(option))
  const groups = new Map<string, Command>()
  for (const face of commandsFor(options.argv?.[0])) {
    const [first = face.name, second] = face.name.split(' ')
    const parent = second === undefined ? program : groupCommand(program, groups, first)
    addCommand(program, parent, second ?? first, face, options)
  }
  addHelpCommand(program, options)
  return program
}

/** Those that a first word may mean; all where it is no command's. Building them all takes as long as listing a vault's notes. */
function commandsFor(word: string | undefined): readonly FlintCommand[] {
  const meant = commandList.filter(({ name, aliases = [] }) => {
    const [first, second] = name.split(' ')
    return first === word || (second === undefined && word !== undefined && aliases.includes(word))
  })
  return meant.length === 0 ? commandList : meant
}

/** First words that several commands share: below which heading they stand in the help, and what they say there. */
const groupHelp: ReadonlyMap<string, readonly [CommandGroup, string]> = new Map([
  ['delete', ['Write:', 'Delete a note.']],
  ['models', ['Care:', 'List, get, choose and remove embedding models.']],
  ['git', ['Care:', 'Show the repository of the notes, or have git merge them by flint.']],
  ['config', ['Agents:', 'Print settings, and the lines that connect a client.']],
  ['skill', ['Agents:', 'Install the skills that teach agents to work with your notes.']],
  ['token', ['Agents:', 'Make, list and revoke tokens for clients over HTTP.']],
  ['cluster', ['Agents:', 'Show the servers that share vaults, or take one out.']],
])

function groupCommand(program: Command, groups: Map<string, Command>, name: string): Command {
  const known = groups.get(name)
  if (known !== undefined) return known
  const [heading = 'Agents:', summary = ''] = groupHelp.get(name) ?? []
  const group = program
    .command(name)
    .helpGroup(heading)
    .description(summary)
    .helpCommand(false)
    .usage('COMMAND')
  groups.set(name, group)
  return group
}

function addCommand(
  program: Command,
  parent: Command,
  name: string,
  face: FlintCommand,
  { onRequest }: ProgramOptions,
): void {
  const command = parent
    .command(name, { hidden: face.isHidden === true })
    .helpGroup(face.group)
    .aliases(face.aliases ?? [])
    .description(face.summary)
  for (const argument of face.arguments ?? []) command.addArgument(toArgument(argument))
  for (const option of face.options ?? []) command.addOption(toOption(option).helpGroup('Options:'))
  for (const option of globalOptions) {
    if (face.options?.some(({ name: own }) => own === option.name) === true) continue
    command.addOption(toOption(option).helpGroup('Options of all commands:'))
  }
  command.usage(usageOf(face)).addHelpText('after', examplesOf(face))
  command.action(() => {
    const own: Record<string, unknown> = command.opts()
    const values: readonly unknown[] = command.processedArgs
    const args = (face.arguments ?? []).map(({ name: key }, index): [string, unknown] => [key, values[index]])
    onRequest({
      command: face,
      given: { ...own, ...Object.fromEntries(args.filter(([, value]) => value !== undefined)) },
      globals: { ...program.opts(), ...withoutOwn(own, face) },
    })
  })
}

/** The global options among a command's: not its own `--json`, nor a bare `--vault`; one with a value names that one. */
function withoutOwn(
  own: Readonly<Record<string, unknown>>,
  { isAlwaysJson = false }: FlintCommand,
): Record<string, unknown> {
  const isOwn = (name: string, value: unknown) =>
    (name === 'json' && isAlwaysJson) || (name === 'vault' && value === true)
  return Object.fromEntries(
    Object.entries(own)
      .filter(([name, value]) => !isOwn(name, value))
      .map(([name, value]) => [name, name === 'vault' && typeof value === 'string' ? [value] : value]),
  )
}

/** `flint help`, `flint help COMMAND` and `flint help exit-codes`. */
function addHelpCommand(program: Command, { write }: ProgramOptions): void {
  program
    .command('help')
    .argument('[command...]', 'what to explain')
    .description('Explain a command, or exit-codes.')
    .helpGroup('Care:')
    .action((names: readonly string[]) => {
      if (names[0] === 'exit-codes') {
        write(`${explainExitCodes()}\n`)
        return
      }
      let command = program
      for (const name of names) {
        const next = command.commands.find(
          (candidate) => candidate.name() === name || candidate.aliases().includes(name),
        )
        if (next === undefined) program.error(`unknown command '${names.join(' ')}'`)
        else command = next
      }
      command.help()
    })
}
