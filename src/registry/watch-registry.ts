import { type FSWatcher, unwatchFile, watch, watchFile } from 'node:fs'
import { dirname } from 'node:path'
import { VaultError } from '../model/vault-error.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import { readRegistry, type Registry } from './read-registry.ts'

export interface RegistryWatch {
  close(): void
}

/** Of a damaged one the last that could be read stays in force. */
export type RegistryChange = 'changed' | 'damaged'

/**
 * Follows changes by other processes and people since `known` was read. A file with the same values is no change. Does
 * not keep the process alive.
 */
export function watchRegistry(
  folder: string,
  known: Registry,
  onChange: (change: RegistryChange) => void,
): RegistryWatch {
  let seen: string | null | undefined = known.text
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let reading: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    const change = await read()
    // It may have been closed while the file was read.
    if (!isClosed && change !== null) onChange(change)
  }

  const read = async (): Promise<RegistryChange | null> => {
    try {
      const { text } = await readRegistry(folder)
      if (text === seen) return null
      seen = text
      return 'changed'
    } catch (error) {
      // A damaged file has no known text: whatever comes next is a change.
      const wasDamaged = seen === undefined
      seen = undefined
      return error instanceof VaultError && !wasDamaged ? 'damaged' : null
    }
  }

  const lookSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      reading = reading.then(look)
    }, quietMs).unref()
  }

  const stop = listen(folder, known.file, lookSoon)
  lookSoon()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      stop()
    },
  }
}

/** Programs write a file in several steps. */
const quietMs = 50

/** Watches the file's folder, as the file is replaced on every change; polls where no events come. */
function listen(folder: string, file: string, onEvent: () => void): () => void {
  const poll = (): (() => void) => {
    watchFile(file, { interval: 1000, persistent: false }, onEvent)
    return () => {
      unwatchFile(file, onEvent)
    }
  }
  let watcher: FSWatcher
  try {
    makePrivateFolder(folder)
    watcher = watch(dirname(file), { persistent: false }, onEvent)
  } catch {
    return poll()
  }
  let stop = (): void => {
    watcher.close()
  }
  watcher.on('error', () => {
    watcher.close()
    stop = poll()
  })
  return () => {
    stop()
  }
}
