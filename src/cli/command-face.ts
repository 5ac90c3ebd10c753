/** One command as help, parser and completions see it. */
export interface CommandFace {
  /** `search`; a command of a group includes the group: `delete note`. */
  readonly name: string
  /** Short forms, and names that people bring from elsewhere. */
  readonly aliases?: readonly string[]
  readonly group: CommandGroup
  readonly summary: string
  readonly arguments?: readonly ArgumentFace[]
  readonly options?: readonly OptionFace[]
  readonly examples: readonly string[]
  /** Always prints JSON: `--json` is an option of its own. */
  readonly isAlwaysJson?: boolean
  /** Handles SIGINT and SIGTERM itself. */
  readonly endsOnSignals?: boolean
  /** Cleans up when it is interrupted, and is waited for. */
  readonly clearsAway?: boolean
  /** Whether it asks the index of this run's vault, where the other commands of its group do not or do. */
  readonly opensVault?: boolean
  /** It tells how vaults are watched: all that it opens are watched first, and which it opens it says itself. */
  readonly tellsWatchers?: boolean
  /** What it is about, where servers that share vaults have another one in PostgreSQL. */
  readonly besideCluster?: 'list' | 'history'
  /** For programs, not for people: neither help nor completions show it. */
  readonly isHidden?: boolean
}

/** The face of a command in a list whose group is its own where it names none. */
export type FaceInGroup = Omit<CommandFace, 'group'> & Partial<Pick<CommandFace, 'group'>>

export type CommandGroup = 'Vaults:' | 'Find:' | 'Write:' | 'Changes:' | 'Agents:' | 'Care:'

export interface ArgumentFace {
  readonly name: string
  readonly about: string
  readonly isOptional?: boolean
  /** Takes all following words. */
  readonly isMany?: boolean
  readonly choices?: readonly string[]
  /** What shells complete it with. */
  readonly completes?: Completes
}

export interface OptionFace {
  /** Long name without dashes; the command receives it in camel case. */
  readonly name: string
  readonly short?: string
  readonly about: string
  /** Placeholder for its value in help; none for a switch. */
  readonly value?: string
  /** The value may be left out. */
  readonly isValueOptional?: boolean
  readonly kind?: keyof Kinds
  /** Of a number; 0 where it is left out. */
  readonly least?: number
  readonly choices?: readonly string[]
  /** What shells complete it with, where the command itself takes more than these. */
  readonly values?: readonly string[]
  readonly completes?: Completes
}

/** `files` and `folders` are asked of the shell, the others of flint itself. */
export type Completes =
  | 'vaults'
  | 'tools'
  | 'toolsets'
  | 'notes'
  | 'note-folders'
  | 'tags'
  | 'types'
  | 'changes'
  | 'files'
  | 'folders'

/** What a command is given: its arguments and options by name, the options in camel case and without `no-`. */
export type GivenTo<Face> = {
  readonly [Argument in ItemOf<Face, 'arguments'> as Argument['name']]: ArgumentValue<Argument>
} & {
  readonly [Option in ItemOf<Face, 'options'> as OptionKey<Option['name']>]: OptionValue<Option>
}

type ItemOf<Face, Key extends string> =
  Face extends Readonly<Record<Key, readonly (infer Item extends { readonly name: string })[]>> ? Item : never

type ArgumentValue<Argument> = Argument extends { readonly isMany: true }
  ? readonly string[]
  : ChoiceOf<Argument> | (Argument extends { readonly isOptional: true } ? undefined : never)

type OptionValue<Option> = Option extends { readonly value: string }
  ? Option extends { readonly kind: infer Kind extends keyof Kinds }
    ? Kinds[Kind] | undefined
    : ChoiceOf<Option> | (Option extends { readonly isValueOptional: true } ? true : never) | undefined
  : boolean

interface Kinds {
  readonly integer: number
  readonly integers: readonly number[]
  readonly list: readonly string[]
  readonly many: readonly string[]
}

type ChoiceOf<Face> = Face extends { readonly choices: readonly (infer Choice)[] } ? Choice : string

type OptionKey<Name extends string> = CamelCase<Name extends `no-${infer Rest}` ? Rest : Name>

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name
