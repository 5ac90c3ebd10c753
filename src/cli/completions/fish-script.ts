import type { ArgumentFace, OptionFace } from '../command-face.ts'
import type { CompletedCommand } from './completed-command.ts'
import { type FirstWord, firstWords } from './first-words.ts'

/** For fish, as `~/.config/fish/completions/flint.fish`. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const words = firstWords(commands)
  const lines = [
    ...words.map(
      ({ word, about }) => `complete -c flint -n __fish_use_subcommand -a ${word} -d ${quote(about)}`,
    ),
    ...words.flatMap(secondLines),
    ...commands.flatMap(commandLines),
  ]
  return `# Completes flint in fish. flint completions fish > ~/.config/fish/completions/flint.fish
complete -c flint -f
${lines.join('\n')}
complete -c flint-note -w flint
`
}

function secondLines({ word, seconds }: FirstWord): readonly string[] {
  const others = seconds.map((second) => second.word).join(' ')
  return seconds.map(
    (second) =>
      `complete -c flint -n '__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${others}' -a ${second.word} -d ${quote(second.about)}`,
  )
}

function commandLines({ name, allOptions, arguments: args = [] }: CompletedCommand): readonly string[] {
  const when = quote(
    name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and '),
  )
  const [first] = args
  const filled = first === undefined ? '' : fill(first)
  return [
    ...(filled === '' ? [] : [`complete -c flint -n ${when} ${filled}`]),
    ...allOptions.map((option) => {
      const short = option.short === undefined ? '' : ` -s ${option.short}`
      const value = option.value === undefined ? '' : ` -r ${fill(option)}`
      return `complete -c flint -n ${when} -l ${option.name}${short}${value.trimEnd()} -d ${quote(option.about)}`
    }),
  ]
}

function fill({ choices, completes }: OptionFace | ArgumentFace): string {
  if (choices !== undefined) return `-a '${choices.join(' ')}'`
  if (completes === undefined) return ''
  switch (completes) {
    case 'vaults':
    case 'tools':
    case 'toolsets':
      return `-a '(flint complete ${completes} 2>/dev/null)'`
    case 'folders':
      return `-a '(__fish_complete_directories)'`
    case 'files':
      return '-F'
    default:
      return ''
  }
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
