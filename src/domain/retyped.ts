import type { VaultContext } from '../vault/vault-context.ts'

/** A note type by name, and whether its schema has a field `type` of its own. */
export interface TypeName {
  readonly name: string
  readonly hasOwnField: boolean
}

export async function typeName(vault: VaultContext, name: string): Promise<TypeName> {
  const { definition } = await vault.types.guidance(name)
  return { name, hasOwnField: definition?.schema.some((field) => field.name === 'type') === true }
}

/**
 * A note's text once it belongs to another type: the `type` that flint wrote names the new one. A field of that name in a
 * type's schema is the writer's own, and a note of no type has none.
 */
export async function retyped(
  { writer }: VaultContext,
  text: string,
  from: TypeName,
  to: TypeName,
): Promise<string> {
  const frontmatter = await writer.frontmatterOf(text)
  if (frontmatter.data['type'] !== from.name || from.hasOwnField) return text
  const type = to.name === '' || to.hasOwnField ? null : to.name
  return await writer.withProperties(text, { type }, frontmatter)
}
