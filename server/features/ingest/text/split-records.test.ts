import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getTrialOptions } from '../../../../tests/trials.ts'
import { splitRecords } from './split-records.ts'

const getCells = (text: string, separator = ';', width?: number) =>
  splitRecords(text, separator, width).map(({ cells }) => cells)

it('numbers lines as editors do, with blank lines and quoted line ends', () => {
  expect(splitRecords('a;b\r\n\r\n1;"x\r\ny"\r;;\n2;z', ';')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1', 'x y'] },
    { line: 6, cells: ['2', 'z'] },
  ])
})

it('reads back any cells that are quoted where they have to be', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ü', 'Я', ' ', '"', ';', ',', '\t', '|', '\n') })
  fc.assert(
    fc.property(
      fc.constantFrom(';', ',', '\t', '|'),
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (separator, rows, isAlwaysQuoted) => {
        const quote = (text: string) =>
          isAlwaysQuoted || /["\n]/.test(text) || text.includes(separator)
            ? `"${text.replaceAll('"', '""')}"`
            : text
        const text = rows.map((row) => row.map(quote).join(separator)).join('\n')
        const normalizeSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()
        const records = splitRecords(text, separator)
        const filled = rows.filter((row) => row.map(quote).join('').trim() !== '')
        expect(records.map(({ cells, problem }) => problem ?? cells)).toEqual(
          filled.map((row) => row.map(normalizeSpaces)),
        )
      },
    ),
    getTrialOptions(100, 5000),
  )
})

it('has every line in a record or a problem, whatever the quotes', () => {
  const line = fc.string({ unit: fc.constantFrom('a', ' ', '"', ';') })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const records = splitRecords(lines.join('\n'), ';', 3)
      const firstLines = records.map((record) => record.line)
      expect(firstLines).toEqual([...new Set(firstLines)].sort((a, b) => a - b))
      for (const { cells, problem } of records) expect(cells.length > 0 || problem !== undefined).toBe(true)
      const first = lines.findIndex((text) => text.replaceAll(';', '').trim() !== '')
      expect(firstLines[0]).toBe(first < 0 ? undefined : first + 1)
    }),
    getTrialOptions(200, 10_000),
  )
})

it('ends a record at a line that is one by itself', () => {
  expect(splitRecords('1;"a;b\n2;c;d\n3;"e";f', ';', 3)).toEqual([
    { line: 1, cells: [], problem: expect.stringContaining('not closed') },
    { line: 2, cells: ['2', 'c', 'd'] },
    { line: 3, cells: ['3', 'e', 'f'] },
  ])
})

it('keeps quotes within a cell', () => {
  expect(getCells('1;O"Brien;Bo "Fast" Li;"a ""b"""')).toEqual([['1', 'O"Brien', 'Bo "Fast" Li', 'a "b"']])
})
