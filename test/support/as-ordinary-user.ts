/**
 * Runs the work as somebody to whom file permissions apply: as root, which may write everywhere, the process borrows
 * another user's rights meanwhile.
 */
export async function asOrdinaryUser<Result>(work: () => Promise<Result>): Promise<Result> {
  const { getuid, seteuid } = process
  if (getuid === undefined || seteuid === undefined || getuid() !== 0) return await work()
  seteuid(nobody)
  try {
    return await work()
  } finally {
    seteuid(0)
  }
}

const nobody = 65_534
