import type { Tool } from '../call/tool.ts'
import { VaultError } from '../model/vault-error.ts'

/** The vaults that `--vault` names: none, one, or several for what reads from more than one. */
export class NamedVaults {
  /** Each as it was given. */
  readonly all: readonly string[]

  constructor(all: readonly string[]) {
    this.all = all
  }

  get isAny(): boolean {
    return this.all.length > 0
  }

  get areSeveral(): boolean {
    return this.all.length > 1
  }

  /** The one; null where none is named, and where several are. */
  get single(): string | null {
    return this.areSeveral ? null : (this.all[0] ?? null)
  }

  /** The one that a command acts on; null where none is named. Several are INVALID_ARGUMENT. */
  atMostOne(): string | null {
    if (!this.areSeveral) return this.single
    throw new VaultError('INVALID_ARGUMENT', 'This acts on one vault, and several are named.', {
      hint: 'Give --vault once.',
    })
  }

  /** A call's arguments, with several vaults where it names none itself. INVALID_ARGUMENT for what acts on one. */
  givenTo(tool: Tool, args: object): object {
    if (!this.areSeveral || 'vault_id' in args) return args
    const { scope } = tool.prepare(args)
    if (scope === 'none') return args
    if (scope === 'vault' || tool.dialect !== undefined) this.atMostOne()
    return { ...args, vault_id: this.all }
  }
}
