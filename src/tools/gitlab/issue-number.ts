import { z } from 'zod'

export const issueNumber = z.int().min(1).max(1_000_000_000).describe('From get_issues.')
