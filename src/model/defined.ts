type Defined<Values> = { readonly [Key in keyof Values]?: Exclude<Values[Key], undefined> }

/**
 * The values that are there: a key whose value is undefined is left out.
 *
 *     defined({ limit: 5, type: undefined })   // { limit: 5 }
 */
export function defined<Values extends object>(values: Values): Defined<Values>
export function defined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
