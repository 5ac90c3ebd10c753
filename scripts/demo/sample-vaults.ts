import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface SampleVault {
  readonly name: string
  readonly description: string
  /** By path; the lines of each. */
  readonly notes: Readonly<Record<string, readonly string[]>>
}

/** The demonstration's vaults, by id: what their folders hold before flint sees them. */
export const sampleVaults: Readonly<Record<string, SampleVault>> = {
  garden: {
    name: 'Garden',
    description: 'What grows where, and when to sow it.',
    notes: {
      'beds/south-bed.md': [
        '---',
        'title: South bed',
        'tags: [bed]',
        '---',
        '',
        '# South bed',
        '',
        'Tomatoes this year; see [[crop rotation]] for what comes next.',
        '',
      ],
      'crop rotation.md': [
        '# Crop rotation',
        '',
        'Four years: beans, cabbage, tomatoes, rest. #planning',
        '',
        '- [ ] draw the plan for spring',
        '',
      ],
      'seeds.md': ['# Seeds', '', 'Two kinds of beans are left from the [[south-bed]].', ''],
    },
  },
  office: {
    name: 'Office',
    description: 'Meetings and projects.',
    notes: {
      'projects/website.md': [
        '---',
        'title: Website',
        'status: active',
        '---',
        '',
        '# Website',
        '',
        '## Budget',
        '',
        'Nine thousand, of which a third is spent.',
        '',
      ],
      'meetings/kick-off.md': ['# Kick-off', '', 'We start the [[Website]] in May. #meeting', ''],
    },
  },
}

/** Writes the sample notes, each vault in a folder of its own. */
export async function makeSampleVaults(folder: string): Promise<void> {
  for (const [id, { notes }] of Object.entries(sampleVaults)) {
    for (const [path, lines] of Object.entries(notes)) {
      const file = join(folder, id, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, lines.join('\n'))
    }
  }
}
