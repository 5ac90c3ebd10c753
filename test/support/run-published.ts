// To be imported before what starts a thread or a process of flint's own: it is run as it is published, one file in
// dist/app, which loads in half the time that its modules take. After `tsc` alone, which leaves that file behind, the modules are.
import children, { type ForkOptions } from 'node:child_process'
import { statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import threads, { type WorkerOptions } from 'node:worker_threads'
import { lendThread } from './kept-threads.ts'

const dist = new URL('../../dist/', import.meta.url)
const { Worker } = threads
const { fork } = children

function published(file: URL): URL {
  if (!file.href.startsWith(new URL('src/', dist).href)) return file
  const whole = new URL(`app/${basename(file.pathname)}`, dist)
  const bundledAt = statSync(whole, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const builtAt = statSync(new URL('.tsbuildinfo', dist), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return bundledAt > builtAt ? whole : file
}

threads.Worker = new Proxy(Worker, {
  construct(_, [file, options]: [string | URL, WorkerOptions?]) {
    if (!(file instanceof URL)) return new Worker(file, options)
    return lendThread(Worker, published(file), options) ?? new Worker(published(file), options)
  },
})
const forkPublished = (file: string | URL, args?: readonly string[], options?: ForkOptions) =>
  fork(published(typeof file === 'string' ? pathToFileURL(file) : file), args, options)
children.fork = forkPublished as typeof fork
syncBuiltinESMExports()
