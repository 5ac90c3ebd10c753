import { templateBodies } from './built-in-templates.ts'

/** What a new vault of the kind `zk` begins with. zk itself accepts it as a notebook, too. */
export const zkLayout = {
  /** Some of them begin empty. */
  folders: [
    'daily',
    'projects',
    'areas',
    'people',
    'ideas',
    'learning',
    'resources',
    'raw',
    'archives',
    '.zk/templates',
  ],
  /** Contents by path. */
  files: {
    'inbox.md': '# Inbox\n',
    '.zk/config.toml': `# How zk and flint make notes here.
[note]
language = "en"
default-title = "Untitled"
filename = "{{slug title}}"
extension = "md"
template = "default.md"

[group.daily]
paths = ["daily"]
[group.daily.note]
filename = "{{format-date now '%Y-%m-%d'}}"
template = "daily.md"

[group.project]
paths = ["projects"]
[group.project.note]
template = "project.md"

[group.area]
paths = ["areas"]
[group.area.note]
template = "area.md"

[group.person]
paths = ["people"]
[group.person.note]
template = "person.md"

[format.markdown]
link-format = "wiki"
hashtags = true
`,
    '.zk/templates/default.md': template('{{title}}', '## Notes\n\n{{content}}'),
    '.zk/templates/daily.md': template("{{format-date now '%Y-%m-%d'}}", templateBodies.daily),
    '.zk/templates/project.md': template('{{title}}', templateBodies.project),
    '.zk/templates/area.md': template('{{title}}', templateBodies.area),
    '.zk/templates/person.md': template('{{title}}', templateBodies.person),
  },
}

/** Title, date and tags, as every note of such a vault has them. */
function template(title: string, body: string): string {
  return `---\ntitle: "${title}"\ndate: {{format-date now '%Y-%m-%d'}}\ntags: []\n---\n\n${body}\n`
}
