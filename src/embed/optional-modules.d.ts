// What we use of two packages that may be absent: they are optional, and their native parts do not exist for every
// platform. Declared here, so that the project compiles without them.

declare module 'onnxruntime-node' {
  export class Tensor {
    constructor(type: 'int64', data: BigInt64Array, dims: readonly number[])
    readonly data: unknown
    readonly dims: readonly number[]
  }

  export class InferenceSession {
    static create(
      file: string,
      options: {
        readonly intraOpNumThreads?: number
        readonly interOpNumThreads?: number
        readonly enableCpuMemArena?: boolean
        readonly graphOptimizationLevel?: 'all'
        readonly logSeverityLevel?: 0 | 1 | 2 | 3 | 4
      },
    ): Promise<InferenceSession>
    readonly inputNames: readonly string[]
    readonly outputNames: readonly string[]
    run(
      feeds: Readonly<Record<string, Tensor>>,
      outputs: readonly string[],
    ): Promise<Readonly<Record<string, Tensor>>>
    release(): Promise<void>
  }
}

declare module '@anush008/tokenizers' {
  export class Encoding {
    getIds(): readonly number[]
    getOverflowing(): readonly Encoding[]
  }

  export class Tokenizer {
    static fromFile(file: string): Tokenizer
    setTruncation(maxLength: number): void
    disablePadding(): void
    encode(text: string): Promise<Encoding>
  }
}
