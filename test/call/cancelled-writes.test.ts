import { expect, test } from 'vitest'
import { callTool } from '../../src/call/call-tool.ts'
import { allTools } from '../../src/tools/index.ts'
import { openMain } from '../support/change-files.ts'
import { treeOf } from '../support/tree-of.ts'
import { withVault } from '../support/with-vault.ts'

const files = {
  'plan.md': '---\ntags: [work]\n---\n# Plan\n\n## Part\n\nText\n\n- [ ] todo\n',
  'note/_description.md': '# Note\n\nA type.\n',
}
const identifier = 'plan.md'

const writes: readonly (readonly [tool: string, args: object])[] = [
  ['append_to_note', { identifier, content: 'More' }],
  ['update_note', { identifier, content: 'More', mode: 'append' }],
  ['upsert_note', { identifier, content: 'Other' }],
  ['create_note', { title: 'New', content: 'New' }],
  ['delete_note', { identifier, mode: 'permanent', confirm: true }],
  ['rename_note', { identifier, new_title: 'Other', rename_file: true }],
  ['move_note', { identifier, destination_directory: 'elsewhere' }],
  ['replace_section', { identifier, section_header: 'Part', new_content: 'Other' }],
  ['extract_section', { identifier, section_header: 'Part', new_title: 'Part', destination_directory: '' }],
  ['update_tags', { identifier, add_tags: ['more'] }],
  ['rename_tag', { from: 'work', to: 'play' }],
  ['add_todo', { identifier, text: 'Another' }],
  ['complete_todo', { identifier, task_text: 'todo', line_number: 10 }],
  ['capture_to_inbox', { text: 'A thought' }],
  ['open_daily_note', { content: 'A thought' }],
  ['undo_change', { change_id: '1' }],
]

test.each(writes)('%s changes nothing for a caller who left while others wrote', (tool, args) =>
  withVault(files, async (vaults) => {
    const { hub } = vaults
    await vaults.call('append_to_note', { identifier, content: '- [ ] later' })
    const vault = await openMain(vaults)
    const before = treeOf(vault.root)
    const othersAreDone = Promise.withResolvers<null>()
    const others = vault.writer.change({ tool: 'test', dryRun: false }, async () => {
      await othersAreDone.promise
      return { changes: [], facts: null }
    })
    const caller = new AbortController()
    const answer = callTool(allTools, tool, args, {
      vaults: hub,
      session: { id: 'test' },
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
      now: () => new Date(),
      signal: caller.signal,
      // Called once the tool is at work.
      keep: () => {
        caller.abort()
        othersAreDone.resolve(null)
      },
      strictOutput: true,
    })
    // A call that fails before it is at work.
    void answer.finally(() => {
      othersAreDone.resolve(null)
    })
    await others
    expect((await answer).structuredContent['error']).toMatchObject({ message: `${tool} was cancelled.` })
    expect(treeOf(vault.root)).toEqual(before)
  }),
)

test('what is to be written all the same, as the link to an issue that is made, is written for whoever has left', () =>
  withVault(files, async (vaults) => {
    const left = (await openMain(vaults)).view({ signal: AbortSignal.abort() })
    const append = (vault: typeof left) =>
      vault.notes.append(identifier, { content: 'More', heading: null }, { tool: 'test', dryRun: false })
    await expect(append(left)).rejects.toMatchObject({ name: 'AbortError' })
    expect(await vaults.read(identifier)).toBe(files['plan.md'])
    await append(left.view({ signal: null }))
    expect(await vaults.read(identifier)).toContain('More')
  }))
