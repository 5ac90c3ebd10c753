import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Storyteller } from './storyteller.ts'

/** A tool call over the wire: its structured result, or an exception with the tool's own words. */
export type CallOverWire = (tool: string, args: object) => Promise<unknown>

const listed = z.object({
  vaults: z.array(z.object({ id: z.string(), name: z.string(), is_current: z.boolean(), path: z.string() })),
})
const created = z.object({ vault: z.string(), id: z.string(), content_hash: z.string() })
const found = z.object({
  vault: z.string(),
  results: z.array(z.object({ id: z.string(), snippet: z.string() })),
})
const linked = z.object({
  backlinks: z.array(z.object({ id: z.string(), line_number: z.number(), excerpt: z.string() })),
})
const read = z.object({ title: z.string(), content: z.string() })
const switched = z.object({ stats: z.object({ notes: z.number() }), message: z.string() })

/** Half a second is promised; this is only where the wait is given up. */
const outsideEditLimitMs = 10_000

/** The main job, told step by step: work in two vaults over one connection, without a restart. */
export async function demoVaults(call: CallOverWire, story: Storyteller, folder: string): Promise<void> {
  await story.step(
    'list_vaults: both vaults, one of them active',
    async () => listed.parse(await call('list_vaults', {})),
    ({ vaults }) =>
      vaults.map(({ id, name, is_current: is }) => `${is ? '*' : ' '} ${id} (${name})`).join('\n'),
  )
  await story.step(
    'create_note: in the active vault',
    async () =>
      created.parse(
        await call('create_note', {
          title: 'Compost',
          directory: 'beds',
          content: 'Ready in March. It belongs on the [[South bed]].\n',
        }),
      ),
    ({ vault, id, content_hash: hash }) => `${vault}: ${id}  ${hash.slice(0, 15)}…`,
  )
  await story.step(
    'create_note with vault_id: in the other vault, which does not become active',
    async () => {
      const note = created.parse(
        await call('create_note', {
          vault_id: 'office',
          title: 'Review',
          directory: 'meetings',
          content: 'The [[Website]] is on time.\n',
        }),
      )
      const { vaults } = listed.parse(await call('list_vaults', {}))
      if (vaults.some(({ id, is_current: is }) => id === 'office' && is))
        throw new Error('the other vault became the active one')
      return note
    },
    ({ vault, id }) => `${vault}: ${id}; ${vault} is not active`,
  )
  await story.step(
    'switch_vault: the other vault becomes active, without a restart',
    async () => switched.parse(await call('switch_vault', { vault_id: 'office' })),
    ({ message, stats }) => `${message} It has ${stats.notes} notes.`,
  )
  await appendFile(
    join(folder, 'office/projects/website.md'),
    '\nThe printer delivers zinnia-coloured flyers.\n',
  )
  await story.step(
    'search_notes: words that another program has just written into a file',
    () => findOutsideEdit(call),
    ({ results }) => results.map(({ id, snippet }) => `${id}: ${snippet}`).join('\n'),
  )
  const { backlinks } = await story.step(
    'get_backlinks: what links to the project',
    async () => {
      const links = linked.parse(await call('get_backlinks', { identifier: 'projects/website.md' }))
      if (links.backlinks.length < 2) throw new Error('a backlink is missing')
      return links
    },
    (links) =>
      links.backlinks.map(({ id, line_number: line, excerpt }) => `${id}:${line}: ${excerpt}`).join('\n'),
  )
  const [first] = backlinks
  await story.step(
    'get_note: follow the first of them',
    async () => read.parse(await call('get_note', { identifier: first?.id ?? '' })),
    ({ title, content }) => `${title}: ${content.trim().split('\n').at(-1) ?? ''}`,
  )
}

async function findOutsideEdit(call: CallOverWire): Promise<z.output<typeof found>> {
  const end = performance.now() + outsideEditLimitMs
  for (;;) {
    const answer = found.parse(await call('search_notes', { query: 'zinnia-coloured flyers' }))
    if (answer.results.some(({ snippet }) => snippet.includes('zinnia'))) return answer
    if (performance.now() > end) throw new Error('the new words were not found in 10 s')
    await pause(10)
  }
}
