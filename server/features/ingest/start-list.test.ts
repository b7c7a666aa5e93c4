import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseStartList, StartListInvalid } from './start-list.ts'

const moscow = 'Europe/Moscow'

describe('a start list', () => {
  it('of the demo is read whole, with both spellings of names and the finish', () => {
    const text = readFileSync(new URL('../../../demo/start-list-A.csv', import.meta.url), 'utf8')
    const { lines, badLines } = parseStartList(text, moscow)
    expect(badLines).toEqual([])
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
    ['﻿dorsal,apellidos,nombre\r\n7,Mensah,Kofi\r\n', 'Spanish, with a byte order mark'],
    ['bib,full name\n7,Mensah Kofi', 'one column of names'],
  ])('understands the columns of %j (%s)', (text) => {
    const [runner] = parseStartList(text, moscow).lines
    expect(runner).toMatchObject({ number: '7', surname: 'Mensah', firstName: 'Kofi' })
  })

  it('reports bad lines by their number and keeps the rest', () => {
    const text = [
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
    ].join('\n')
    const { lines, badLines } = parseStartList(text, moscow)
    expect(lines.map(({ number }) => number)).toEqual(['1', '6', '9'])
    expect(badLines).toEqual([
      { line: 3, reason: 'no number' },
      { line: 4, reason: '"*" is not a start number' },
      { line: 6, reason: 'no name' },
      { line: 9, reason: 'number 1 is already on line 2' },
      { line: 10, reason: expect.stringContaining('2026-13-40') },
    ])
  })

  it('takes times without a zone as those of the place', () => {
    const [runner] = parseStartList('bib,surname,finish\n1,Ли,2026-09-12 18:44:52', moscow).lines
    expect(runner?.finishedOn).toEqual(new Date('2026-09-12T15:44:52Z'))
  })

  it.each(['', 'surname,name\nLi,Bo', 'bib,club\n1,Spartak'])('is not %j', (text) => {
    expect(() => parseStartList(text, moscow)).toThrow(StartListInvalid)
  })
})
