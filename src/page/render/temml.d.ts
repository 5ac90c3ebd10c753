// The library's types name its functions otherwise than it exports them.

declare module 'temml/dist/temml.mjs' {
  import type { Options } from 'temml'

  const temml: { readonly __renderToMathMLTree: (tex: string, options: Options) => unknown }
  export default temml
}
