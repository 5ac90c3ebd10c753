import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import './run-published.ts'

// No test sees this user's registry, indexes or home: each file has folders of its own.
const home = mkdtempSync(join(tmpdir(), 'flint-test-'))
process.env['FLINT_CONFIG_DIR'] = join(home, 'config')
process.env['FLINT_DATA_DIR'] = join(home, 'data')
process.env['HOME'] = home
process.env['USERPROFILE'] = home
for (const name of ['ZK_NOTEBOOK_DIR', 'VAULT_PATH', 'PORT', 'GITLAB_PROJECT'])
  Reflect.deleteProperty(process.env, name)

afterAll(() => {
  rmSync(home, { recursive: true, force: true })
})

// The same cases on every run. `FC_SEED=$RANDOM npm test` looks for others.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 1) })
