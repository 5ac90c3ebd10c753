/** The part of WebAssembly that flint uses; the types of Node leave it out. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { readonly initial: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }

  interface Module {
    readonly [Symbol.toStringTag]: string
  }
  const Module: new (code: Uint8Array) => Module

  class Instance {
    constructor(code: Module, imports: Imports)
    readonly exports: Readonly<Record<string, unknown>>
  }

  type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>

  function instantiate(code: Uint8Array, imports: Imports): Promise<{ readonly instance: Instance }>
}
