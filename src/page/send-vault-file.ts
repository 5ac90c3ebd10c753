import type { ServerResponse } from 'node:http'
import { VaultError } from '../model/vault-error.ts'
import type { VaultAccess } from '../registry/vault-access.ts'
import { refuse } from '../server/refuse-http.ts'
import { vaultFileHeaders } from './page-headers.ts'

/** Pictures are shown where they stand; anything else is handed over as a file. */
const pictures: Readonly<Record<string, string>> = {
  apng: 'image/apng',
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}

const mostBytes = 64 * 1024 * 1024

/**
 * Answers with a file of a vault: `VAULT_ID/PATH`, each part percent-encoded. What is hidden, outside the vault or outside
 * what this session may see is not there. Why a vault is not available is said.
 */
export async function sendVaultFile(
  address: string,
  vaults: VaultAccess,
  response: ServerResponse,
): Promise<void> {
  const [id = '', ...parts] = decode(address)
  const path = parts.join('/')
  const bytes = await read(id, path, vaults)
  if (bytes === 'missing') {
    refuse(response, 404, 'There is no such file.')
    return
  }
  if (bytes instanceof VaultError) {
    refuse(response, 503, bytes.message)
    return
  }
  if (bytes === 'too large') {
    refuse(response, 413, `Files of up to ${mostBytes} bytes are shown here.`)
    return
  }
  const picture = pictures[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '']
  response.writeHead(200, {
    ...vaultFileHeaders,
    'content-type': picture ?? 'application/octet-stream',
    'content-length': bytes.length,
    'content-disposition':
      picture === undefined
        ? `attachment; filename*=UTF-8''${encodeURIComponent(parts.at(-1) ?? '')}`
        : 'inline',
  })
  response.end(bytes)
}

async function read(
  id: string,
  path: string,
  vaults: VaultAccess,
): Promise<Buffer | 'missing' | 'too large' | VaultError> {
  try {
    const known = await vaults.find(id)
    const { files } = await vaults.open(known.id)
    return await files.readBytes(path, mostBytes)
  } catch (error) {
    if (error instanceof VaultError) return error.code === 'VAULT_UNAVAILABLE' ? error : 'missing'
    throw error
  }
}

/** Nothing where it is no proper address. */
function decode(address: string): readonly string[] {
  try {
    return address.split('/').map(decodeURIComponent)
  } catch {
    return []
  }
}
