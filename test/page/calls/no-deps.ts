import type { PersonDeps } from '../../../src/page/calls/person-deps.ts'

/** For tests of calls that ask nothing of other rooms. */
export const noDeps: PersonDeps = {
  questions: () => Promise.reject(new Error('There are none.')),
  listTokens: () => Promise.resolve([]),
  createToken: ({ name }) => Promise.resolve({ token: '', name }),
  revokeToken: () => Promise.resolve(),
  listModels: () => Promise.resolve([]),
  pullModel: () => Promise.resolve(),
  checkFlint: () => Promise.resolve([]),
  listClients: () => Promise.resolve([]),
}
