// The licences of what lies in a bundle, as they ask for.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of the packages to which these modules belong, which are named from the project's folder. */
export function licences(root, modules) {
  const folders = new Set(
    modules.flatMap((name) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []),
  )
  const texts = [...folders].sort().map((place) => {
    const folder = join(root, place)
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return `${name} ${version} (${license})\n\n${licenceText(folder)}`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|$)/i.test(name))
  return file === undefined
    ? 'Its package has no text of the licence.\n'
    : readFileSync(join(folder, file), 'utf8')
}
