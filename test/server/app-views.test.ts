import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AppViews } from '../../src/offers/apps/app-views.ts'
import type { Json } from '../support/with-vault.ts'
import { eras, withResources } from './resource-client.ts'

const document = fileURLToPath(new URL('../../dist/app/page/app.html', import.meta.url))
const declared = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }
const view = 'ui://flint-note/search'

for (const era of eras) {
  test(`only a client that says so is offered views, and all others the same bytes as ever (${era})`, async () => {
    const asked = async (options: { readonly extensions?: Json; readonly apps?: AppViews }) => {
      let answers: Json = null
      await withResources(
        era,
        { main: {} },
        async ({ ask }) => {
          const [{ tools }, { resources }] = [await ask('tools/list'), await ask('resources/list')]
          answers = { tools, resources, read: await ask('resources/read', { uri: view }) }
        },
        options,
      )
      return answers
    }
    const apps = new AppViews(document)
    const before = await asked({})
    const shown = await asked({ apps, extensions: declared })
    for (const others of [{ apps }, { apps, extensions: { 'io.example/other': {} } }])
      expect(JSON.stringify(await asked(others))).toBe(JSON.stringify(before))
    expect(before.read.error.message).toContain('There is no such resource')

    const views = shown.tools.flatMap(({ name, _meta: { ui } }: Json) =>
      ui === undefined ? [] : [[name, ui.resourceUri]],
    )
    expect(Object.fromEntries(views)).toEqual({
      search_notes: view,
      update_note: 'ui://flint-note/change',
      list_changes: 'ui://flint-note/change',
    })
    const uris = ({ resources }: Json) => resources.map(({ uri }: Json) => uri)
    expect(uris(shown)).toEqual([...uris(before), view, 'ui://flint-note/change'])
    const [read] = shown.read.contents
    expect(read).toMatchObject({ uri: view, mimeType: 'text/html;profile=mcp-app' })
    expect(read.text).toContain('data-view="search-view"')
    expect(read.text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)=/)
    // But for the views nothing differs.
    for (const tool of shown.tools) delete tool._meta.ui
    expect(shown.tools).toEqual(before.tools)
  })
}
