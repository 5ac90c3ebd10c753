import { expect, test } from 'vitest'
import { hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'

const post = lines('+++', 'title = "Two"', '[[resources]]', '+++', '', 'Body [[Resources]]')
const vault = { 'content/two.md': post, 'content/resources.md': '# Resources\n' }
const identifier = 'content/two.md'

test('a note with a header of Hugo is renamed and given metadata or tags by its text alone', () =>
  withVault(vault, async ({ call, read }) => {
    const content_hash = hashOf(post)
    for (const [tool, input] of [
      ['update_note', { metadata: { draft: true }, content_hash }],
      ['update_note', { content: '+++\na = 1\n+++\nText', content_hash }],
      ['rename_note', { new_title: 'Zwei' }],
      ['update_tags', { add_tags: ['new'] }],
    ] as const)
      expect(await call(tool, { identifier, ...input })).toMatchObject({
        error: { code: 'VALIDATION_FAILED' },
      })
    expect(await call('create_note', { title: 'N', content: post })).toMatchObject({
      error: { code: 'VALIDATION_FAILED' },
    })
    expect(await read(identifier)).toBe(post)

    const edits = [{ old: 'title = "Two"', new: 'title = "Zwei"' }]
    await call('update_note', { identifier, edits })
    expect(await read(identifier)).toBe(post.replace('Two', 'Zwei'))
    expect(await call('get_note', { identifier: 'Zwei' })).toMatchObject({
      id: identifier,
      content: 'Body [[Resources]]\n',
      raw_frontmatter: '+++\ntitle = "Zwei"\n[[resources]]\n+++\n',
    })
  }))

test('its body is changed below the header, and links in the header stay', () =>
  withVault(vault, async ({ call, read }) => {
    await call('update_note', { identifier, content: 'Above', mode: 'prepend' })
    await call('update_note', { identifier, content: 'Below', mode: 'append' })
    await call('rename_note', { identifier: 'content/resources.md', new_title: 'Assets', rename_file: true })
    const [head, body = ''] = post.split('\n\n')
    const expected = `${head ?? ''}\n\nAbove\n\n${body.replace('Resources', 'assets')}`
    expect((await read(identifier)).replaceAll(/\n+/g, '\n')).toBe(
      `${expected}Below\n`.replaceAll(/\n+/g, '\n'),
    )
    const content_hash = hashOf(await read(identifier))
    await call('update_note', { identifier, content: 'All\n', content_hash })
    expect(await read(identifier)).toBe(`${head ?? ''}\n\nAll\n`)
  }))
