import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getTrialOptions } from '../../../../tests/trials.ts'
import { parseStartList } from './parse-start-list.ts'
import { StartListInvalid } from './start-list.ts'

const event = {
  timeZone: 'Europe/Moscow',
  startsOn: new Date('2026-09-12T14:30:00Z'),
  endsOn: new Date('2026-09-12T22:30:00Z'),
}
const parse = (...lines: string[]) => parseStartList(lines.join('\n'), event)
const readNames = (...lines: string[]) =>
  parse(...lines).lines.map(({ firstName, surname }) => `${firstName}|${surname}`)

describe('a start list', () => {
  it('of the demo is read whole, with both spellings of names and the finish', () => {
    const text = readFileSync(new URL('../../../../demo/start-list-A.csv', import.meta.url), 'utf8')
    const { lines, badLines, notes } = parseStartList(text, event)
    expect(badLines).toEqual([])
    expect(notes).toEqual([])
    expect(lines).toHaveLength(16)
    expect(lines.find(({ number }) => number === '128')).toEqual({
      number: '128',
      surname: 'Ковалёв',
      firstName: 'Андрей',
      surnameLatin: 'Kovalev',
      firstNameLatin: 'Andrei',
      distance: '21.1 km',
      finishedOn: new Date('2026-09-12T16:03:41Z'),
    })
  })

  it.each([
    ['Start Number;Last Name;First Name\n7;Mensah;Kofi', 'English, by semicolon'],
    ['СТАРТОВЫЙ НОМЕР\tИМЯ\tФамилия\n007\tKofi\tMensah', 'Russian capitals, by tab'],
    ['dorsal,apellidos,nombre\r\n7,Mensah,Kofi\r\n', 'Spanish, by comma'],
    ['Startnummer|Name|Vorname\r7|Mensah|Kofi\r', 'German, by bar, with line ends of a Mac'],
    ['bib,full name\n7,Mensah Kofi', 'one column of names'],
    ['sep=;\r\nbib;surname;name\r\n7;Mensah;Kofi', 'with the separator that Excel writes'],
    ['"sep=\t"\r\nbib\tsurname\tname\r\n7\tMensah\tKofi', 'with a quoted line of Excel, tab'],
    ['"bib;surname;name"\n"7;Mensah;Kofi"', 'with quotes around whole lines'],
    ['"Bib\nNo.","Last\nName","First\nName"\n7,Mensah,Kofi', 'with headers of two lines'],
    ['Start list of the race;;\n;;\n\nbib;surname;name\n7;Mensah;Kofi', 'after a title'],
    ['bib;surname;name;;\n7;Mensah;Kofi;;', 'with empty columns at the end'],
    ['bib;surname;name\n="007";Mensah;Kofi', 'with a number as text of Excel'],
  ])('understands %j (%s)', (text) => {
    const { lines, badLines } = parseStartList(text, event)
    expect(badLines).toEqual([])
    expect(lines).toMatchObject([{ number: '7', surname: 'Mensah', firstName: 'Kofi' }])
  })

  it('reports bad lines by their number and keeps the rest', () => {
    const { lines, badLines, notes } = parse(
      'bib,surname,name,finish',
      '1,Иванов,Иван,2026-09-12T18:44:52+03:00',
      ',Петров,Пётр,',
      '*,Сидоров,Сидор,',
      '',
      '5,,,',
      '6,"Смир\nнов",Семён,1:44:52',
      '001,Другой,Иван,',
      '8,Козлов,Кирилл,2026-13-40T18:44:52+03:00',
      '9,Орлов,Олег,DNF',
      '10,Котов,Кот,soon',
      '11,Smith, John,,',
    )
    expect(lines.map(({ number }) => number)).toEqual(['1', '6', '9', '10', '11'])
    expect(badLines).toEqual([
      { line: 3, reason: 'no number' },
      { line: 4, reason: '"*" is not a start number' },
      { line: 6, reason: 'no name' },
      { line: 9, reason: 'number 1 is already on line 2' },
      { line: 10, reason: expect.stringContaining('2026-13-40') },
    ])
    expect(notes).toEqual([
      { line: 7, reason: expect.stringMatching(/without a finish.*1:44:52.*no date/) },
      { line: 12, reason: expect.stringMatching(/without a finish.*"soon" is not a time/) },
    ])
  })

  it.each([
    ['a comma in a name', '7,Smith, John,10 km', /5 cells, the header has 3|4 cells, the header has 3/],
    ['a name that was cut off', '7,Li', /2 cells, the header has 3/],
    ['a control character', '7,Li\u0007,Bo', /control character U\+0007/],
    ['a zero byte', '7,Li\0,Bo', /control character U\+0000/],
    ['a broken character', '7,Pe\uFFFDa,Bo', /broken in this encoding/],
    ['half a character', '7,Pe\uD83Da,Bo', /control character U\+D83D/],
    ['a long name', `7,${'x'.repeat(101)},Bo`, /more than 100 characters/],
    ['a quote that is not closed', '7,"Li,Bo', /opened and not closed/],
    ['a nickname whose quotes are not doubled', '7,"Li "Speedy"",Bo', /wrong place/],
    ['a quote that closes nothing', '7,Li",Bo', /wrong place/],
  ])('reports only the line with %s', (_what, line, reason) => {
    const { lines, badLines } = parse('bib,surname,name', '1,First,Ann', line, '2,Last,Zoe')
    expect(lines.map(({ number }) => number)).toEqual(['1', '2'])
    expect(badLines).toEqual([{ line: 3, reason: expect.stringMatching(reason) }])
  })

  it('reports each of several quotes that are not closed', () => {
    const { lines, badLines } = parse(
      'bib,surname,name',
      '1,"A,Ann',
      '2,B,Ben',
      '3,"C","Cid"',
      '4,"D,Dan',
      '5,E,Eve',
    )
    expect(lines.map(({ number }) => number)).toEqual(['2', '3', '5'])
    expect(badLines.map(({ line }) => line)).toEqual([2, 5])
  })

  it('keeps quotes of nicknames that are unambiguous', () => {
    expect(readNames('bib,surname,name', '1,O"Brien,Pat', '2,Li,Bo "Speedy"', '3,"Li ""Fast""",Ann')).toEqual(
      ['Pat|O"Brien', 'Bo "Speedy"|Li', 'Ann|Li "Fast"'],
    )
  })

  it('keeps relay bibs apart, and reads numbers that a spreadsheet wrote as decimals', () => {
    const { lines, badLines } = parse(
      'bib;name',
      ...['12-1', '12-2', '121', '601.0', '602,00', '12.1', '12.0', 'AB12', "'0077", '17/1'].map(
        (bib) => `${bib};A B`,
      ),
    )
    expect(badLines).toEqual([])
    expect(lines.map(({ number }) => number)).toEqual([
      ...['12-1', '12-2', '121', '601', '602', '12.1', '12.0', 'AB12', '77', '17-1'],
    ])
  })

  it('skips repeated page headers, and reports a line with a total', () => {
    const { lines, badLines } = parse('bib;name', '1;Bo Li', 'bib;name', '2;Ann Lee', 'Total: 2;')
    expect(lines.map(({ number }) => number)).toEqual(['1', '2'])
    expect(badLines).toEqual([{ line: 5, reason: '"Total: 2" is not a start number' }])
  })

  it('imports or reports each line once, whatever its cells are', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        '7',
        '12-1',
        '601.0',
        'Li',
        'Bo Li',
        'Иванова Анна',
        '12.09.2026 18:44:52',
        '1:44:52',
        'DNF',
        '\0',
      ),
      fc.string({ unit: fc.constantFrom('1', 'x', 'Я', ' ', '.', ':', '-', '\u0007', '\uFFFD') }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(
          'bib;name;finish',
          'Номер;Фамилия;Имя',
          'Dorsal;Nombre;Tiempo oficial',
          '№;ФИО;Finish clock',
        ),
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 })),
        (header, rows) => {
          const texts = rows.map((cells) => cells.join(';'))
          const { lines, badLines, notes } = parse(header, ...texts)
          const filledLineNumbers = texts.flatMap((text, index) =>
            text.replace(/[\s;]/g, '') === '' ? [] : [index + 2],
          )
          const badLineNumbers = badLines.map(({ line }) => line)
          expect(lines.length + badLineNumbers.length).toBe(filledLineNumbers.length)
          expect(new Set(badLineNumbers).size).toBe(badLineNumbers.length)
          expect(filledLineNumbers).toEqual(expect.arrayContaining(badLineNumbers))
          expect(new Set(lines.map(({ number }) => number)).size).toBe(lines.length)
          for (const { line } of notes) expect(badLineNumbers).not.toContain(line)
          for (const runner of lines) expect(JSON.stringify(runner)).not.toMatch(/\\u0000|\\u0007|\uFFFD/)
        },
      ),
      getTrialOptions(100, 5000),
    )
  })

  it('adds the second surname of Spanish lists', () => {
    expect(readNames('Dorsal;Nombre;Primer apellido;Segundo apellido', '1;Ana;García;López')).toEqual([
      'Ana|García López',
    ])
  })

  it('reports a second surname that is too long', () => {
    const { badLines } = parse('bib;name;apellido 1;apellido 2', `1;Ana;García;${'x'.repeat(101)}`)
    expect(badLines).toEqual([{ line: 2, reason: 'a name of more than 100 characters' }])
  })

  it('splits a column of full names, also under a header that names only one part', () => {
    expect(readNames('№;Фамилия', '1;Иванова Анна', '2;Ким Юна')).toEqual(['Анна|Иванова', 'Юна|Ким'])
    expect(readNames('bib;name', '1;John Smith', '2;Bo Li')).toEqual(['John|Smith', 'Bo|Li'])
    expect(readNames('bib;name', '1;Prince')).toEqual(['|Prince'])
  })

  it('takes a column of names beside the surnames for first names when it has no surnames', () => {
    const header = 'bib;Participant surname;Participant name'
    expect(readNames(header, '1;Li;Bo', '2;Smith;Anna Maria', '3;Lee;Ann')).toEqual([
      'Bo|Li',
      'Anna Maria|Smith',
      'Ann|Lee',
    ])
    expect(readNames('bib;surname;full name', '1;Li;Bo Li', '2;Smith;Ann Smith')).toEqual([
      'Bo|Li',
      'Ann|Smith',
    ])
  })

  it.each(['Vorname', 'Prénom', 'First name'])(
    'is refused when %s is its only column of names',
    (firstName) => {
      expect(() => parse(`bib;${firstName};Unknown`, '1;Bo;Li', '2;Ann;Lee')).toThrow(
        `There is no column "surname", and "${firstName}" has first names only`,
      )
      expect(readNames(`bib;${firstName}`, '1;Bo Li', '2;Ann Lee')).toEqual(['Bo|Li', 'Ann|Lee'])
    },
  )

  it.each(['\t', ';'])('is not divided by the comma of its header when %j divides it', (separator) => {
    const lines = ['bib,Apellidos, Nombre', '1,García López, Ana'].map((line) => line.replace(',', separator))
    expect(readNames(...(lines as [string]))).toEqual(['Ana|García López'])
  })

  it('takes times without a zone as those of the place', () => {
    const [runner] = parse('bib,surname,finish', '1,Ли,2026-09-12 18:44:52').lines
    expect(runner?.finishedOn).toEqual(new Date('2026-09-12T15:44:52Z'))
  })

  it('says what each column was read as', () => {
    const { columns, readings, separator, headerLine } = parse(
      'Старт',
      '',
      '№ п/п;Ст. номер;ФИО;Клуб',
      '1;501;Ким Юна;',
    )
    expect({ separator, headerLine }).toEqual({ separator: ';', headerLine: 3 })
    expect(columns.map(({ field }) => field)).toEqual([undefined, 'number', 'fullName', undefined])
    expect(readings).toEqual(['names, column "ФИО": surname first, by the header'])
  })

  it('keeps lines without the empty cells at their end', () => {
    const { lines, badLines } = parse('bib,surname,name,distance,club', '7,Li,Bo', '8,Lee,Ann,10 km')
    expect(lines).toMatchObject([{ number: '7' }, { number: '8', distance: '10 km' }])
    expect(badLines).toEqual([])
  })

  it('reports a line that a line end within a name has cut', () => {
    const { lines, badLines } = parse('bib,surname,name', '7,Smi', 'th,Ann', '8,Lee,Ann')
    expect(lines.map(({ number }) => number)).toEqual(['8'])
    expect(badLines.map(({ line }) => line)).toEqual([2, 3])
  })

  it('says when its names were garbled before', () => {
    const [spanishBytes, russianBytes] = ['Núñez Begoña', 'Петров Антон'].map((name) => Buffer.from(name))
    const decodeWrongly = (bytes: Buffer | undefined, encoding: string) =>
      new TextDecoder(encoding).decode(bytes)
    const names = [decodeWrongly(spanishBytes, 'windows-1252'), decodeWrongly(russianBytes, 'windows-1251')]
    expect(parse('bib,name', ...names.map((name, index) => `${index},${name}`)).readings.at(-1)).toContain(
      '2 names look garbled',
    )
    expect(
      parse('bib,name', '1,Núñez Begoña', '2,Âme Ñusta', '3,РСФСР Сёстры').readings.join(),
    ).not.toContain('garbled')
  })

  it('takes dates from a date column of unclear meaning only when they are days of the event', () => {
    const [runnerOfEventDay] = parse('bib,name,date,finish clock', '1,Bo Li,13.09.2026,00:10:00').lines
    expect(runnerOfEventDay?.finishedOn).toEqual(new Date('2026-09-12T21:10:00Z'))
    const [runnerWithRegistrationDate] = parse(
      'bib,name,date,finish clock',
      '1,Bo Li,01.05.2026,18:44:52',
    ).lines
    expect(runnerWithRegistrationDate?.finishedOn).toEqual(new Date('2026-09-12T15:44:52Z'))
  })

  it('uses the given separator', () => {
    const text = 'bib;surname,name\n1;Li,Bo'
    expect(() => parseStartList(text, event, '|')).toThrow(StartListInvalid)
    expect(parseStartList('bib^name\n1^Bo Li', event, '^').lines).toMatchObject([
      { number: '1', surname: 'Li' },
    ])
  })

  it.each([
    ['', 'empty'],
    ['surname,name\nLi,Bo', 'no column "bib".*line 1 has: surname, name'],
    ['bib,club\n1,Spartak', 'no column "surname".*line 1 has: bib, club'],
    ['1;Li;Bo', 'no column "bib"'],
    ['"bib;surname', 'no header; line 1: a quote is opened and not closed'],
    ['{"runners": []}', 'JSON'],
  ])('is not %j', (text, reason) => {
    expect(() => parseStartList(text, event)).toThrow(StartListInvalid)
    expect(() => parseStartList(text, event)).toThrow(new RegExp(reason))
  })
})
