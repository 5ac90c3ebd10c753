import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { attributesFile, type DriverSetup } from './merge-driver.ts'
import type { Repository } from './repository.ts'

export async function setUpDriver(repository: Repository, { settings, after }: DriverSetup): Promise<void> {
  for (const [name, value] of settings) await repository.git(['config', '--local', name, value])
  await writeAttributes(repository, after)
}

export async function removeDriver(
  repository: Repository,
  { after }: Pick<DriverSetup, 'after'>,
): Promise<void> {
  await repository.git(['config', '--local', '--remove-section', 'merge.flint'], { expected: [128] })
  await writeAttributes(repository, after)
}

async function writeAttributes(repository: Repository, text: string): Promise<void> {
  const file = attributesFile(repository)
  if (text === '') {
    await rm(file, { force: true })
    return
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.flint`, text)
  await rename(`${file}.flint`, file)
}
