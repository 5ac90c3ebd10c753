/** Work done as flint does it on another system, which tells no path of an open file. */
export async function onSystem(name: string, work: () => Promise<void> | void): Promise<void> {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: name })
  try {
    await work()
  } finally {
    Object.defineProperty(process, 'platform', { value: platform })
  }
}
