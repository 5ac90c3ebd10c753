import type { ArgumentFace, OptionFace } from '../command-face.ts'
import { globalOptions } from '../global-options.ts'
import type { CompletedCommand } from './completed-command.ts'
import { firstWords } from './first-words.ts'

/** For bash 3.2 and newer, without the bash-completion package. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const words = firstWords(commands)
  return `# Completes flint in bash. In ~/.bashrc: source <(flint completions bash)
_flint() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' word index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case $word in
      --vault|--log-level|--log-file) ((index++)) ;;
      -*) ;;
      *) command="\${command:+$command }$word"
         case $command in ${words
           .filter(({ seconds }) => seconds.length > 0)
           .map(({ word }) => word)
           .join('|')}) ;; *) break ;; esac ;;
    esac
  done
  case "$command:$previous" in
${commands.flatMap(({ name, options = [] }) => options.flatMap((option) => valueCase(name, option))).join('\n')}
${globalOptions.flatMap((option) => valueCase('*', option)).join('\n')}
  esac
  case $command in
    '') _flint_words '${[...words.map(({ word }) => word), '--vault', '--version', '--help'].join(' ')}' ;;
${words
  .filter(({ seconds }) => seconds.length > 0)
  .map(
    ({ word, seconds }) => `    ${word}) _flint_words '${seconds.map((second) => second.word).join(' ')}' ;;`,
  )
  .join('\n')}
    help) _flint_words '${[...words.map(({ word }) => word), 'exit-codes'].join(' ')}' ;;
${commands.map(commandCase).join('\n')}
  esac
}
_flint_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_flint_ask() { _flint_words "$("\${COMP_WORDS[0]}" complete "$1" 2>/dev/null)"; }
_flint_files() { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); }
_flint_folders() { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); }
complete -F _flint flint flint-note
`
}

/** What follows an option that takes a value; `*` stands for any command. */
function valueCase(command: string, option: OptionFace): readonly string[] {
  if (option.value === undefined) return []
  const place = command === '*' ? '*' : `'${command}'`
  const flags = [`--${option.name}`, ...(option.short === undefined ? [] : [`-${option.short}`])]
  return [`    ${flags.map((flag) => `${place}:${flag}`).join('|')}) ${fill(option)}; return ;;`]
}

function commandCase({ name, allOptions, arguments: args = [] }: CompletedCommand): string {
  const flags = [...allOptions.map((option) => `--${option.name}`), '--help'].join(' ')
  const [first] = args
  return `    '${name}') if [[ $current == -* ]]; then _flint_words '${flags}'; else ${first === undefined ? ':' : fill(first)}; fi ;;`
}

function fill({ choices, completes }: OptionFace | ArgumentFace): string {
  if (choices !== undefined) return `_flint_words '${choices.join(' ')}'`
  if (completes === undefined) return ':'
  switch (completes) {
    case 'vaults':
    case 'tools':
    case 'toolsets':
      return `_flint_ask ${completes}`
    case 'folders':
      return '_flint_folders'
    case 'files':
      return '_flint_files'
    default:
      return ':'
  }
}
