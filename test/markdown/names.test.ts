import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headingKey } from '../../src/markdown/read/heading-key.ts'
import { legalFileName } from '../../src/markdown/text/legal-file-name.ts'
import { isHidden } from '../../src/model/note-path.ts'
import { normalizeKey } from '../../src/model/normalize-key.ts'
import { slugify } from '../../src/markdown/text/slugify.ts'

test.each([
  ['My First Note', 'my-first-note'],
  ['  Spaces   and -- dashes  ', 'spaces-and-dashes'],
  ['Crème brûlée & café @ 5', 'creme-brulee-and-cafe-at-5'],
  ['It’s "quoted" and \'so\'', 'its-quoted-and-so'],
  ['1990–2000—now', '1990-2000-now'],
  ['snake_case_', 'snake_case'],
  ['Straße Łódź Øre Đà', 'strasse-lodz-ore-da'],
  ['Привет, щука', 'privet-shchuka'],
  ['Καλημέρα', 'kalimera'.replace('i', 'e')],
  ['a/b\\c.md', 'a-b-c-md'],
  ['日本 Notes', '日本-notes'],
  ['काल', 'काल'],
  ['कील हिन्दी', 'कील-हिन्दी'],
  ['ที่', 'ที่'],
  ['ស្រី', 'ស្រី'],
  ['ｶﾞｽ', 'ｶﾞｽ'],
  ['ガス'.normalize('NFD'), 'ガス'],
  ['ἄγγελος Й', 'aggelos-i'],
  ['❤\ufe0f 1\ufe0f\u20e3 a', '1-a'],
  ['☺', '☺'],
  ['🔥 !', '🔥'],
  ['🇩🇪 👩‍💻', '🇩🇪-👩‍💻'],
  ['?!', 'untitled'],
  ['', 'untitled'],
])('the slug of %j is %j', (text, slug) => {
  expect(slugify(text)).toBe(slug)
})

test.each([
  ['de', 'Äpfel & Öl für Straße', 'aepfel-und-oel-fuer-strasse'],
  ['DE', 'A\u0308pfel', 'aepfel'],
  ['fr', 'été & @', 'ete-et-arobase'],
  ['nb', 'Blåbær & Øl', 'blaabaer-og-oel'],
  ['sv', 'Å & @', 'a-och-snabel-a'],
  ['tr', 'Şık & ılık', 'sik-ve-ilik'],
  ['pt', 'São @ João & cia', 'sao-joao-e-cia'],
  ['gr', 'Χάρτης & υγεία', 'chartis-kai-ygeia'],
  ['hu', 'tűz & víz', 'tuz-viz'],
  ['da', 'Blåbær & øl', 'blabaer-and-ol'],
  ['xx', 'Öl & Äpfel', 'ol-and-apfel'],
])('in the language %s the slug of %j is %j', (language, text, slug) => {
  expect(slugify(text, language)).toBe(slug)
})

test('a slug is its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const slug = slugify(text)
      expect(slugify(slug)).toBe(slug)
    }),
  )
})

test.each([
  ['Plan B', 'Plan B'],
  ['AC/DC: live?', 'AC-DC live'],
  ['a:b*c', 'a-b-c'],
  ['"Quoted" [x] #tag ^y |z', 'Quoted x tag y z'],
  ['C#', 'C'],
  ['.hidden.', 'hidden'],
  ['\u200e.\u200b .git/x', 'git-x'],
  ['tab\tand\nline', 'tab and line'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['Console', 'Console'],
  ['日本語 🚀', '日本語 🚀'],
  ['???', 'Untitled'],
  ['', 'Untitled'],
])('the file name of %j is %j', (title, name) => {
  expect(legalFileName(title)).toBe(name)
})

test('any title makes a name that every platform takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      const name = legalFileName(title)
      expect(name).not.toMatch(/[\\/:*?"<>|#^[\]\p{Cc}]|^[. ]|[. ]$|^$/u)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(201)
      expect(legalFileName(name)).toBe(name)
      expect(isHidden(name)).toBe(false)
    }),
  )
})

test('keys compare by composed lower case', () => {
  expect(normalizeKey('  E\u0301TE\u0301 I ')).toBe('\u00e9t\u00e9 i')
})

test.each([
  ['ΣΑΣ', 'σας'],
  ['ΣΑΣ.md', 'σας.md'],
  ['Ένας. Δύο', 'ΈΝΑΣ. ΔΎΟ'],
  ['İzmir', 'i\u0307zmir'],
  ['Stra\u1e9ee', 'straße'],
])('%j and %j differ in case alone', (one, other) => {
  expect(normalizeKey(one)).toBe(normalizeKey(other))
})

test('the heading of a link differs at most in case, of a Greek one too', () => {
  expect(headingKey('Ένας: Δύο’ς')).toBe(headingKey('ΈΝΑΣ: ΔΎΟ’Σ'))
  expect(headingKey('ΜΈΡΟΣ.α')).toBe(headingKey('μέρος.α'))
})
