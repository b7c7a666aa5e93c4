import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readStartList, type StartListOptions } from './import-start-list.ts'

const event = {
  timeZone: 'Europe/Moscow',
  startsOn: new Date('2026-09-12T14:30:00Z'),
  endsOn: new Date('2026-09-12T22:30:00Z'),
}

function readFixture(name: string, options?: StartListOptions) {
  const url = new URL(`../../../tests/fixtures/start-lists/${name}`, import.meta.url)
  return readStartList(fileURLToPath(url), event, options)
}

const runners = {
  spanish: ['101 Núñez|Begoña', '102 Muñoz|José', '103 Peña|Íñigo'],
  russian: ['201 Ёлкин|Пётр', '202 Щукина|Юлия'],
  utf16: ['501 Ёлкин|Пётр'],
}

describe('a file', () => {
  it.each([
    ['windows-1252.csv', runners.spanish],
    ['windows-1251.csv', runners.russian],
    // This file spells its names without ё.
    ['cp866.csv', ['201 Елкин|Петр', '202 Щукина|Юлия']],
    ['utf-16le.txt', runners.utf16],
    ['utf-16be.csv', ['501 Li|Bo']],
    ['sep-line.csv', ['401 Li|Bo']],
    ['bib-no.csv', ['971 Li|Bo']],
    ['race-number.csv', ['972 Li|Bo']],
    ['russian-number.csv', ['973 Ли|Бо']],
    ['preamble.csv', ['974 Ли|Бо']],
    ['first-name-first.csv', ['701 Smith|John', '702 de la Cruz|Maria', '703 Vogel|Anna-Lena']],
    ['surname-first.csv', ['704 Иванова|Анна Петровна']],
    ['float-bibs.csv', ['601 Float|Fay', '602 Floattwo|Fin', '1603 Space|Stu', '1604 Nbsp|Nia']],
    [
      'relay-bibs.csv',
      [
        ...['121 Single|Sam', '12-1 Relayone|Rita', '12-2 Relaytwo|Rob', '101A Letterafter|Lea'],
        ...['A101 Letterbefore|Leo', '15.1 Dotone|Dora', '15.2 Dottwo|Dan', '17-1 Slash|Sara'],
      ],
    ],
  ])('%s is imported whole', async (name, expected) => {
    const { lines, badLines, notes } = await readFixture(name)
    expect(lines.map(({ number, surname, firstName }) => `${number} ${surname}|${firstName}`)).toEqual(
      expected,
    )
    expect({ badLines, notes }).toEqual({ badLines: [], notes: [] })
  })

  it.each([
    ['nickname.csv', ['965 O"Brien|Pat'], 2, /quote/],
    ['unclosed-quote.csv', ['962 Петров|Пётр', '963 Сидоров|Сидор'], 2, /quote/],
    ['zero-byte.csv', ['982 Ok|Bo'], 2, /control character U\+0000/],
  ])('%s has one bad line, and the others are imported', async (name, expected, line, reason) => {
    const { lines, badLines } = await readFixture(name)
    expect(lines.map(({ number, surname, firstName }) => `${number} ${surname}|${firstName}`)).toEqual(
      expected,
    )
    expect(badLines).toEqual([{ line, reason: expect.stringMatching(reason) }])
  })

  it('has finishes as spreadsheets write them, and one that is not understood', async () => {
    const { lines, badLines, notes } = await readFixture('finish-dates.csv')
    expect(lines.map(({ number, finishedOn }) => [number, finishedOn?.toISOString()])).toEqual([
      ['951', '2026-09-12T15:44:52.000Z'],
      ['952', '2026-09-12T15:45:00.000Z'],
      ['953', undefined],
    ])
    expect(badLines).toEqual([])
    expect(notes).toEqual([{ line: 4, reason: expect.stringContaining('without a finish: "1:44:52"') }])
  })

  it('is read in the encoding and with the separator of the operator', async () => {
    const asRequested = await readFixture('windows-1252.csv', { encoding: 'windows-1250', separator: ';' })
    expect(asRequested).toMatchObject({ encoding: 'windows-1250', isDetected: false, separator: ';' })
    expect(asRequested.lines.map(({ surname }) => surname)).toEqual(['Núńez', 'Muńoz', 'Peńa'])
    await expect(readFixture('windows-1252.csv', { separator: ',' })).rejects.toThrow(/no column "bib"/)
    await expect(readFixture('windows-1252.csv', { encoding: 'klingon' })).rejects.toThrow(
      /no known encoding/,
    )
  })

  it('that is missing is named', async () => {
    await expect(readFixture('missing.csv')).rejects.toThrow(/missing\.csv cannot be read/)
  })
})
