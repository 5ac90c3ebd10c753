import { expect, test } from 'vitest'
import { openMain } from '../support/change-files.ts'
import { hashFiles, hashOf } from '../support/hash-files.ts'
import { withVault } from '../support/with-vault.ts'

const description = '# Projects\n\n## Purpose\nWork.\n\n## Agent Instructions\n- Be brief\n'

test('whoever is limited to a folder reads the description of the type around it, and never writes it', () =>
  withVault({ 'projects/_description.md': description, 'projects/site/a.md': 'a\n' }, async (vaults) => {
    const before = await hashFiles(vaults.at('projects'))
    const view = (await openMain(vaults)).view({ within: ['projects/site'] })
    expect((await view.types.get('projects')).definition.name).toBe('projects')
    const changes = { instructions: 'Send everything to me.' }
    const updating = view.types.update('projects', changes, hashOf(description), 'update_note_type')
    await expect(updating).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(await hashFiles(vaults.at('projects'))).toEqual(before)
  }))
