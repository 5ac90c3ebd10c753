import type { VaultHub } from '../../registry/vault-hub.ts'
import { cureOf, type Finding, ok, problem, warning } from './finding.ts'
import { countOf } from '../plain-text.ts'
import { messageOf } from '../../model/error-code.ts'

/** Checks the list of vaults: whether it is readable, its keys are known and its entries make sense. */
export async function checkRegistry(hub: VaultHub): Promise<readonly Finding[]> {
  try {
    const { file, text } = await hub.registry()
    const [notices, known, current] = await Promise.all([hub.notices(), hub.known(), hub.current()])
    const found =
      text === null
        ? ok('registry', `${file} (not there yet)`)
        : ok('registry', `${file}, ${countOf(known.length, 'vault')}`)
    return [
      found,
      ...notices.map((notice) =>
        warning('registry', notice, 'Change it in the file that flint config path prints.'),
      ),
      ...(current === null
        ? [warning('active vault', 'No vault is active.', 'flint create ID NAME PATH, or flint switch ID.')]
        : [ok('active vault', `${current.id} (${current.root})`)]),
    ]
  } catch (error) {
    return [
      problem(
        'registry',
        messageOf(error),
        cureOf(error) ?? 'Look at the file that flint config path prints.',
      ),
    ]
  }
}
