import { describe, expect, it } from 'vitest'
import { chooseNameOrder, findNameOrder, splitFullName } from './split-full-name.ts'

/** Returns `first name|surname` of each name of a column. */
function splitColumn(header: string, names: readonly string[], isSpanish = false): string[] {
  const column = chooseNameOrder(header, names)
  return names.map((name) => {
    const { firstName, surname } = splitFullName(name, findNameOrder(name, column), isSpanish)
    return `${firstName}|${surname}`
  })
}

describe('a column of full names', () => {
  it.each([
    [
      'full name',
      ['John Smith', 'Maria de la Cruz', 'Anna-Lena Vogel'],
      ['John|Smith', 'Maria|de la Cruz', 'Anna-Lena|Vogel'],
    ],
    ['full name', ['Mensah Kofi'], ['Kofi|Mensah']],
    ['ФИО', ['Иванова Анна Петровна', 'Ким Юна'], ['Анна Петровна|Иванова', 'Юна|Ким']],
    ['Участник', ['Анна Иванова', 'Пётр Сидоров'], ['Анна|Иванова', 'Пётр|Сидоров']],
    ['Участник', ['Иванова Анна', 'Ким Юна'], ['Анна|Иванова', 'Юна|Ким']],
    ['Участник', ['Ким Юна'], ['Юна|Ким']],
    ['Name', ['Bo Li'], ['Bo|Li']],
    [
      'Name',
      ['Jan van der Berg', 'J. R. Tolkien', 'Иван Petrov'],
      ['Jan|van der Berg', 'J. R.|Tolkien', 'Иван|Petrov'],
    ],
    ['Name', ['Müller Jörg', 'Vogel Anna', 'Weiß Käthe'], ['Jörg|Müller', 'Anna|Vogel', 'Käthe|Weiß']],
    ['Surname, Name', ['Smith John'], ['John|Smith']],
    ['Фамилия Имя', ['Роман Иван'], ['Иван|Роман']],
    ['Имя Фамилия', ['Иван Роман'], ['Иван|Роман']],
    ['First Last', ['Li Bo'], ['Li|Bo']],
    ['Name (last, first)', ['Li Bo'], ['Bo|Li']],
    ['Nombre', ['Mª Carmen Pérez'], ['Mª Carmen|Pérez']],
    ['Nom Prénom', ['Lefèvre Élodie'], ['Élodie|Lefèvre']],
    ['Imię i nazwisko', ['Stanisław Łukasiewicz'], ['Stanisław|Łukasiewicz']],
    ['Name', ['Dr. John Smith', 'Mrs Ann Lee', 'Paul Dr'], ['Dr. John|Smith', 'Mrs Ann|Lee', 'Paul|Dr']],
    ['Name', ['Prince'], ['|Prince']],
  ])('called %j with %j', (header, names, expected) => {
    expect(splitColumn(header, names)).toEqual(expected)
  })

  it.each([
    ['Smith, John', 'John|Smith'],
    ['SMITH John', 'John|SMITH'],
    ['John SMITH', 'John|SMITH'],
    ['DE LA CRUZ María', 'María|DE LA CRUZ'],
    ['Ludwig van BEETHOVEN', 'Ludwig|van BEETHOVEN'],
    ['Ana GARCÍA LÓPEZ', 'Ana|GARCÍA LÓPEZ'],
    ['Smith J. R.', 'J. R.|Smith'],
    ['SMITH J.', 'J.|SMITH'],
    ['J. Smith', 'J.|Smith'],
    ['Иванов И.И.', 'И.И.|Иванов'],
  ])('has the surname of %j in both orders', (name, expected) => {
    expect(splitColumn('First Last', [name])).toEqual([expected])
    expect(splitColumn('Last First', [name])).toEqual([expected])
  })

  it('wholly in capitals has the order of its column', () => {
    expect(splitColumn('First Last', ['JOHN SMITH'])).toEqual(['JOHN|SMITH'])
    expect(splitColumn('Last First', ['SMITH JOHN'])).toEqual(['JOHN|SMITH'])
  })

  it('in both orders is read name by name', () => {
    expect(splitColumn('Участник', ['Иванов Иван', 'Анна Петрова', 'Ким Юна'])).toEqual([
      ...['Иван|Иванов', 'Анна|Петрова', 'Юна|Ким'],
    ])
  })

  it('is read against its header when the names show that it is wrong', () => {
    const { order, reason } = chooseNameOrder('ФИО', ['Анна Иванова', 'Пётр Сидоров', 'Ольга Ким'])
    expect({ order, reason }).toEqual({
      order: 'first name first',
      reason: expect.stringContaining('against the header'),
    })
  })

  it('has two surnames in Spanish lists', () => {
    expect(
      splitColumn('Nombre completo', ['Ana García López', 'Juan Carlos Pérez Gómez', 'Luis Ruiz'], true),
    ).toEqual([...['Ana|García López', 'Juan Carlos|Pérez Gómez', 'Luis|Ruiz']])
    expect(splitColumn('Apellidos y nombre', ['García López Ana', 'Ruiz Luis Miguel'], true)).toEqual([
      ...['Ana|García López', 'Luis Miguel|Ruiz'],
    ])
  })
})
