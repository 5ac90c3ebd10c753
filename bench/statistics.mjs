/** The value that this share of them does not exceed: 0.5 is the median. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

export function median(values) {
  return quantile(values, 0.5)
}

/** Milliseconds that some work takes, one after another, once for each of `inputs`. */
export async function timeEach(inputs, work) {
  const times = []
  for (const input of inputs) {
    const started = performance.now()
    await work(input)
    times.push(performance.now() - started)
  }
  return times
}
