// People nest a handful of levels. The readers are recursive, and a stack overflow ends the process.
const deepest = 100

/**
 * Why the YAML is nested too deeply to be read, or null. Counts brackets and list marks anywhere, even in quoted text:
 * nobody writes a frontmatter with a hundred open ones.
 *
 *     nestingProblem('a: [[1]]')   // null
 */
export function nestingProblem(yaml: string): string | null {
  let depth = 0
  for (const character of yaml) {
    if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1)
    if (depth > deepest) return tooDeep
  }
  const indents: number[] = []
  for (const [, blanks = '', marks = ''] of yaml.matchAll(/(?<=^|\n|\r(?!\n))( *)((?:[-?] +)*)/g)) {
    while ((indents.at(-1) ?? -1) >= blanks.length) indents.pop()
    indents.push(blanks.length)
    if (indents.length + marks.length / 2 > deepest) return tooDeep
  }
  return null
}

const tooDeep = `It is nested more than ${deepest} levels deep.`
