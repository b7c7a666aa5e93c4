import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listFiles } from './list-files.ts'
import { createNameLinks, decodeFileName } from './readable-names.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

it.each([
  ['d4 e8 ed e8 f8 20 31 2e 6a 70 67', 'Финиш 1.jpg', 'Windows-1251'],
  ['94 a8 ad a8 e8 20 31 2e 6a 70 67', 'Финиш 1.jpg', 'code page 866'],
  ['d1 d2 c0 d0 d2 2e 6a 70 67', 'СТАРТ.jpg', 'Windows-1251'],
  ['4d fc 6e 63 68 65 6e 2e 6a 70 67', 'München.jpg', 'Windows-1252'],
  ['4d 65 74 61 5f 64 65 5f 4e fa f1 65 7a 2e 6a 70 67', 'Meta_de_Núñez.jpg', 'Windows-1252'],
  ['e6 c9 ce c9 db 20 31 2e 6a 70 67', 'Финиш 1.jpg', 'KOI8-R'],
  ['94 e8 ed e8 f8 20 31 2e 6a 70 67', 'Финиш 1.jpg', 'Mac Cyrillic'],
  ['5a 6f 89 20 4d 81 6c 6c 65 72 2e 6a 70 67', 'Zoë Müller.jpg', 'code page 850'],
  ['5a 6f 91 20 4d 9f 6c 6c 65 72 2e 6a 70 67', 'Zoë Müller.jpg', 'Mac Roman'],
  ['a3 f3 64 9f 20 9c 6c 75 62 2e 6a 70 67', 'Łódź ślub.jpg', 'Windows-1250'],
  ['59 fd 6c 64 fd 7a 20 6b 6f fe 75 2e 6a 70 67', 'Yıldız koşu.jpg', 'Windows-1254'],
  ['d4 ee f2 ee 20 f3 f7 e0 f1 f2 ed e8 ea ee e2', 'Фото участников', 'Windows-1251'],
  ['a1 a5 a3', 'бег', 'code page 866'],
  ['53 fc 64', 'Süd', 'Windows-1252'],
  ['d0 a4 2e 6a 70 67', 'Ф.jpg', 'UTF-8'],
])('decodes %s as %s (%s)', (hex, name) => {
  expect(decodeFileName(bytes(hex))).toBe(name)
})

it('gives any bytes a name without control characters', () => {
  const allBytes = Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1))
  expect(decodeFileName(allBytes)).not.toMatch(/\p{C}/u)
})

// other systems refuse such names
it.skipIf(process.platform !== 'linux')(
  'leads to files and folders whose names are not UTF-8, those of one name too',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
    const links = createNameLinks()
    onTestFinished(async () => {
      await links.remove()
      rmSync(folder, { recursive: true })
    })
    const inFolder = (...parts: Buffer[]) =>
      Buffer.concat([Buffer.from(folder), ...parts.flatMap((part) => [Buffer.from('/'), part])])
    const finish = bytes('d4 e8 ed e8 f8')
    writeFileSync(join(folder, 'plain.jpg'), 'plain')
    writeFileSync(join(folder, 'Финиш.jpg'), 'utf8')
    writeFileSync(inFolder(Buffer.concat([finish, Buffer.from('.jpg')])), '1251')
    mkdirSync(inFolder(finish))
    writeFileSync(inFolder(finish, Buffer.concat([finish, Buffer.from('.mp4')])), 'video')
    writeFileSync(inFolder(finish, Buffer.from('ok.jpg')), 'below')
    const found = await listFiles(folder, links)
    expect(found.map(({ name, path }) => [name, readFileSync(path, 'utf8')])).toEqual([
      ['(2) Финиш.jpg', '1251'],
      ['plain.jpg', 'plain'],
      ['Финиш/ok.jpg', 'below'],
      ['Финиш/Финиш.mp4', 'video'],
      ['Финиш.jpg', 'utf8'],
    ])
    expect(await listFiles(folder, links)).toEqual(found)
  },
)
