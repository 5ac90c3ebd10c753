import type { ArgumentFace, OptionFace } from '../command-face.ts'
import type { CompletedCommand } from './completed-command.ts'
import { firstWords } from './first-words.ts'

/** For zsh's completion system, as a file `_flint` in a folder of `$fpath`, or sourced after `compinit`. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const words = firstWords(commands)
  return `#compdef flint flint-note
# Completes flint in zsh. flint completions zsh > a folder of $fpath/_flint
_flint() {
  local -a entries
  local curcontext=$curcontext state line
  _arguments -C '--version[print the version]' '--help[show help]' '--vault[act on this vault]:vault:_flint_vaults' \\
    '1: :->command' '*:: :->rest'
  case $state in
    command)
      entries=(${words.map(({ word, about }) => quote(`${word}:${about}`)).join(' ')})
      _describe command entries ;;
    rest)
      case $line[1] in
${words.map((word) => restCase(word.word, word.seconds, commands)).join('\n')}
      esac ;;
  esac
}
${['vaults', 'tools', 'toolsets'].map((what) => `_flint_${what}() { local -a found; found=(\${(f)"$(flint complete ${what} 2>/dev/null)"}); compadd -a found }`).join('\n')}
if [[ $funcstack[1] == _flint ]]; then _flint "$@"; else compdef _flint flint flint-note; fi
`
}

function restCase(
  word: string,
  seconds: readonly { readonly word: string; readonly about: string }[],
  commands: readonly CompletedCommand[],
): string {
  if (seconds.length === 0) {
    const command = commands.find(({ name }) => name === word)
    return `        ${word}) ${command === undefined ? ':' : argumentsOf(command)} ;;`
  }
  const inner = seconds.map((second) => {
    const command = commands.find(({ name }) => name === `${word} ${second.word}`)
    return `            ${second.word}) shift words; (( CURRENT-- )); ${command === undefined ? ':' : argumentsOf(command)} ;;`
  })
  return `        ${word})
          if (( CURRENT == 2 )); then
            entries=(${seconds.map(({ word: name, about }) => quote(`${name}:${about}`)).join(' ')})
            _describe command entries
          else
            case $words[2] in
${inner.join('\n')}
            esac
          fi ;;`
}

function argumentsOf({ allOptions, arguments: args = [] }: CompletedCommand): string {
  const options = allOptions.map((option) => {
    const repeats = option.kind === 'many' ? '*' : ''
    const value = option.value === undefined ? '' : `:${option.name}:${action(option)}`
    return quote(`${repeats}--${option.name}[${option.about.replace(/[[\]:]/g, ' ')}]${value}`)
  })
  const places = args.map((argument, index) => {
    const position = argument.isMany === true ? '*' : `${index + 1}`
    return quote(`${position}:${argument.name}:${action(argument)}`)
  })
  return `_arguments ${[...options, ...places].join(' ')}`
}

function action({ choices, completes }: OptionFace | ArgumentFace): string {
  if (choices !== undefined) return `(${choices.join(' ')})`
  if (completes === undefined) return ' '
  switch (completes) {
    case 'vaults':
    case 'tools':
    case 'toolsets':
      return `_flint_${completes}`
    case 'folders':
      return '_files -/'
    case 'files':
      return '_files'
    default:
      return ' '
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
