import { defined } from '../model/defined.ts'
import type { Request } from './build-program.ts'
import type { Cli } from './cli.ts'
import type { Given, Outcome } from './command.ts'
import type { Command } from './command-list.ts'
import { toOption } from './parsed-words.ts'

/** A command's code. Null when it has printed for itself. */
type RunCommand<Name extends Command['name']> = (given: Given<Name>, cli: Cli) => Promise<Outcome | null>

/** The code of each command, loaded when it runs. */
const codes: { readonly [Name in Command['name']]: () => Promise<RunCommand<Name>> } = {
  list: async () => (await import('./commands/list.ts')).list,
  create: async () => (await import('./commands/create.ts')).create,
  init: async () => (await import('./commands/init.ts')).init,
  switch: async () => (await import('./commands/switch.ts')).switchVault,
  current: async () => (await import('./commands/current.ts')).current,
  update: async () => (await import('./commands/update.ts')).update,
  remove: async () => (await import('./commands/remove.ts')).remove,
  status: async () => (await import('./commands/status.ts')).status,
  health: async () => (await import('./commands/health.ts')).health,
  pick: async () => (await import('./commands/pick.ts')).pick,
  search: async () => (await import('./commands/search.ts')).search,
  notes: async () => (await import('./commands/notes.ts')).notes,
  show: async () => (await import('./commands/show.ts')).show,
  grep: async () => (await import('./commands/grep.ts')).grep,
  tags: async () => (await import('./commands/tags.ts')).tags,
  links: async () => (await import('./commands/links.ts')).links,
  backlinks: async () => (await import('./commands/backlinks.ts')).backlinks,
  related: async () => (await import('./commands/related.ts')).related,
  random: async () => (await import('./commands/random.ts')).random,
  'on-this-day': async () => (await import('./commands/on-this-day.ts')).onThisDay,
  graph: async () => (await import('./commands/graph.ts')).graph,
  sql: async () => (await import('./commands/sql.ts')).sql,
  todos: async () => (await import('./commands/todos.ts')).todos,
  new: async () => (await import('./commands/new.ts')).newNote,
  edit: async () => (await import('./commands/edit.ts')).edit,
  open: async () => (await import('./commands/open.ts')).open,
  append: async () => (await import('./commands/append.ts')).append,
  daily: async () => (await import('./commands/daily.ts')).daily,
  todo: async () => (await import('./commands/todo.ts')).todo,
  done: async () => (await import('./commands/done.ts')).done,
  inbox: async () => (await import('./commands/inbox.ts')).inbox,
  rename: async () => (await import('./commands/rename.ts')).rename,
  mv: async () => (await import('./commands/mv.ts')).mv,
  tag: async () => (await import('./commands/tag.ts')).tag,
  retag: async () => (await import('./commands/retag.ts')).retag,
  archive: async () => (await import('./commands/archive.ts')).archive,
  'delete note': async () => (await import('./commands/delete-note-command.ts')).deleteNoteCommand,
  'delete notes': async () => (await import('./commands/delete-notes-command.ts')).deleteNotesCommand,
  'delete note-type': async () =>
    (await import('./commands/delete-note-type-command.ts')).deleteNoteTypeCommand,
  capture: async () => (await import('./commands/capture.ts')).capture,
  ingest: async () => (await import('./commands/ingest-command.ts')).ingestCommand,
  history: async () => (await import('./commands/list-history.ts')).listHistory,
  undo: async () => (await import('./commands/undo.ts')).undo,
  approve: async () => (await import('./commands/approve.ts')).approve,
  sync: async () => (await import('./commands/sync-command.ts')).sync,
  'git status': async () => (await import('./commands/git-status.ts')).gitStatus,
  'git setup': async () => (await import('./commands/git-setup.ts')).gitSetup,
  'git remove': async () => (await import('./commands/git-remove.ts')).gitRemove,
  merge: async () => (await import('./commands/merge.ts')).merge,
  serve: async () => (await import('./commands/serve.ts')).serve,
  ui: async () => (await import('./commands/ui.ts')).ui,
  call: async () => (await import('./commands/call.ts')).call,
  tools: async () => (await import('./commands/tools.ts')).tools,
  'config print': async () => (await import('./commands/config-print.ts')).configPrint,
  'config path': async () => (await import('./commands/config-path.ts')).configPath,
  'config show': async () => (await import('./commands/config-show.ts')).configShow,
  index: async () => (await import('./commands/index-command.ts')).index,
  reindex: async () => (await import('./commands/reindex.ts')).reindex,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  completions: async () => (await import('./commands/completions.ts')).completions,
  complete: async () => (await import('./commands/complete-words.ts')).completeWords,
  'skill install': async () => (await import('./commands/skill-install.ts')).skillInstall,
  'skill list': async () => (await import('./commands/skill-list.ts')).skillList,
  'token create': async () => (await import('./commands/token-create.ts')).tokenCreate,
  'token list': async () => (await import('./commands/token-list.ts')).tokenList,
  'token revoke': async () => (await import('./commands/token-revoke.ts')).tokenRevoke,
  'cluster status': async () => (await import('./commands/cluster-status.ts')).clusterStatus,
  'cluster drain': async () => (await import('./commands/cluster-drain.ts')).clusterDrain,
  'models list': async () => (await import('./commands/models-list.ts')).modelsList,
  'models pull': async () => (await import('./commands/models-pull.ts')).modelsPull,
  'models use': async () => (await import('./commands/models-use.ts')).modelsUse,
  'models pause': async () => (await import('./commands/models-pause.ts')).modelsPause,
  'models resume': async () => (await import('./commands/models-pause.ts')).modelsResume,
  'models remove': async () => (await import('./commands/models-remove.ts')).modelsRemove,
}

export async function loadCommand<Name extends Command['name']>(
  command: Command & { readonly name: Name },
): Promise<RunCommand<Name>> {
  return await codes[command.name]()
}

/**
 * What the parser has read of the command's own words, and false for each switch that is not given. The face decides keys
 * and types alike, which is what the overload says.
 */
export function toGiven<Name extends Command['name']>(
  command: Command & { readonly name: Name },
  values: Request['given'],
): Given<Name>
export function toGiven({ arguments: args = [], options = [] }: Command, values: Request['given']): object {
  const ofOptions = options.map(toOption).map((option): [string, unknown] => {
    const key = option.attributeName()
    return [key, values[key] ?? (option.isBoolean() ? false : undefined)]
  })
  return defined(Object.fromEntries([...args.map(({ name }) => [name, values[name]]), ...ofOptions]))
}
