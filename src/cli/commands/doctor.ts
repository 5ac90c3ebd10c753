import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { toPerson } from '../to-person.ts'
import { checkAll } from '../doctor/check-all.ts'
import type { Finding } from '../doctor/finding.ts'
import { exitCodes } from '../exit-codes.ts'
import { countOf, oneLine } from '../plain-text.ts'

/** `flint doctor`: says what is wrong and how to mend it; fails when something must be mended. */
export async function doctor(_given: unknown, cli: Cli): Promise<Outcome> {
  const findings = (await checkAll(cli)).map(({ message, fix, ...rest }) => ({
    ...rest,
    message: toPerson(message),
    ...(fix !== undefined && { fix: toPerson(fix) }),
  }))
  const problems = findings.filter(({ state }) => state === 'problem').length
  const warnings = findings.filter(({ state }) => state === 'warning').length
  return {
    data: { ok: problems === 0, problems, warnings, findings },
    text: `${findings.map((finding) => describe(finding, cli)).join('\n')}\n\n${summary(problems, warnings)}`,
    exitCode: problems === 0 ? exitCodes.ok : exitCodes.failure,
  }
}

interface ToldFinding extends Finding {
  readonly message: string
  readonly fix?: string
}

function describe({ check, state, message, fix, vault }: ToldFinding, { terminal: { paint } }: Cli): string {
  const signs = {
    ok: paint('green', 'ok     '),
    warning: paint('yellow', 'warning'),
    problem: paint('red', 'problem'),
  }
  const where = vault === undefined ? check : `${vault}: ${check}`
  const line = `${signs[state]}  ${paint('bold', where)}  ${oneLine(message)}`
  return fix === undefined ? line : `${line}\n         ${paint('cyan', 'fix:')} ${fix}`
}

function summary(problems: number, warnings: number): string {
  if (problems === 0 && warnings === 0) return 'All is well.'
  return `${countOf(problems, 'problem')}, ${countOf(warnings, 'warning')}.`
}
