import { type Finding, ok, problem } from './finding.ts'

const least = [20, 19] as const

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const isEnough = major > least[0] || (major === least[0] && minor >= least[1])
  return isEnough
    ? ok('node', `Node ${version}`)
    : problem(
        'node',
        `Node ${version} is too old.`,
        `Install Node ${least.join('.')} or newer, and check what the client starts: it may have a PATH of its own.`,
      )
}
