import { lines } from '../support/lines.ts'

/** When every test of a tool takes place. */
export const now = () => new Date('2026-03-01T12:00:00Z')
export const nowText = '2026-03-01T12:00:00Z'

/** A small vault with a described type, links, tags, tasks and dates of its own. */
export const sampleVault = {
  'recipes/_description.md': lines(
    '# Recipes',
    '',
    '## Purpose',
    'What we cook, and how it went.',
    '',
    '## Agent Instructions',
    '- Ask for the number of servings',
    '- Link the garden notes of each vegetable',
    '',
    '## Metadata Schema',
    '- servings: How many it feeds (required, number, min: 1, max: 12)',
    '- course: Part of the meal (optional, select, options: ["starter", "main", "dessert"])',
    '- cooked: When it was last made (optional, date)',
    '- vegan: No animal products (optional, boolean)',
    '- source: Where it comes from (optional, string, pattern: "^[a-z ]+$")',
    '- steps: The steps in short (optional, array, min: 1, max: 3)',
  ),
  'recipes/leek-soup.md': lines(
    '---',
    'title: Leek soup',
    'type: recipes',
    'servings: 4',
    'course: starter',
    'tags: [winter, soup]',
    'created: 2026-01-10T08:00:00Z',
    'updated: 2026-01-20T18:30:00Z',
    '---',
    '',
    '# Leek soup',
    '',
    'Needs three [[Leeks]] and some [[stock]].',
    '',
    '## Method',
    '',
    'Sweat the leeks, then [simmer](https://example.org/simmering) them. #soup/hot',
  ),
  'garden/leeks.md': lines(
    '---',
    'title: Leeks',
    'aliases: [Allium]',
    'status: growing',
    'created: 2026-01-02T07:00:00Z',
    'updated: 2026-02-02T07:00:00Z',
    '---',
    '',
    'Sown in March; see [[recipes/leek-soup|the soup]].',
    '',
    '- [ ] Earth them up',
    '- [x] Sow',
  ),
  'journal.md': lines('# Journal', '', 'Bought leeks. Nothing else. #winter'),
} as const
