/** Goes through all steps of some work; what comes of it. */
export function finish<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
  }
}
