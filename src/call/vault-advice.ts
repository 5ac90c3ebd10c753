import { joined, phrase, type Sentences, type Words } from './advice-words.ts'

/** What helps with vaults, and what only the person at the machine can do. */
export const vaultAdvice = {
  'check-folder': (_, { call }) =>
    `${joined(', then ', 'Check that the folder exists and its drive is mounted', call('list_vaults')) ?? ''}.`,
  'choose-another-id': (_, { call }) =>
    `Choose another vault_id${phrase`, or ${call('list_vaults')} to see what it is` ?? ''}.`,
  'choose-vault': (_, words) => nameKnown(words, ' with --vault', words.call('switch_vault')),
  'choose-model': ({ first }, { run }) => `${first} choose another model: ${run('flint models list')}.`,
  'find-config': ({ what }, { run }) => `To find ${what} ${run('flint config path')}.`,
  'find-folder': (_, { tool }) =>
    phrase`${joined(
      '; ',
      phrase`${tool('list_vaults')} shows its path`,
      phrase`${tool('remove_vault')} takes it off the list if it is registered`,
    )}.`,
  'get-model': ({ id, to }, { run, Run }) => {
    const pull = `flint models pull ${id}`
    return to === null ? `${Run(pull)}.` : `To ${to} ${run(pull)}.`
  },
  'get-model-again': ({ id }, { run }) =>
    `To get it again ${run(`flint models remove ${id} && flint models pull ${id}`)}.`,
  'get-model-from-its-place': (_, { run }) =>
    `Get the model from its own place: ${run('flint models pull')} without --from.`,
  'list-models': ({ to }, { run }) => `To ${to} ${run('flint models list')}.`,
  'list-tools': ({ dialect }, { run }) =>
    `To see them ${run(`flint tools${dialect === null ? '' : ` --dialect ${dialect}`}`)}.`,
  'list-tokens': (_, { run }) => `To see them ${run('flint token list')}.`,
  'list-vaults': (_, { tool }) => phrase`${tool('list_vaults')} shows the ids.`,
  'make-token': (_, { run, vaultParameter: name }) => {
    const token = `connect with a token: ${run('flint token create NAME')}`
    return name === null ? `To choose one ${token}.` : `Pass ${name} with each call, or ${token}.`
  },
  'make-vault': (_, { Call, either }) =>
    phrase`${Call('create_vault')} ${either('with vault_id, name and path', 'ID NAME PATH')}; an existing folder of notes is adopted as it is.`,
  'make-vault-by-hand': (_, { run }) => `If they agree, ${run('flint create ID NAME PATH')}.`,
  'make-wider-token': (_, { run }) =>
    `For a token that reaches some ${run('flint token create NAME --vaults A,B')}.`,
  'name-other-vault': (_, { tool, takes }) => {
    if (!takes('vault_id')) return null
    const shown = phrase`, if ${tool('list_vaults')} shows it` ?? ''
    const make = phrase`, or make it known with ${tool('create_vault')}` ?? ''
    return `Pass the vault_id of that one${shown}${make}.`
  },
  'name-vault': (_, words) => nameKnown(words, '', words.call('list_vaults')),
  'register-vault': (_, { tool }) => phrase`${tool('create_vault')} registers it.`,
  'see-doctor': ({ to }, { run }) => `To ${to} ${run('flint doctor')}.`,
  'switch-again': (_, { tool }) => {
    const chosen = phrase` until ${tool('switch_vault')} chooses another`
    return `It was the active vault: calls without vault_id fail${chosen ?? ''}.`
  },
  'turn-meaning-off': (_, { run }) => `To turn search by meaning off ${run('flint models use none')}.`,
  'turn-meaning-on': ({ id }, { run }) =>
    `To turn it on ${run(`flint models use ${id}`)}, with --vault for a vault whose own config says none.`,
  'use-embedded-model': (_, { run }) =>
    `The embedded model needs none: ${run('flint models use use-lite-en-v1')}.`,
  'use-known-vault': ({ id }, { tool, either }) =>
    `${joined(', or ', `Use ${either(`vault_id "${id}"`, `--vault ${id}`)}`, phrase`${tool('remove_vault')} first`) ?? ''}.`,
} satisfies Partial<Sentences>

function nameKnown({ vaultParameter, either }: Words, option: string, other: string | null): string | null {
  if (vaultParameter === null) return null
  const how = either(`Pass one of known_vaults as ${vaultParameter}`, `Name one of the known vaults${option}`)
  return `${joined(', or ', how, other) ?? ''}.`
}
