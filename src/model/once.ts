/** Makes a value the first time that it is asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** Makes a value again only when its subject differs from the last. */
export function oncePer<Subject, T>(make: (subject: Subject) => T): (subject: Subject) => T {
  let last: { readonly subject: Subject; readonly value: T } | null = null
  return (subject) => {
    if (last?.subject !== subject) last = { subject, value: make(subject) }
    return last.value
  }
}
