import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'

/** How the tools of this set name a section. */
export const sectionParameters = {
  identifier: noteParameter,
  section_header: z.string().min(1).max(1_000).describe('Exact heading: "Plan", "## Plan" or "Site > Plan".'),
  line: z.int().min(1).max(10_000_000).optional().describe('Its line, where several are alike.'),
}
