/** One quantity in Prometheus' text format. Labels name tools, outcomes and vaults, never a note. */
export interface Metric {
  /** Without `flint_`; a counter ends with `_total`. */
  readonly name: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: readonly Sample[]
}

export interface Sample {
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
  /** What a histogram's parts are called: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string
}

/** Whoever knows some quantities gives them when they are asked for. */
export type Measure = () => readonly Metric[] | Promise<readonly Metric[]>

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

export function writeMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, kind, help, samples }) => [
    `# HELP flint_${name} ${help}`,
    `# TYPE flint_${name} ${kind}`,
    ...samples.map(
      ({ value, labels = {}, suffix = '' }) => `flint_${name}${suffix}${inBraces(labels)} ${value}`,
    ),
  ])
  return `${lines.join('\n')}\n`
}

function inBraces(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
