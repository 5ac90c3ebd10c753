import tseslint from 'typescript-eslint'

/** An editor shows a doc comment without its neighbours: it must say what it means by itself. */
const standsAlone = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments())
        if (/^\*\s*(?:The same\b|Same\b|As above|As before|Ditto)|\bas above\./i.test(comment.value))
          context.report({ loc: comment.loc, message: 'A doc comment stands alone: say what it means.' })
    },
  }),
}

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', 'test/fixtures/', 'kernel/'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        // `as const` is always allowed; any other assertion is an edge that zod should parse.
        { assertionStyle: 'never' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Numbers and booleans print the same everywhere; only objects in templates are mistakes.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Handlers share one asynchronous type, so that a tool may start to wait without a change elsewhere.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // What runs in a browser is compiled with its own libraries.
    files: ['src/page/client/**/*.ts', 'test/page/browser/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.page.json' } },
    rules: {
      // What a handler does stands in the markup, on one line where it is one step.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { comments: { rules: { 'stands-alone': standsAlone } } },
    rules: { 'comments/stands-alone': 'error' },
  },
  {
    files: ['src/cli/**', 'scripts/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**', 'bench/**'],
    rules: {
      'no-console': 'off',
      // Results cross the wire as JSON: tests look into them as a client does.
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-assertions': 'off',
    },
  },
)
