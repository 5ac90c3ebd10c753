import { z } from 'zod'

/** How the tools of this set name a section. */
export const sectionParameters = {
  identifier: z.string().min(1).max(1_000).describe('Note id or title.'),
  section_header: z
    .string()
    .min(1)
    .max(1_000)
    .describe('Exact heading; "## Plan" asks for that level, "Site > Plan" for one below another.'),
  line: z.int().min(1).max(10_000_000).optional().describe('Line of the heading where several are alike.'),
}
