import { expect, it } from 'vitest'
import { type Language, languages } from '../../../contract/language/languages.ts'
import { buildFileName, buildFileTitle, createFileNamer, type FileSubject } from './file-names.ts'

const subject: FileSubject = {
  ...{ kind: 'photo', point: 'Финиш', takenOn: new Date('2026-09-12T15:52:30Z'), timeZone: 'Europe/Moscow' },
  ...{ contentType: 'image/jpeg', storedName: 'A001.JPG' },
}
const nameFile = (change: Partial<FileSubject>, language: Language = 'ru') => {
  const changed = { ...subject, ...change }
  return buildFileName(buildFileTitle(changed, language), changed)
}

it.each(languages)('names a photo by place and time of the event (%s)', (language) => {
  expect(buildFileTitle({ ...subject, point: 'Meta' }, language)).toBe('Meta, 18:52')
  expect(nameFile({ point: 'Meta' }, language)).toBe('Meta, 18-52.jpg')
})

it('names a photo by what is known of it', () => {
  expect(nameFile({ takenOn: null })).toBe('Финиш.jpg')
  expect(nameFile({ point: null })).toBe('Фото, 18-52.jpg')
  expect(nameFile({ point: null, takenOn: null }, 'es')).toBe('Foto.jpg')
  expect(nameFile({ kind: 'framed' })).toBe('Финиш, 18-52, в рамке.jpg')
  expect(nameFile({ kind: 'video', title: 'Мой финиш', contentType: 'video/mp4' })).toBe('Мой финиш.mp4')
})

it('has the extension of the bytes, not of the stored name', () => {
  expect(nameFile({ contentType: 'image/heic', storedName: 'A001.JPG' })).toBe('Финиш, 18-52.heic')
  expect(nameFile({ point: '5.3 км', contentType: 'image/x-new', storedName: 'A001.NEW' })).toBe(
    '5.3 км, 18-52.new',
  )
})

it('gives names that every file system takes, no two alike', () => {
  const desired = ['../../x.jpg', 'a\\b.jpg', 'CON', 'CON.jpg', 'x.jpg', 'X.jpg', '', '…', '\u202egpj.exe']
  const names = [...desired, `${'n'.repeat(300)}.jpg`].map(createFileNamer())
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  for (const name of names) {
    expect(name).not.toMatch(/[/\\:\u202e]|^\.|^con(\.|$)/i)
    expect(name.length).toBeLessThanOrEqual(124)
    expect(name.length).toBeGreaterThan(0)
  }
  expect(names.at(-1)).toMatch(/^n+\.jpg$/)
})

it('keeps a good name as it is and counts its repeats', () => {
  expect(['Финиш, 18-52.jpg', 'Финиш, 18-52.jpg'].map(createFileNamer())).toEqual([
    'Финиш, 18-52.jpg',
    'Финиш, 18-52 (2).jpg',
  ])
})

it('numbers ten thousand files of one name', () => {
  const names = Array.from({ length: 10_000 }, () => 'Финиш.jpg').map(createFileNamer())
  expect(names.at(-1)).toBe('Финиш (10000).jpg')
  expect(new Set(names).size).toBe(10_000)
})

it.each([
  [`${'a'.repeat(115)}🏃.jpg`, `${'a'.repeat(115)}.jpg`],
  ['🏃'.repeat(100), '🏃'.repeat(60)],
  ['終'.repeat(100), '終'.repeat(80)],
  ['a\ud83c.jpg', 'a_.jpg'],
  ['con.old.jpg', '_con.old.jpg'],
  ['LPT¹.jpg', '_LPT¹.jpg'],
  ['Race No. 5', 'Race No. 5'],
  ['name . .jpg', 'name.jpg'],
  ['.jpg', 'jpg'],
  ['line\u2028break\n.jpg', 'line_break_.jpg'],
])('makes of %j the name %j', (desired, name) => {
  expect(createFileNamer()(desired)).toBe(name)
})

it('does not give two names that differ by the case of ß', () => {
  expect(['Straße.jpg', 'STRASSE.jpg'].map(createFileNamer())).toEqual(['Straße.jpg', 'STRASSE (2).jpg'])
})
