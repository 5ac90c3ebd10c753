import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { commandList } from './command-list.ts'
import type { ArgumentFace, CommandFace, OptionFace } from './command-face.ts'
import type { Command as FlintCommand } from './command.ts'
import { globalOptions } from './global-options.ts'

/** A command line that was understood: the command, its own words by name, and the options of all commands. */
export interface Request {
  readonly command: FlintCommand
  readonly given: Readonly<Record<string, unknown>>
  readonly globals: Readonly<Record<string, unknown>>
}

export interface ProgramOptions {
  readonly version: string
  readonly write: (text: string) => void
  readonly isColoured: boolean
  readonly onRequest: (request: Request) => void
}

/**
 * The parser of the command line, made of the list of commands. It runs nothing: what it understood is handed to
 * `onRequest`. Anything else is thrown as a CommanderError, help and version included once they are printed.
 */
export function buildProgram(options: ProgramOptions): Command {
  const program = new Command('flint')
    .description('Many vaults of Markdown notes, for AI agents and for you.')
    .version(options.version, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: options.write,
      writeErr: options.write,
      outputError: () => undefined,
      getOutHasColors: () => options.isColoured,
      getErrHasColors: () => options.isColoured,
    })
    .configureHelp({ subcommandTerm: termOf })
    .helpOption('-h, --help', 'show help; `flint help COMMAND` does too')
    .helpCommand(false)
    // `flint --vault work search x` and `flint search x --vault work` are the same.
    .enablePositionalOptions()
    .usage('[options] COMMAND')
    .addHelpText('after', firstSteps)
  for (const option of globalOptions) program.addOption(toOption(option))
  const groups = new Map<string, Command>()
  for (const face of commandList) {
    const [first = face.name, second] = face.name.split(' ')
    const parent = second === undefined ? program : groupCommand(program, groups, first)
    addCommand(program, parent, second ?? first, face, options)
  }
  addHelpCommand(program)
  return program
}

const groupSummaries: ReadonlyMap<string, string> = new Map([
  ['delete', 'Delete a note.'],
  ['config', 'Print settings, and the lines that connect a client.'],
])

function groupCommand(program: Command, groups: Map<string, Command>, name: string): Command {
  const known = groups.get(name)
  if (known !== undefined) return known
  const group = program
    .command(name)
    .helpGroup(name === 'delete' ? 'Notes:' : 'Agents:')
    .description(groupSummaries.get(name) ?? '')
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
    .description(face.summary)
  for (const argument of face.arguments ?? []) command.addArgument(toArgument(argument))
  for (const option of face.options ?? []) command.addOption(toOption(option).helpGroup('Options:'))
  for (const option of globalOptions) {
    if (face.options?.some(({ name: own }) => own === option.name) === true) continue
    command.addOption(toOption(option).helpGroup('Options of all commands:'))
  }
  command
    .usage(usageOf(face))
    .addHelpText('after', `\nExamples:\n${face.examples.map((example) => `  $ ${example}`).join('\n')}`)
  command.action(() => {
    const own: Record<string, unknown> = command.opts()
    const values: readonly unknown[] = command.processedArgs
    const args = (face.arguments ?? []).map(({ name: key }, index): [string, unknown] => [key, values[index]])
    onRequest({
      command: face,
      given: { ...own, ...Object.fromEntries(args.filter(([, value]) => value !== undefined)) },
      globals: { ...program.opts(), ...(face.isAlwaysJson === true ? withoutJson(own) : own) },
    })
  })
}

function withoutJson(own: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(own).filter(([name]) => name !== 'json'))
}

/** `flint help` and `flint help COMMAND`; its topics beside commands are in `run-cli`. */
function addHelpCommand(program: Command): void {
  program
    .command('help')
    .argument('[command...]', 'what to explain; exit-codes explains those')
    .description('Explain a command, or exit-codes.')
    .helpGroup('Care:')
    .action((names: readonly string[]) => {
      let command = program
      for (const name of names) {
        const next = command.commands.find((candidate) => candidate.name() === name)
        if (next === undefined) program.error(`unknown command '${names.join(' ')}'`)
        else command = next
      }
      command.help()
    })
}

/** `show NOTE`, `delete COMMAND` */
function termOf(command: Command): string {
  const face = commandList.find(({ name }) => name === fullName(command))
  if (face !== undefined) return [command.name(), ...(face.arguments ?? []).map(argumentText)].join(' ')
  return command.name() === 'help' ? 'help [COMMAND]' : `${command.name()} COMMAND`
}

function fullName(command: Command): string {
  const above = command.parent?.parent == null ? '' : `${command.parent.name()} `
  return `${above}${command.name()}`
}

function usageOf({ arguments: args = [] }: CommandFace): string {
  return [...args.map(argumentText), '[options]'].join(' ')
}

function argumentText({ name, isOptional = false, isMany = false }: ArgumentFace): string {
  const text = `${name.toUpperCase()}${isMany ? '...' : ''}`
  return isOptional ? `[${text}]` : text
}

function toArgument({ name, about, isOptional = false, isMany = false, choices }: ArgumentFace): Argument {
  const text = `${name}${isMany ? '...' : ''}`
  const argument = new Argument(isOptional ? `[${text}]` : `<${text}>`, about)
  return choices === undefined ? argument : argument.choices(choices)
}

function toOption(face: OptionFace): Option {
  const { name, short, value, kind, choices, about } = face
  const flags = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`
  const option = new Option(flags, about)
  if (choices !== undefined) option.choices(choices)
  if (kind === 'integer') option.argParser(readInteger)
  if (kind === 'list')
    option.argParser<readonly string[]>((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
  if (kind === 'many') {
    option.argParser<readonly string[] | undefined>((text, before) => [...(before ?? []), text])
  }
  return option
}

function readInteger(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}

const firstSteps = `
Try first:
  $ flint create notes "My notes" ~/notes     make a vault, or adopt a folder of notes as it is
  $ flint search QUERY                        find something in it
  $ flint config print --client claude-code   let an agent work with it`
