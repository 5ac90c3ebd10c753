/** Adds the bytes of each key with its own value, what lies in it left out. */
export function addFields(fields, value) {
  if (Array.isArray(value)) for (const item of value) addFields(fields, item)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      const isLeaf = typeof inner !== 'object' || inner === null
      const size = key.length + 4 + (isLeaf ? Buffer.byteLength(JSON.stringify(inner) ?? '') : 2)
      fields.set(key, (fields.get(key) ?? 0) + size)
      if (!isLeaf) addFields(fields, inner)
    }
}

export function printFields(fields) {
  const most = Object.entries(fields).sort(([, one], [, other]) => other - one)
  const sum = most.reduce((total, [, size]) => total + size, 0)
  console.log('Where the bytes of the answers go:')
  for (const [key, size] of most.slice(0, 20))
    console.log(`${String(size).padStart(8)}  ${((100 * size) / sum).toFixed(1).padStart(5)} %  ${key}`)
}
