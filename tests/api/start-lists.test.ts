import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { searchCompetitors } from '../../contract/competitors.ts'
import { CommandFailure, UsageError } from '../../server/cli/failures.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { createTestEvent } from '../support/data/race.ts'
import { fetchAnswer } from '../support/server/api-calls.ts'
import { runTestCommand } from '../support/server/commands.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
let shop: Shop
let event: EventRow

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  event = await createTestEvent(shop.context())
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

function writeListFile(content: string | Uint8Array, name = 'list.csv'): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Imports a list into the event of the test. */
const importList = (content: string | Uint8Array, ...options: string[]) =>
  runTestCommand(shop, 'start-list', 'import', writeListFile(content), '--event', event.id, ...options)

/** Returns the runners of the event that a search finds. */
async function findRunners(search: string) {
  const query = { competitorsListId: event.competitorsListId, search }
  const { items } = await fetchAnswer(shop.app, searchCompetitors, { query, language: 'en' })
  return items.map(({ number, firstName, surname, distance, finishedOn }) => ({
    number,
    firstName,
    surname,
    distance,
    finishedOn,
  }))
}

describe('start-list import', () => {
  it('says how a list was read, with the names of its first runners', async () => {
    const list =
      'Стартовый протокол;;;\nСт. №;Участник;Дистанция;Клуб\n12-1;Щукина Юлия;10 км;\n12-2;Ёлкин Пётр;10 км;\n'
    const { exitCode, lines, json } = await importList(iconv.encode(list, 'windows-1251'))
    expect(exitCode).toBe(0)
    expect(lines).toEqual([
      'Encoding: windows-1251, detected',
      'Separator: semicolon',
      'Columns (line 2): Ст. № → bib, Участник → full name, Дистанция → distance; not used: Клуб',
      'Read: names, column "Участник": surname first, by common first names',
      'Names: Юлия Щукина, Пётр Ёлкин',
      '2 runners imported',
    ])
    expect(json).toMatchObject({
      imported: 2,
      badLines: [],
      encoding: { name: 'windows-1251', detected: true },
    })
    expect(await findRunners('Щукина')).toEqual([
      { number: '12-1', firstName: 'Юлия', surname: 'Щукина', distance: '10 км' },
    ])
  })

  it('counts in words that fit, and fails when a line is left out', async () => {
    const { exitCode, lines, json } = await importList('bib;name\n1;John Smith\n*;Bo Li\n')
    expect(exitCode).toBe(1)
    expect(lines.at(-1)).toBe('1 runner imported, 1 bad line left out')
    expect(json).toMatchObject({ badLines: [{ line: 3, reason: '"*" is not a start number' }] })
    expect(await findRunners('Smith')).toEqual([{ number: '1', firstName: 'John', surname: 'Smith' }])
  })

  it('imports runners whose finish is not understood, and says so', async () => {
    const list = 'bib;name;finish\n1;John Smith;12.09.2026 18:44:52\n2;Bo Li;1:44:52\n3;Ann Lee;DNF\n'
    const { exitCode, lines, json } = await importList(list)
    expect(exitCode).toBe(0)
    expect(lines.at(-1)).toBe('3 runners imported, 1 of them without a finish (not understood)')
    expect(json).toMatchObject({ notes: [{ line: 3 }] })
    expect(await findRunners('Smith')).toMatchObject([
      { number: '1', finishedOn: '2026-09-12T15:44:52.000Z' },
    ])
  })

  it('previews a list and writes nothing', async () => {
    const list = 'bib,name,finish\n1,John Smith,2026-09-12 18:44:52\n2,Maria de la Cruz,\n*,Bo Li,\n'
    const { exitCode, lines, json } = await importList(list, '--dry-run')
    expect(exitCode).toBe(1)
    expect(lines).toContain('  1; John Smith; surname Smith; finish 2026-09-12 18:44:52')
    expect(lines).toContain('  2; Maria de la Cruz; surname de la Cruz')
    expect(lines.at(-1)).toBe('2 runners would be imported, 1 bad line left out')
    expect(json).toMatchObject({ imported: 0, dryRun: true, runners: 2 })
    expect(await findRunners('Smith')).toEqual([])
  })

  it('removes runners who are not in the file with --replace alone, and reports them before', async () => {
    await importList('bib;name\n1;John Smith\n2;Bo Li\n3;Ann Lee\n')
    const nextList = 'bib;name\n1;John Smith\n4;Eva Ray\n'
    const kept = await importList(nextList)
    expect(kept.lines.slice(-2)).toEqual([
      '2 runners of the event not in the file; --replace removes them',
      '2 runners imported',
    ])
    expect(kept.json).toMatchObject({ imported: 2, others: 2, removed: 0 })
    const preview = await importList(nextList, '--replace', '--dry-run')
    expect(preview.lines.at(-1)).toBe('2 runners would be imported, 2 others would be removed')
    expect(preview.json).toMatchObject({ imported: 0, others: 2, removed: 0 })
    expect(await findRunners('Li')).toHaveLength(1)
    const { exitCode, lines, json } = await importList(nextList, '--replace')
    expect([exitCode, lines.at(-1)]).toEqual([0, '2 runners imported, 2 others removed'])
    expect(json).toMatchObject({ imported: 2, others: 2, removed: 2 })
    expect([await findRunners('Li'), await findRunners('Lee')]).toEqual([[], []])
    for (const name of ['Smith', 'Ray']) expect(await findRunners(name), name).toHaveLength(1)
  })

  it.each([
    ['a bad line', 'bib;name\n4;Eva Ray\n*;Bo Li\n', 'The list is not replaced: the file has 1 bad line'],
    ['no runners', 'bib;name\n', 'The list is not replaced: the file has no runners'],
  ])('replaces nothing by a file with %s', async (_what, list, message) => {
    await importList('bib;name\n1;John Smith\n')
    const { exitCode, lines, json } = await importList(list, '--replace')
    expect([exitCode, lines.at(-1)]).toEqual([1, message])
    expect(json).toMatchObject({ imported: 0, removed: 0 })
    expect(await findRunners('Smith')).toHaveLength(1)
    expect(await findRunners('Ray')).toEqual([])
  })

  it('is read in the encoding and with the separator of its options', async () => {
    const bytes = iconv.encode('bib;name\n1;Peña Luis\n', 'windows-1252')
    const uncertainImport = await importList(bytes, '--dry-run')
    expect(uncertainImport.lines[0]).toMatch(
      /^Encoding: windows-1252, detected; if the names are wrong, repeat with --encoding /,
    )
    const { lines } = await importList(bytes, '--encoding', 'windows-1250', '--separator', 'semicolon')
    expect(lines).toContain('Encoding: windows-1250')
    expect(await findRunners('Peńa')).toHaveLength(1)
    await expect(importList(bytes, '--encoding', 'klingon')).rejects.toThrow(/"klingon" is no known encoding/)
    await expect(importList(bytes, '--separator', 'ab')).rejects.toThrow(UsageError)
    await expect(importList(bytes, '--separator', 'tab')).rejects.toThrow(/There is no column "bib"/)
  })

  it.each([
    ['windows-1252.csv', 0, { Núñez: '101', Muñoz: '102', Peña: '103' }],
    ['windows-1251.csv', 0, { Ёлкин: '201', Щукина: '202' }],
    ['cp866.csv', 0, { Елкин: '201', Щукина: '202' }],
    ['sep-line.csv', 0, { Li: '401' }],
    ['utf-16le.txt', 0, { Ёлкин: '501' }],
    ['utf-16be.csv', 0, { Li: '501' }],
    ['relay-bibs.csv', 0, { Single: '121', Relayone: '12-1', Relaytwo: '12-2' }],
    ['float-bibs.csv', 0, { 601: '601', Floattwo: '602', Space: '1603' }],
    ['first-name-first.csv', 0, { Smith: '701' }],
    ['surname-first.csv', 0, { Иванова: '704' }],
    ['bib-no.csv', 0, { Li: '971' }],
    ['race-number.csv', 0, { Li: '972' }],
    ['russian-number.csv', 0, { Ли: '973' }],
    ['preamble.csv', 0, { Ли: '974' }],
    ['nickname.csv', 1, { "O'Brien": '965' }],
    ['unclosed-quote.csv', 1, { Петров: '962', Сидоров: '963' }],
    ['zero-byte.csv', 1, { Ok: '982' }],
  ])('imports %s, exit code %i, and its runners are found', async (name, code, runners) => {
    const path = join(projectRoot, 'tests/fixtures/start-lists', name)
    const { exitCode, lines, json } = await runTestCommand(
      shop,
      'start-list',
      'import',
      path,
      '--event',
      event.id,
    )
    expect(exitCode).toBe(code)
    expect(lines.join('\n')).not.toMatch(/insert into/i)
    expect(json).toMatchObject({ badLines: code === 0 ? [] : [{ line: 2 }] })
    for (const [typed, number] of Object.entries(runners))
      expect(await findRunners(typed), typed).toEqual([expect.objectContaining({ number })])
  })

  it('never passes to the database what it refuses', async () => {
    const longText = 'x'.repeat(5000)
    const list = `bib,surname,name,surname_en,distance\n1,Nu\0l,Bo,,\n2,Li,B\u001bo,,\n3,${longText},Bo,,\n4,Li,Bo,${longText},\n5,Li,Bo,,${longText}\n6,Ok,Bo,,\n`
    const { exitCode, lines, json } = await importList(list)
    expect(exitCode).toBe(1)
    expect(lines.at(-1)).toBe('1 runner imported, 5 bad lines left out')
    expect((json as { badLines: { line: number }[] }).badLines.map(({ line }) => line)).toEqual([
      2, 3, 4, 5, 6,
    ])
  })

  it.each([
    ['a workbook', Buffer.from('PK\u0003\u0004 xl/workbook.xml'), /Excel workbook.*save the list as CSV/],
    ['a PDF document', Buffer.from('%PDF-1.7'), /PDF document/],
    ['a file without bytes', Buffer.alloc(0), /The file is empty/],
  ])('refuses %s', async (_what, bytes, reason) => {
    await expect(importList(bytes)).rejects.toThrow(CommandFailure)
    await expect(importList(bytes)).rejects.toThrow(reason)
  })
})
