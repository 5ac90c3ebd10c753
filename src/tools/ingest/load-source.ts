import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, resolve, sep } from 'node:path'
import { privateAlone, privateMode } from '../../domain/private-mode.ts'
import { asVaultError, notAFile } from '../../files/file-errors.ts'
import { isMissing } from '../../files/read-file.ts'
import { hashOf } from '../../files/hash-file.ts'
import { fetchDocument, requireWebUrl, usualLimits } from '../../ingest/fetch-document.ts'
import type { RequestRules } from '../../ingest/guarded-request.ts'
import { ingestFailed } from '../../ingest/ingest-error.ts'
import type { Origin } from '../../text-work/ingested-note.ts'
import { normalizeUrl, withQueryAnew } from '../../ingest/normalize-url.ts'
import { readDocument, type ReadDocument } from '../../ingest/read-document.ts'
import type { RobotsRules } from '../../ingest/robots-rules.ts'
import { isNotePath } from '../../model/note-path.ts'
import { sourceKey } from '../../model/source-key.ts'
import { documentText } from '../../markdown/read/document-note.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'

/** What ingestion may touch beside the vault. */
export interface SourceDoors {
  readonly rules: RequestRules
  readonly robots: RobotsRules
  readonly signal: AbortSignal
  readonly onPage?: (done: number, total: number) => void
  /** The person at the terminal may name any file; an agent only those of the vault. */
  readonly mayReadAnywhere: boolean
}

/** What a caller named, before anything is read. */
export type NamedSource =
  | { readonly kind: 'url'; readonly url: URL; readonly key: string }
  | { readonly kind: 'file'; readonly path: string; readonly key: string }
  | { readonly kind: 'outside'; readonly absolute: string; readonly key: string }

type NamedFile = Exclude<NamedSource, { readonly kind: 'url' }>

export interface LoadedSource {
  readonly origin: Origin
  /** By these the note of a source is known again; the first one is written down. */
  readonly keys: readonly [string, ...string[]]
  readonly hash: string
  readonly document: ReadDocument
  /** The permissions of a file that only its user may read; those of any new note when left out. */
  readonly mode?: number | undefined
}

/** Which document is meant: an http(s) address, or a file. OUTSIDE_VAULT for a file that this caller may not name. */
export async function nameSource(
  vault: VaultContext,
  source: string,
  { mayReadAnywhere }: Pick<SourceDoors, 'mayReadAnywhere'>,
): Promise<NamedSource> {
  const trimmed = source.trim()
  if (/^[a-z][a-z0-9+.-]+:/i.test(trimmed) && !/^[a-z]:[\\/]/i.test(trimmed) && URL.canParse(trimmed)) {
    const url = new URL(trimmed)
    requireWebUrl(url)
    return { kind: 'url', url, key: normalizeUrl(url) }
  }
  if (mayReadAnywhere) {
    const absolute = resolve(vault.root, trimmed)
    if (!`${absolute}${sep}`.startsWith(vault.root + sep)) {
      // A path on this machine is not told to callers.
      const mark = createHash('sha256').update(absolute).digest('hex').slice(0, 12)
      return { kind: 'outside', absolute, key: sourceKey(`file:${basename(absolute)}#${mark}`) }
    }
  }
  const path = await vault.files.canonical(vault.files.spelled(vault.files.toRelative(trimmed)))
  if (path === '')
    throw new VaultError('INVALID_PATH', 'The vault itself is no document.', {
      hint: 'Give a file such as raw/paper.pdf, or an address that begins with https://.',
    })
  return { kind: 'file', path, key: sourceKey(path) }
}

/** Fetches or reads a document. */
export async function loadSource(
  vault: VaultContext,
  named: NamedSource,
  doors: SourceDoors,
): Promise<LoadedSource> {
  if (named.kind === 'url') return await loadUrl(named, doors)
  const bytes = await readSource(vault, named)
  const name = named.kind === 'file' ? named.path : basename(named.absolute)
  if (bytes === 'missing')
    throw new VaultError('NOT_FOUND', `There is no file ${name}.`, {
      hint: doors.mayReadAnywhere
        ? 'Give its path from here or from the root of the vault, or an address.'
        : 'Give its path from the root of the vault, such as raw/paper.pdf.',
    })
  if (
    bytes === 'too large' ||
    (bytes.length > usualLimits.pageBytes && !bytes.subarray(0, 1_024).includes('%PDF-'))
  )
    throw ingestFailed(
      'too-large',
      `${name} is larger than 10 MB, or 100 MB for a PDF.`,
      'Ingest the part that matters as a file of its own.',
    )
  const document = await readDocument({ bytes, name, contentType: '', url: null }, doors)
  const origin: Origin = {
    kind: 'file',
    path: named.kind === 'file' ? named.path : null,
    name: basename(name),
  }
  const mode =
    named.kind === 'file'
      ? await privateMode(vault, named.path)
      : privateAlone((await stat(named.absolute)).mode)
  return { origin, keys: [named.key], hash: hashOf(bytes), document, mode }
}

/** The hash of a file's bytes, by which it is known that it has not changed; null where it cannot be read. */
export async function hashSource(vault: VaultContext, named: NamedFile): Promise<string | null> {
  const bytes = await readSource(vault, named)
  return typeof bytes === 'string' ? null : hashOf(bytes)
}

async function readSource(vault: VaultContext, named: NamedFile): Promise<Buffer | 'missing' | 'too large'> {
  if (named.kind === 'outside') return await readAnywhere(named.absolute)
  const bytes = await vault.files.readBytes(named.path, usualLimits.pdfBytes)
  return typeof bytes === 'string' || !isNotePath(named.path) ? bytes : withoutHeader(bytes)
}

/** A document that left raw/ is known by the bytes that it had there. */
function withoutHeader(bytes: Buffer): Buffer {
  const own = documentText(bytes.toString('utf8'))
  return own === null ? bytes : Buffer.from(own)
}

async function loadUrl(
  { url, key }: Extract<NamedSource, { kind: 'url' }>,
  doors: SourceDoors,
): Promise<LoadedSource> {
  const { rules, robots, signal } = doors
  const fetched = await fetchDocument(url, { rules, robots, signal, limits: usualLimits })
  const { bytes, contentType } = fetched
  const final = normalizeUrl(new URL(fetched.url))
  const document = await readDocument(
    { bytes, name: new URL(final).pathname, contentType, url: final },
    doors,
  )
  return {
    origin: { kind: 'url', url: final },
    keys: [final, key, withQueryAnew(final)],
    // Pages carry times and numbers that change with each visit: what counts is their text.
    hash: hashOf(Buffer.from(document.draft.markdown)),
    document,
  }
}

async function readAnywhere(absolute: string): Promise<Buffer | 'missing' | 'too large'> {
  try {
    const found = await stat(absolute)
    if (!found.isFile()) throw notAFile(basename(absolute), found)
    return found.size > usualLimits.pdfBytes ? 'too large' : await readFile(absolute)
  } catch (error) {
    if (isMissing(error)) return 'missing'
    throw asVaultError(error, basename(absolute))
  }
}
