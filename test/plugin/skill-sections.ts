import { readFileSync } from 'node:fs'

/** A page of the plugin. */
export function readPage(path: string): string {
  return readFileSync(new URL(`../../plugin/${path}`, import.meta.url), 'utf8')
}

/** The part below `## heading`, up to the next one. */
export function sectionOf(page: string, heading: string): string {
  const [, section] = page.split(`\n## ${heading}\n`)
  if (section === undefined) throw new Error(`There is no section "${heading}".`)
  return section.split('\n## ')[0] ?? ''
}

/** Every `## heading`, in order. */
export function headingsOf(page: string): readonly string[] {
  return [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
}
