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
