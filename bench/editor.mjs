import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Notes of its own; beyond that it removes. */
const most = 60

/**
 * Changes one vault behind the server's back, in the ways of editors and of people with a file manager, and remembers the
 * text of every note that it left. Nobody else may write its own notes, which are in `desk`, nor those in `shared`, which
 * are there already and which it adds lines to.
 */
export class Editor {
  #root
  #shared
  #random
  #sentence
  #made = 0
  /** By path in the vault. */
  texts = new Map()
  changes = 0

  constructor(root, { shared, random, sentence }) {
    this.#root = root
    this.#shared = shared
    this.#random = random
    this.#sentence = sentence
  }

  async changeSomething() {
    const own = [...this.texts.keys()].filter((path) => path.startsWith('desk/'))
    const path = this.#pick(own)
    if (own.length < most / 3) await this.#addFolder()
    else if (own.length > most) await this.#removeFolder(dirname(path))
    else await this.#pick(this.#ways)(path)
    this.changes += 1
  }

  #ways = [
    async (path) => await this.#save(path),
    async (path) => await this.#save(path, (file, text) => this.#byTemporaryFile(file, text)),
    async (path) => await this.#save(path, (file, text) => this.#byBackup(file, text)),
    async (path) => await this.#save(path, (file, text) => this.#inTwoSteps(file, text)),
    async (path) => {
      this.texts.delete(path)
      await rm(this.#at(path))
    },
    async (path) => await this.#move(path, join(dirname(path), this.#newName())),
    async (path) => await this.#move(path, join(this.#newFolder(), basename(path))),
    async (path) => await this.#moveFolder(dirname(path)),
    async () => await this.#addFolder(),
    async () => await this.#addLine(this.#pick(this.#shared)),
  ]

  async #save(path, write = writeFile) {
    const text = this.#newText()
    await write(this.#at(path), text)
    this.texts.set(path, text)
  }

  /** As VS Code and most others do where they can. */
  async #byTemporaryFile(file, text) {
    await writeFile(`${file}.tmp`, text)
    await rename(`${file}.tmp`, file)
  }

  /** As Vim does. */
  async #byBackup(file, text) {
    await rename(file, `${file}~`)
    await writeFile(file, text)
    await rm(`${file}~`)
  }

  async #inTwoSteps(file, text) {
    await writeFile(file, '')
    await appendFile(file, text)
  }

  async #move(from, to) {
    await mkdir(dirname(this.#at(to)), { recursive: true })
    await rename(this.#at(from), this.#at(to))
    this.#isNow(from, to)
  }

  async #moveFolder(folder) {
    const to = this.#newFolder()
    const inIt = await readdir(this.#at(folder))
    await rename(this.#at(folder), this.#at(to))
    for (const name of inIt) this.#isNow(join(folder, name), join(to, name))
  }

  #isNow(from, to) {
    this.texts.set(to, this.texts.get(from))
    this.texts.delete(from)
  }

  async #addFolder() {
    const folder = this.#newFolder()
    await mkdir(this.#at(folder), { recursive: true })
    for (let count = 0; count < 4; count += 1) await this.#save(join(folder, this.#newName()))
  }

  async #removeFolder(folder) {
    for (const path of this.texts.keys()) if (dirname(path) === folder) this.texts.delete(path)
    await rm(this.#at(folder), { recursive: true })
  }

  /** Every other time it takes back what it added. */
  async #addLine(path) {
    const file = this.#at(path)
    const [text, added] = (await readFile(file, 'utf8')).split(/^(?=Added )/m)
    if (added === undefined) {
      const line = `Added ${this.#newLine()}\n`
      await appendFile(file, line)
      this.texts.set(path, text + line)
    } else {
      await this.#byTemporaryFile(file, text)
      this.texts.set(path, text)
    }
  }

  #newText() {
    const lines = [`# ${this.#sentence(3)}`, this.#newLine(), `- [ ] ${this.#sentence(5)}`, this.#newLine()]
    return `---\ntags: [${this.#sentence(1)}]\n---\n${lines.join('\n\n')}\n`
  }

  #newLine() {
    return `${this.#sentence(12)} [[note-${this.#made % 20}]] #${this.#sentence(1)}`
  }

  #newName() {
    return `page ${(this.#made += 1)}.md`
  }

  #newFolder() {
    return join('desk', `folder ${(this.#made += 1)}`)
  }

  #at(path) {
    return join(this.#root, path)
  }

  #pick(list) {
    return list[Math.floor(this.#random() * list.length)]
  }
}
