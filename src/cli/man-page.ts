import type { ArgumentFace, CommandFace, OptionFace } from './command-face.ts'
import { explainExitCodes } from './exit-codes.ts'
import { globalOptions, helpOption, versionOption } from './global-options.ts'
import { usageOf } from './help-texts.ts'

/** `flint.1`, of what `flint help` and `--help` say. */
export function manPage(faces: readonly CommandFace[]): string {
  const shown = faces.filter(({ isHidden }) => isHidden !== true)
  return `${[
    '.TH FLINT 1 "" "flint" "flint"',
    '.SH NAME',
    String.raw`flint \- many vaults of Markdown notes, for AI agents and for you`,
    '.SH SYNOPSIS',
    '.B flint',
    '[options] COMMAND',
    '.SH DESCRIPTION',
    'Where a terminal is there, flint alone lets you pick a note of all vaults as you type.',
    '.SH COMMANDS',
    ...shown.flatMap(commandPart),
    '.SH OPTIONS OF ALL COMMANDS',
    ...globalOptions.flatMap(optionPart),
    ...optionPart(helpOption),
    '.SH OPTIONS OF FLINT ALONE',
    ...optionPart(versionOption),
    '.SH EXIT STATUS',
    '.nf',
    ...explainExitCodes().split('\n').map(text),
    '.fi',
  ].join('\n')}\n`
}

function commandPart({
  name,
  aliases = [],
  summary,
  options = [],
  examples,
  ...face
}: CommandFace): readonly string[] {
  return [
    `.SS flint ${text(name)} ${text(usageOf(face))}`,
    text(summary),
    ...(aliases.length === 0
      ? []
      : ['.br', text(`Also: ${aliases.map((alias) => `flint ${alias}`).join(', ')}`)]),
    ...(face.arguments ?? []).flatMap(argumentPart),
    ...options.flatMap(optionPart),
    '.PP',
    '.nf',
    ...examples.map((example) => text(`  ${example}`)),
    '.fi',
  ]
}

function argumentPart({ name, about, choices }: ArgumentFace): readonly string[] {
  return ['.TP', String.raw`\fI${text(name.toUpperCase())}\fR`, text(`${about}${oneOf(choices)}`)]
}

function optionPart({
  name,
  short,
  value,
  isValueOptional = false,
  about,
  choices,
}: OptionFace): readonly string[] {
  const place = value === undefined ? '' : isValueOptional ? ` [${value}]` : ` ${value}`
  const flags = `${short === undefined ? '' : `-${short}, `}--${name}${place}`
  return ['.TP', String.raw`\fB${text(flags)}\fR`, text(`${about}${oneOf(choices)}`)]
}

function oneOf(choices: readonly string[] | undefined): string {
  return choices === undefined ? '' : ` (${choices.join(', ')})`
}

/** What roff would take for a command of its own. */
function text(words: string): string {
  return words
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/^(?=[.'])/, String.raw`\&`)
}
