import { constants } from 'node:fs'
import { copyFile, readFile, realpath, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { deadLink } from '../behind-path.ts'
import { writeAtomically } from '../../registry/write-atomically.ts'
import { planSkills, type SkillsPlan, type SkillStep } from './plan-skills.ts'
import { readSkillFiles } from './skill-file.ts'
import { hasCode } from '../../model/error-code.ts'
import { parseJson } from '../../model/parse-json.ts'
import { makeFolder } from '../../own-files/make-private-folder.ts'

/** A `.claude` folder, and the folder that it must not lead out of; null for a user's own. */
export interface SkillsFolder {
  readonly folder: string
  readonly within: string | null
}

/** A finished step, and where the former text went. */
export interface DoneStep extends SkillStep {
  readonly backup: string | null
}

const recordName = 'flint-skills.json'

const recordShape = z.object({ files: z.record(z.string(), z.string()) })

/** What installing would do now. */
export async function planInstall({ folder }: SkillsFolder, force: boolean): Promise<SkillsPlan> {
  const [ours, recorded] = await Promise.all([readSkillFiles(), readRecord(folder)])
  const paths = new Set([...ours.map(({ path }) => path), ...recorded.keys()])
  const texts = await Promise.all(
    [...paths].map(async (path) => ({ path, text: await readFound(join(folder, path)) })),
  )
  const onDisk = new Map(
    texts.flatMap(({ path, text }): [string, string][] => (text === null ? [] : [[path, text]])),
  )
  return planSkills({ ours, recorded, onDisk, force })
}

/** Carries a plan out. A file that was edited meanwhile stays as it is. */
export async function install(
  { folder, within }: SkillsFolder,
  { steps, record }: SkillsPlan,
  version: string,
): Promise<readonly DoneStep[]> {
  await refuseWayOut(folder, within)
  const done: DoneStep[] = []
  for (const step of steps) {
    const file = join(folder, step.path)
    await refuseWayOut(file, within)
    done.push(await carryOut(step, file))
  }
  const kept = done.filter(({ outcome }) => outcome === 'kept').map(({ path }) => path)
  const before = await readRecord(folder)
  const files = Object.fromEntries(
    Object.entries(record).flatMap(([path, hash]): [string, string][] => {
      const known = kept.includes(path) ? before.get(path) : hash
      return known === undefined ? [] : [[path, known]]
    }),
  )
  await replace(
    join(folder, recordName),
    `${JSON.stringify({ flint: version, files }, null, 2)}\n`,
    () => true,
  )
  return done
}

async function carryOut(step: SkillStep, file: string): Promise<DoneStep> {
  const isAsPlanned = (text: string | null) => text === step.before
  switch (step.outcome) {
    case 'unchanged':
    case 'kept':
      return { ...step, backup: null }
    case 'removed':
      if (!isAsPlanned(await readFound(file))) return { ...step, outcome: 'kept', backup: null }
      await rm(file)
      return { ...step, backup: null }
    case 'replaced':
    case 'updated':
    case 'written': {
      const backup = step.outcome === 'replaced' ? await backUp(file) : null
      const isDone = await replace(file, step.text ?? '', isAsPlanned)
      return isDone ? { ...step, backup } : { ...step, outcome: 'kept', backup }
    }
  }
}

/** Writes through a link, so that a folder of dotfiles stays one. */
async function replace(
  file: string,
  text: string,
  mayReplace: (now: string | null) => boolean,
): Promise<boolean> {
  makeFolder(dirname(file))
  const target = (await nullIfMissing(realpath(file))) ?? file
  return await writeAtomically(target, text, async () => mayReplace(await readFound(file)))
}

/** Beside it, under a name that is not Markdown: Claude Code takes every `.md` there for a command. */
async function backUp(file: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const copy = `${file}.${number}.bak`
    try {
      await copyFile(file, copy, constants.COPYFILE_EXCL)
      return copy
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
}

/** What was installed; nothing where the record is missing or damaged, so that every other text counts as edited. */
async function readRecord(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFound(join(folder, recordName))
  const read = recordShape.safeParse(parseJson(text ?? ''))
  // A path in the record that leads elsewhere is not followed.
  return new Map(read.success ? Object.entries(read.data.files).filter(([path]) => isPlain(path)) : [])
}

function isPlain(path: string): boolean {
  return /^(?:skills|commands)\/[\w/.-]+$/.test(path) && !path.split('/').includes('..')
}

async function readFound(file: string): Promise<string | null> {
  const text = await nullIfMissing(readFile(file, 'utf8'))
  // Behind a link that leads nowhere nothing can be put, either.
  if (text === null && deadLink(file) !== null) return await readFile(file, 'utf8')
  return text
}

async function nullIfMissing<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** A vault may come from another person: a link in it must not lead installed files outside. */
async function refuseWayOut(path: string, within: string | null): Promise<void> {
  if (within === null) return
  const root = await realpath(within)
  for (let above = path; ; above = dirname(above)) {
    const real = await nullIfMissing(realpath(above))
    if (real === null) continue
    if (real === root || real.startsWith(`${root}${sep}`)) return
    throw new VaultError(
      'OUTSIDE_VAULT',
      'The .claude folder of this vault is a link that leads out of it. Nothing was written.',
      {
        hint: 'Install for yourself instead: flint skill install --user.',
      },
    )
  }
}
