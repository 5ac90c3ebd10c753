/** Calls what a WebAssembly file exports, by its name there; fails where the file has nothing of that name. */
export type WebAssemblyCalls = (name: string, ...numbers: readonly number[]) => void

export function webAssemblyCalls({ exports }: WebAssembly.Instance, file: string): WebAssemblyCalls {
  return (name, ...numbers) => {
    const call = exports[name]
    if (typeof call !== 'function') throw new Error(`${file} has no ${name}.`)
    Reflect.apply(call, undefined, numbers)
  }
}
