import { existsSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { parseCanvas } from '../../src/markdown/read/parse-canvas.ts'
import { findFrontmatter } from '../../src/markdown/read/find-frontmatter.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { readLenientYaml } from '../../src/markdown/read/read-lenient-yaml.ts'
import { readYaml } from '../../src/markdown/read/read-yaml.ts'
import { listFiles, needsShared, readText, sharedData } from '../support/shared-data.ts'
import { expectConsistent } from './expect-consistent.ts'

const folder = join(sharedData, 'vaults')
const suite = join(sharedData, 'cases/yaml-test-suite.jsonl')

test.skipIf(!existsSync(folder))(`real vaults are read consistently and quickly (${needsShared})`, () => {
  const texts = listFiles(folder, '.md').map(readText)
  const started = process.cpuUsage()
  const notes = texts.map((text) => parseNote(text))
  // Time of this process alone: others may be busy.
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000)
  expect(notes.length).toBeGreaterThan(3000)
  notes.forEach((note, index) => {
    expectConsistent(texts[index]!, note)
  })
  expect(notes.filter(({ frontmatter }) => frontmatter.problem !== null)).toHaveLength(1)
})

test.skipIf(!existsSync(folder))(`headings are those of a CommonMark reader (${needsShared})`, () => {
  const reader = new MarkdownIt({ html: true })
  const differing = listFiles(folder, '.md').filter((path) => {
    const text = readText(path)
    const { frontmatter, headings } = parseNote(text)
    const theirs = reader
      .parse(text.slice(frontmatter.bodyStart), {})
      .filter(({ type, level }) => type === 'heading_open' && level === 0)
      .map(({ tag, map }) => `${tag} ${(map?.[0] ?? 0) + frontmatter.bodyLine}`)
    return theirs.join() !== headings.map(({ level, line }) => `h${level} ${line}`).join()
  })
  expect(differing).toEqual([])
})

test.skipIf(!existsSync(folder))(`a real canvas is read (${needsShared})`, () => {
  const canvases = listFiles(folder, '.canvas').map(readText)
  expect(canvases.length).toBeGreaterThan(0)
  expect(canvases.flatMap((text) => parseCanvas(text)).length).toBeGreaterThan(0)
})

test.skipIf(!existsSync(folder))(`both YAML readers read real frontmatter alike (${needsShared})`, () => {
  const yamls = listFiles(folder, '.md').flatMap((path) => {
    const text = readText(path)
    const place = findFrontmatter(text)
    return place === null ? [] : [text.slice(place.yamlStart, place.yamlEnd)]
  })
  expect(yamls.length).toBeGreaterThan(2000)
  const differing = yamls.filter((yaml) => {
    // A block of text begins at its mark for the one, below it for the other.
    const [one, other] = [readYaml(yaml), readLenientYaml(yaml)].map(({ data, scalars }) => [
      data,
      scalars
        .filter(({ text }) => text !== '')
        .map((scalar) => (scalar.style === 'block' ? scalar.text : Object.entries(scalar).sort())),
    ])
    return JSON.stringify(one) !== JSON.stringify(other)
  })
  expect(differing).toEqual([])
})

test.skipIf(!existsSync(suite))(`both YAML readers read the YAML test suite alike (${needsShared})`, () => {
  const differing = readText(suite)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; yaml: string })
    .filter(({ yaml }) => {
      const [one, other] = [readYaml(yaml), readLenientYaml(yaml)]
      return (
        one.problem === null &&
        other.problem === null &&
        JSON.stringify(one.data) !== JSON.stringify(other.data)
      )
    })
  // A key that is nothing at all: `null` to the one, the empty text to the other.
  expect(differing.map(({ id }) => id)).toEqual(['2JQS', '6M2F', 'DFF7', 'FRK4', 'NHX8', 'S3PD', 'SM9W/1'])
})
