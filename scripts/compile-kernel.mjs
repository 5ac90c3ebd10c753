/** A file of `kernel/` as WebAssembly. */
export async function compileKernel(file, feature) {
  const { main } = await import('assemblyscript/asc')
  let code = null
  const settings = ['-O3', '--runtime', 'stub', '--importMemory', '--enable', feature]
  const { error, stderr } = await main([file, '--outFile', 'kernel.wasm', ...settings], {
    writeFile: (_name, content) => (code = content),
  })
  if (error !== null || code === null) throw new Error(`${file} does not compile: ${stderr}`)
  return code
}
