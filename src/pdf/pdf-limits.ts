/** How much one PDF may take. */
export interface PdfLimits {
  readonly timeMs: number
  readonly pages: number
  readonly bytes: number
  /** Characters of its text. */
  readonly output: number
  /** Bytes of memory for what the PDF holds, unpacked. */
  readonly memory: number
}

export const usualLimits: PdfLimits = {
  timeMs: 60_000,
  pages: 2_000,
  bytes: 100_000_000,
  output: 10_000_000,
  memory: 700_000_000,
}

const names = ['timeMs', 'pages', 'bytes', 'output', 'memory'] as const

/** Limits as the arguments of a process, which `parseLimits` reads: what starts for each PDF loads no more than it needs. */
export function listLimits(limits: PdfLimits): string[] {
  return names.map((name) => String(limits[name]))
}

export function parseLimits(list: readonly string[]): PdfLimits {
  const [timeMs = 0, pages = 0, bytes = 0, output = 0, memory = 0] = list.map(Number)
  return { timeMs, pages, bytes, output, memory }
}
