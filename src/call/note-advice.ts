import { capital, joined, phrase, type Sentences } from './advice-words.ts'

/** What helps with notes, searches and note types. */
export const noteAdvice = {
  'add-heading': ({ hasHeadings }, { tool, either }) => {
    const append = tool('append_to_note', 'section_header')
    const add = phrase`add one with ${append}${either(' and section_header', ' --heading')}`
    return hasHeadings
      ? `${joined(', or ', 'Use one of its headings, letter by letter', add) ?? ''}.`
      : `${joined(': ', 'The note has no headings', add) ?? ''}.`
  },
  'add-line': ({ line }, { tool }) => phrase`Add the link with ${tool('append_to_note')}: ${line}`,
  'change-text': (_, { caller, tool }) => {
    const lines = phrase`Read its lines with ${tool('get_note', 'start_line')} and start_line: 1`
    const edits = phrase`${lines}, and change them with edits of ${tool('update_note', 'edits')}.`
    const whole = phrase`Read the note and change its text with ${tool('update_note')}.`
    return caller === 'person' ? whole : (edits ?? whole)
  },
  'change-title': ({ title }, { tool }) =>
    `${joined(': ', `The note keeps its title "${title}"`, phrase`change it with ${tool('rename_note')}`) ?? ''}.`,
  'check-backups': (_, { takes }) =>
    `Check deletion.backup_path in .flint-note/config.yml and the free space${takes('mode') ? ', or use mode: "archive"' : ''}.`,
  'choose-type': (_, { tool, takes, either }) => {
    const make = phrase`, ${tool('create_note_type')} to make it` ?? ''
    const folder = takes('directory') ? `, or ${either('directory', '--dir')} for a plain folder` : ''
    return `Use one of ${either('known_types', 'the types there are')}${make}${folder}.`
  },
  'choose-title': (_, { takes, either }) => {
    const leave = takes('rename_file') ? ', or leave rename_file out to change the title alone' : ''
    return `Choose another title${either(leave, ', or change the title alone with --no-file')}.`
  },
  'delete-for-good': (_, { takes, either }) =>
    takes('mode') && takes('confirm')
      ? either(
          'To remove it for good use mode: "permanent" and confirm: true.',
          'To remove it for good run flint delete note with --mode permanent.',
        )
      : null,
  'describe-type': (_, { tool }) => phrase`${tool('create_note_type')} would.`,
  'find-note': ({ isSimilarTold }, { Call, call, tool }) =>
    isSimilarTold
      ? `${joined('; else ', 'One of the similar ids may be meant', call('search_notes') ?? call('search_text')) ?? ''}.`
      : phrase`${joined(' or ', Call('search_notes'), tool('list_notes')) ?? Call('search_text')} to find it.`,
  'give-fields': ({ path }, { tool }) =>
    phrase`${tool('update_note', 'metadata')} with identifier "${path}" and metadata gives it.`,
  'give-params': (_, { either }) =>
    `Give ${either('params', '--param')} a value for each ? of the query, in their order.`,
  'give-title': (_, { takes, either }) =>
    either(
      `Give the note a title${takes('notes') ? '; with notes[] each of them' : ''}.`,
      'Give it behind the command: flint new TITLE.',
    ),
  'fit-fields': ({ type }, { tool, either }) => {
    const see = phrase`; ${tool('get_note_type_info')} with type_name "${type}" shows the schema`
    return `${either('Correct the fields', 'Correct the fields; flint new takes them as --set KEY=VALUE')}${see ?? ''}.`
  },
  'fit-new-note': ({ type, path }, { call, tool, either }) => {
    const make = phrase`${call('create_note', 'path', 'metadata')} with path "${path}" and metadata`
    const ease = phrase`give these fields a default with ${tool('update_note_type')} for "${type}"`
    const ways = phrase`: ${joined(', or ', make, ease)}`
    return `${either('This call', 'This command')} takes no metadata${ways ?? ''}.`
  },
  'fit-notes': ({ type }, { caller, tool }) => {
    const move =
      caller === 'person'
        ? `flint mv --type "${type}"`
        : phrase`${tool('move_note', 'new_type')} and new_type "${type}"`
    // The old type may refuse what the new one wants.
    const correct = phrase`move these notes with ${move} and correct their fields there with ${tool('update_note')}`
    const allow = phrase`change the schema of "${type}" with ${tool('update_note_type')} so that it takes them`
    return phrase`${capital(joined(', or ', correct, allow))}.`
  },
  'keep-file-name': (_, { tool }) =>
    tool('move_note', 'destination_directory') === null
      ? 'Write the name after the folder.'
      : 'To keep the name use destination_directory.',
  'keep-links': ({ warning }, { tool }) =>
    `${joined(': ', warning, phrase`${tool('rename_note')} keeps them`) ?? ''}.`,
  'list-all-notes': (_, { tool }) => phrase`${tool('list_notes')} without it shows all.`,
  'list-notes': ({ shows }, { tool }) => phrase`${tool('list_notes')} shows ${shows}.`,
  'list-tags': (_, { tool }) => phrase`${tool('get_tags')} lists the tags there are.`,
  'list-types': ({ shows }, { tool }) => phrase`${tool('list_note_types')} shows ${shows}.`,
  'look-for-one-line': (_, { takes, either }) =>
    `Look for one of the lines${takes('context') ? `, with ${either('context', '--context')} for those around it` : ''}.`,
  'make-folders': (_, { takes, either }) =>
    `Choose one of the folders there are${either(takes('create_folders') ? ', or pass create_folders: true to have it made' : '', ', or have it made with --parents')}.`,
  'make-note': (_, { call }) => phrase`To make a new note ${call('create_note')}.`,
  'make-type': (_, { Call }) => phrase`${Call('create_note_type')}.`,
  'mend-line-pattern': (_, { takes, either }) =>
    `Mend it${either(takes('fixed') ? ', or give fixed: true to look for it as it is' : '', ', or look for it as it is with --fixed')}.`,
  'mend-note-pattern': (_, { takes, either }) =>
    `Mend it${either(takes('use_regex') ? ', or search for its words without mode regex and use_regex' : '', ', or search for its words without --mode regex')}.`,
  'move-to-trash': (_, { tool }) => phrase`${tool('delete_note')} moves notes to the trash.`,
  'name-file': ({ name }, { tool, either }) => {
    const kept = `The file is still called ${name}, which says what it is in its folder`
    const move = tool('move_note', 'to')
    return `${joined(': ', kept, phrase`${move}${either(' with to', '')} renames it all the same`) ?? ''}.`
  },
  'name-note': (_, { either }) =>
    either('Pass the id of the one you mean.', 'Choose the one you mean by its path.'),
  'name-type': (_, { tool }) =>
    `${joined('; ', 'Name another type', phrase`${tool('list_note_types')} shows them`) ?? ''}.`,
  'read-cut-values': (_, { tool }) =>
    `Long values are cut: select substr(content, 1, 1000)${phrase`, or ${tool('get_note')} for all of it` ?? ''}.`,
  'read-hash': (_, { Call, tool, takes }) =>
    joined(
      ' ',
      takes('content_hash') ? phrase`${Call('get_note')} and pass the content_hash it returns.` : null,
      phrase`To add text without it use ${tool('append_to_note')}.`,
    ),
  'read-hash-of-whole': (_, { call, tool }) =>
    phrase`${capital(
      joined(
        ', or ',
        phrase`${call('get_note_info')} for the hash of the whole note once you have read all parts`,
        phrase`change a part with ${tool('append_to_note')}`,
      ),
    )}.`,
  'read-hashes': (_, { Call }) =>
    phrase`${Call('get_notes', 'fields')} with fields ["id","content_hash"], then repeat the batch.`,
  'read-in-parts': (_, { tool }) => {
    const lines = phrase`${tool('get_note', 'start_line')} and start_line`
    const search = tool('search_text')
    const take = lines === null || search === null ? 'takes' : 'take'
    const reading = phrase`read it with ${joined(' or ', lines, search)}, which ${take} any length; `
    return capital(`${reading ?? ''}split it into several notes with an editor to change it.`)
  },
  'read-note-again': (_, { Call, takes }) =>
    phrase`${Call('get_note')} for its present content${takes('content_hash') ? ' and content_hash' : ''}, then repeat the change.`,
  'read-now': (_, { tool }) =>
    `Repeat the call in a moment${phrase`; ${tool('get_note')} reads it already` ?? ''}.`,
  'read-resource-rest': ({ path, vaultId }, { Call }) =>
    phrase`${Call('get_note', 'section', 'start_line')} with identifier "${path}", vault_id "${vaultId}" and section or start_line.`,
  'read-rest': ({ path, line, missing, revision }, { call }) => {
    const calling = phrase`${call('get_note', 'section', 'start_line')} with identifier "${path}"${ofRevision(revision)} and start_line ${line}, or with section`
    return `${joined(': ', missing, calling) ?? ''}.`
  },
  'read-rest-after': ({ path, line, revision }, { call }) =>
    phrase`For the lines after it ${call('get_note', 'start_line')} with identifier "${path}"${ofRevision(revision)} and start_line ${line}.`,
  'read-type-again': (_, { Call }) =>
    phrase`${Call('get_note_type_info')} for its present content_hash, then repeat the change.`,
  'search-files': (_, { tool }) => phrase`${tool('search_text')} looks into the files meanwhile.`,
  'search-otherwise': (_, { tool }) => {
    const see = joined(' and ', tool('list_notes'), tool('get_tags'))
    return `No note has any of these words. Try others${phrase`, or ${see} to see what there is` ?? ''}.`
  },
  'search-words': (_, { tool }) => phrase`Use ${tool('search_notes', 'use_regex')} without use_regex.`,
  'see-type': (_, { Call, tool }) =>
    phrase`${joined(' or ', Call('get_note_type_info'), tool('update_note_type'))}.`,
  'use-note-that-is-there': (_, { tool }) => {
    const change = joined(' or ', tool('append_to_note'), tool('update_note'))
    return useOrChoose(tool('get_note'), change, 'title or path')
  },
  'use-similar-resource': ({ uri }, { call }) =>
    `${joined('; else ', `${uri} may be meant`, call('search_notes')) ?? ''}.`,
  'use-type-that-is-there': (_, { tool }) =>
    useOrChoose(tool('get_note_type_info'), tool('update_note_type'), 'type_name'),
  'write-select': ({ tables }, { either }) => {
    const more = either(' The resource flint-note://sql-schema has examples.', '')
    return `Write one SELECT or WITH statement, values as ? with ${either('params', '--param')}. Tables: ${tables}.${more}`
  },
} satisfies Partial<Sentences>

function useOrChoose(read: string | null, change: string | null, other: string): string | null {
  const reading = phrase`read it with ${read}, `
  const using = phrase`${reading === null ? '' : 'then '}use ${change}, `
  const first = `${reading ?? ''}${using ?? ''}`
  return capital(`${first}${first === '' ? '' : 'or '}choose another ${other}.`)
}

function ofRevision(revision: string | undefined): string {
  return revision === undefined ? '' : `, revision "${revision}"`
}
