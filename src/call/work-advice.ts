import { capital, joined, phrase, type Sentences, type Words } from './advice-words.ts'
import type { LimitedBy } from '../model/scope-limit.ts'
import { nameConfig } from '../model/vault-config-path.ts'

/** What helps with tasks, the inbox, changes, issues, the index, and what has to be confirmed. */
export const workAdvice = {
  'accept-no': ({ settings }, { either }) => {
    const owner =
      settings === null
        ? ''
        : ` Where nobody sees the question, the owner of the vault can set permissions in ${settings}.`
    return either(
      `Do not repeat the call: ask the user what to do instead.${owner}`,
      'To allow it do the same again.',
    )
  },
  'accept-folder': (_, words) => phrase`If the folder is right as it is, ${reindex(words)}.`,
  'add-each-task': (_, { Call }) => phrase`${Call('add_todo')} once for each task.`,
  'choose-inbox-item': (_, { tool }) =>
    phrase`${tool('get_inbox')} shows the index of each item; all: true clears every one.`,
  'await-owner': (_, { run, either }) => {
    const page = either(
      "or to answer on flint's page; then repeat the call",
      "or answer on flint's page; then repeat it",
    )
    return `Or ${run('flint approve')}, ${page} as it was.`
  },
  confirm: ({ tool, isForOwner, hasDryRun }, { either }) => {
    const again = either(`call ${tool} again with confirm: true`, 'run the command again with --yes')
    if (!isForOwner) return `If that is meant, ${again}.`
    const look = either(
      'Show the user what would happen; once they agree,',
      hasDryRun ? 'See what would happen with --dry-run, then' : 'If that is meant,',
    )
    return `${look} ${again}.`
  },
  'count-passages': (_, { tool, either }) =>
    phrase`${tool('get_vault_info', 'detailed')}${either(' with detailed: true', '')} says how many passages wait for theirs.`,
  'get-embedder': (_, { Run }) => `${Run('flint doctor')}, which says how to get it.`,
  'get-rest': ({ calls }, { has, either }) => {
    const own = calls
      .filter((call) => has(call.split(' ', 1)[0] ?? ''))
      .map((call) => either(call, `flint call ${call}`))
    const ways = joined(own.length === 2 ? ' or ' : ', or ', ...own)
    return phrase`For the rest ${either('call', 'run')} ${ways}.`
  },
  'list-changes': (_, { tool }) => {
    const old = 'ld ones are dropped as the vault’s history settings say.'
    const shown = phrase`${tool('list_changes')} shows the changes there are; `
    return shown === null ? `O${old}` : `${shown}o${old}`
  },
  'list-inbox': (_, { Call }) => phrase`${Call('get_inbox')} for the indexes as they are now.`,
  'list-issues': (_, { Call }) => phrase`${Call('get_issues')} for the numbers of the open ones.`,
  'list-tasks': (_, { Call, takes }) =>
    phrase`${Call('get_todos')} for the lines as they are now${takes('task_text') ? ' and pass the whole task_text' : ''}.`,
  'look-before-repeating': (_, { tool }) =>
    `It may have been done all the same: look${phrase` with ${tool('get_issues')}` ?? ''} before you call again.`,
  'look-for-change': (_, { tool }) =>
    `The change may be done or not: read the note again before you repeat it.${phrase` ${tool('list_changes')} shows it once it is done, with the id that undoes it.` ?? ''}`,
  'look-everywhere': ({ more }, { either }) =>
    `${more} more in other folders: ${either('directories ["."] is the whole vault', '--dir . lists the whole vault')}.`,
  reindex: (_, words) => phrase`${capital(reindex(words))}.`,
  'reindex-and-repeat': (_, words) => phrase`${capital(reindex(words))}, then repeat the query.`,
  'retry-or-reindex': (_, words) => `${joined(', or ', 'Try again', reindex(words)) ?? ''}.`,
  'stay-inside': ({ by }, { either }) =>
    `${either('Stay inside, or ask the user to do it. ', '')}What limits this is ${by.map(nameLimit).join(' and ')}.`,
  'turn-index-on': (_, words) =>
    `${joined(', or ', 'Set search.index_enabled in .flint-note/config.yml', reindex(words)) ?? ''}.`,
  'undo-later': (_, { tool }) =>
    phrase`${tool('undo_change')} with change_id puts them back once that is gone.`,
  'wait-for-index': (_, { tool, either }) => {
    const look = phrase`when ${tool('get_vault_info', 'detailed')}${either(' with detailed: true', '')} says that`
    return `Repeat the call ${look ?? 'once'} the index is ready.`
  },
  'wait-for-vectors': (_, { tool }) => {
    const look = phrase`${tool('get_vault_info')} says how many vectors are still missing`
    return `${joined('; ', 'Words are searched meanwhile', look) ?? ''}.`
  },
} satisfies Partial<Sentences>

function nameLimit(by: LimitedBy): string {
  if (by === 'token') return 'the folder of the token (another token lifts it)'
  if (by === 'server') return 'the --scope of the server (another start of the server lifts it)'
  return `permissions.scope in ${nameConfig(by.settings)}, which allows the folder that the server was started in`
}

function reindex({ call, either }: Words): string | null {
  return phrase`${call('reindex_vault')}${either(' with confirm: true', '')}`
}
