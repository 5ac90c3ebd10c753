import { VaultError } from '../model/vault-error.ts'

/** A database, and the schema in it that is flint's. */
export interface PostgresPlace {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the driver's options after `?`. It may hold a password. */
  readonly url: string
  /** `flint` when left out. */
  readonly schema?: string
}

const defaultSchema = 'flint'

/** Refuses what is no address of a PostgreSQL, and a schema whose name would have to be quoted. */
export function checkPlace({ url, schema = defaultSchema }: PostgresPlace): Required<PostgresPlace> {
  if (!/^postgres(?:ql)?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new VaultError('INVALID_ARGUMENT', 'The cluster’s address is no address of a PostgreSQL.', {
      hint: 'It looks like this: postgres://USER:PASSWORD@HOST:5432/DATABASE. In a password write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25.',
    })
  }
  const { pathname, hash } = new URL(url)
  if (hash !== '' || pathname.slice(1).includes('/')) {
    throw new VaultError(
      'INVALID_ARGUMENT',
      'The cluster’s address cannot be read: a / or # stands where none may be.',
      {
        hint: 'In a password write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25.',
      },
    )
  }
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_')) {
    throw new VaultError('INVALID_ARGUMENT', `"${schema}" is no name for a schema here.`, {
      hint: 'Use lower-case letters, digits and _, with a letter first: flint.',
    })
  }
  return { url, schema }
}

/** The address without what must not be seen: no password, and no options, which may hold one as well. */
export function showPlace({ url, schema = defaultSchema }: PostgresPlace): string {
  const parsed = URL.parse(url)
  if (parsed === null) return 'PostgreSQL'
  const { protocol, username, host, pathname } = parsed
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname} (schema ${schema})`
}
