/** Runs work on an open file. What goes wrong with one names no path, which whoever tells of it needs. */
export async function namingPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error
  }
}
