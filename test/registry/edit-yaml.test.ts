import { expect, test } from 'vitest'
import { editYaml } from '../../src/registry/edit-yaml.ts'

test.each(['', 'null\n', '---\n', '~\n', '# Mine.\n', '# Mine.\n~\n', '# Mine.\n---\n'])(
  'a text that says nothing takes its first key: %j',
  (text) => {
    const edited = editYaml(text, {}, { current_vault: 'work' })
    expect(edited).toContain('current_vault: work\n')
    expect(edited.includes('# Mine.')).toBe(text.includes('# Mine.'))
    expect(editYaml(edited, { current_vault: 'work' }, { current_vault: 'home' })).toContain(
      'current_vault: home\n',
    )
  },
)
