import { errorCode } from '../model/error-code.ts'
import { VaultError } from '../model/vault-error.ts'
import { type PostgresPlace, showPlace } from './postgres-place.ts'

export const tooManyConnections = '53300'

/** What a caller is told while PostgreSQL cannot be used: nothing was changed, and it is worth trying again. */
export function storeUnavailable(cause: unknown): VaultError {
  const [why, cure] = answered.get(errorCode(cause)) ?? ['does not answer']
  const again = 'Try the same call again in a few seconds.'
  return new VaultError(
    'CLUSTER_UNAVAILABLE',
    `The servers’ common store ${why} at this moment. Nothing was changed.`,
    { retry: true, hint: cure === undefined ? again : `${again} If that goes on: ${cure}` },
    { cause },
  )
}

/** What it says itself, and what whoever runs it can do. */
const answered: ReadonlyMap<string, readonly [why: string, cure: string]> = new Map([
  [
    tooManyConnections,
    [
      'has no connection left',
      'raise its max_connections, or the limit of this user or database; a server takes up to 13, and 3 at least.',
    ],
  ],
  [
    '25006',
    [
      'is read-only',
      'let it take writes (default_transaction_read_only), or name another one than a standby in the address.',
    ],
  ],
  ['55000', ['accepts no connections to this database', 'alter database … allow_connections true.']],
])

/** Whether it is the connection that failed, or a server that is starting or stopping: later it may go well. */
export function isConnectionLost(error: unknown): boolean {
  const code = errorCode(error)
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  if (/^(08|57P)|^(53300|25006|25P03|55000|57014)$/.test(code)) return true
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/.test(code)) return true
  return error instanceof Error && lostMessages.test(error.message)
}

/** The driver's own words, which have no code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client was closed|The server does not support SSL)/

/** What a command is told that only looks, and finds no servers' schema. */
export function noSchema(place: PostgresPlace): VaultError {
  return new VaultError(
    'NOT_FOUND',
    `${showPlace(place)} is no place that servers share: no server has joined there.`,
    {
      hint: 'Mend the database in the address or cluster.schema, or start a server there first.',
    },
  )
}

/** What the operator is told when the store cannot be opened at the start. The password is in none of it. */
export function cannotOpen(place: PostgresPlace, cause: unknown): VaultError {
  if (cause instanceof VaultError) return cause
  const code = errorCode(cause)
  const [reason, hint] = hasNoTls(cause)
    ? withoutTls
    : (reasons.find(([codes]) => codes.test(code))?.[1] ?? [
        `it answers with the error ${code}`,
        'Look into the log of PostgreSQL, and try the address with psql.',
      ])
  return new VaultError(
    'CLUSTER_UNAVAILABLE',
    `${showPlace(place)} cannot be opened: ${reason}.`,
    { hint },
    { cause: withoutAddress(cause) },
  )
}

function hasNoTls(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('The server does not support SSL')
}

const withoutTls = [
  'it has no TLS, which the address asks for',
  'Turn on ssl in its settings, or take sslmode out of the address.',
] as const

const reasons: readonly (readonly [RegExp, readonly [reason: string, hint: string]])[] = [
  [
    /^28/,
    [
      'it does not accept this user or password',
      'Mend user and password in the address, or what pg_hba.conf allows.',
    ],
  ],
  [/^3D000$/, ['there is no such database', 'Make it first: createdb NAME']],
  [
    /^42501$/,
    [
      'this user may not make the schema or its tables',
      'Let an owner of the database make the schema for it: create schema flint authorization USER. Where it is there already: grant all on schema flint to USER, and on all tables in it.',
    ],
  ],
  [/^53300$/, ['it has no connection left', 'Raise max_connections, or stop what holds them.']],
  [/^25006$/, ['it is read-only', 'Let it take writes, or name another one than a standby in the address.']],
  [
    /^55000$/,
    ['it accepts no connections to this database', 'Allow them: alter database … allow_connections true.'],
  ],
  [/^57P03$/, ['it is starting or stopping', 'Try again in a few seconds.']],
  [
    /^(ECONN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOENT|$)/,
    ['it cannot be reached', 'Start it, or mend host and port in the address.'],
  ],
]

/** The driver's errors do not show the address, but those of resolvers and of other versions may. */
function withoutAddress(cause: unknown): unknown {
  return cause instanceof Error ? new Error(cause.message.replaceAll(/postgres(?:ql)?:\/\/\S+/g, '…')) : null
}
