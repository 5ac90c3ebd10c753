// What is used of WebAssembly: Node has it, and types for Node leave it to those for browsers.
declare namespace WebAssembly {
  const Module: new (bytes: Uint8Array) => object
  class Instance<Exports> {
    constructor(module: object)
    readonly exports: Exports
  }
}
