// Writes docs/flint.1, of what `flint help` says. Run by `npm run docs`, after a build.
import { writeFileSync } from 'node:fs'
import { commandList } from '../dist/src/cli/command-list.js'
import { manPage } from '../dist/src/cli/man-page.js'

writeFileSync(new URL('../docs/flint.1', import.meta.url), manPage(commandList))
