import type { Shell } from './shell-words.ts'

/** The script that completes `flint` and `flint-note`: it asks flint itself, with what is typed so far. */
export function completionScript(shell: Shell): string {
  return scripts[shell]
}

// Without the bash-completion package, for bash 3.2 and newer. Files are for bash itself, which splits and quotes no name
// wrongly: it completes them where we answer nothing (3.2, which has no compopt, everywhere we answer nothing).
const bash = `# Completes flint in bash. flint completions install does it for you; by hand, in ~/.bashrc: source <(flint completions bash)
_flint() {
  local word
  COMPREPLY=()
  compopt +o default 2>/dev/null
  while IFS= read -r word; do
    case $word in
      :files) compopt -o default 2>/dev/null; return ;;
      :folders) compopt -o dirnames 2>/dev/null; return ;;
      *) COMPREPLY+=("$word") ;;
    esac
  done < <("\${COMP_WORDS[0]}" complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  case \${COMPREPLY[0]} in */|*,) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _flint flint flint-note
`

const zsh = `#compdef flint flint-note
# Completes flint in zsh. flint completions install does it for you; by hand: flint completions zsh > a folder of $fpath/_flint
_flint() {
  local -a lines words_ shown
  local line
  lines=(\${(f)"$("\${(Q)words[1]}" complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  case $lines[1] in
    :files) _files; return ;;
    :folders) _files -/; return ;;
  esac
  local -a leading ending
  for line in $lines; do
    words_=("\${line%%$'\\t'*}")
    shown=("\${words_[1]}\${\${line#*$'\\t'}:+  -- \${line#*$'\\t'}}")
    if [[ $words_[1] == */ ]]; then compadd -V flint -S '' -d shown -l -a words_
    else compadd -V flint -d shown -l -a words_; fi
  done
}
if [[ $funcstack[1] == _flint ]]; then _flint "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _flint flint flint-note
fi
`

const fish = `# Completes flint in fish. flint completions install does it for you; by hand:
# flint completions fish > ~/.config/fish/completions/flint.fish
function __flint_complete
  set -l typed (commandline -ct)
  set -l before (commandline -opc)
  set -l lines ($before[1] complete fish -- $before[2..-1] "$typed" 2>/dev/null)
  switch "$lines[1]"
    case :files
      __fish_complete_path $typed
    case :folders
      __fish_complete_directories $typed
    case '*'
      printf '%s\\n' $lines
  end
end
complete -c flint -f -a '(__flint_complete)'
complete -c flint-note -w flint
`

const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish }
