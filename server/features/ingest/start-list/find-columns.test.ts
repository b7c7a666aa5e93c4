import { expect, it } from 'vitest'
import { findColumns, isHeader } from './find-columns.ts'

it.each(
  [
    ...[
      'Bib',
      'BIB#',
      'Bib No.',
      'bib_number',
      'Bib Nr',
      'No.',
      'Nr',
      'Nr.',
      '№',
      '#',
      'N°',
      'Nº',
      'Number',
      'Num.',
    ],
    ...[
      'Start number',
      'Start No.',
      'Start #',
      'Start-Nr.',
      'Startnummer',
      'StNr',
      'Startnumber',
      'Race number',
      'Race No',
    ],
    ...[
      'Runner number',
      'Athlete No',
      'Participant number',
      'Runner Bib',
      'Vest number',
      'Running number',
      'BIB NUMBER (required)',
      'Corredor Nº',
      'Номер атлета',
      '#Dos.',
      'Pinny',
      'Plate number',
    ],
    ...[
      'Номер',
      'Стартовый номер',
      'Стартовый №',
      'Старт. №',
      'Ст. номер',
      'Ст.№',
      'Номер участника',
      '№ участника',
    ],
    ...['Нагрудный номер', 'Нагрудный №', 'Номер (нагрудный)', 'Стартовый номер участника', 'Номер / Bib'],
    ...[
      'Dorsal',
      'Número de dorsal',
      'Nº de dorsal',
      'Número',
      'Núm. dorsal',
      'Nº corredor',
      'Dossard',
      'N° de dossard',
    ],
    ...[
      'Pettorale',
      'N. pettorale',
      'Número de peito',
      'Nr startowy',
      'Numer startowy',
      'Startovní číslo',
      'Rennnummer',
      'Teilnehmer-Nr.',
      'Läufernummer',
      'Brustnummer',
      'Plaque n°',
      'Pechera',
      'Номер на груди',
      'Rajtszám',
      'Startnr',
    ],
  ].map((header) => [header]),
)('%j is the bib', (header) => {
  expect(findColumns([header, 'Surname'])).toEqual({ number: 0, surname: 1 })
})

it.each([
  ['Last name', 'First name'],
  ['Surname', 'Name'],
  ['Family name', 'Given name'],
  ['LAST_NAME', 'FIRST_NAME'],
  ['Last', 'First'],
  ['Фамилия', 'Имя'],
  ['Фамилия участника', 'Имя участника'],
  ['Фамилия / Surname', 'Имя / Name'],
  ['Apellidos', 'Nombre'],
  ['Primer apellido', 'Nombre'],
  ['Nachname', 'Vorname'],
  ['Name', 'Vorname'],
  ['Zuname', 'Vorname'],
  ['Nom de naissance', 'Prénom'],
  ['Nom usuel', 'Prénom'],
  ['Nom', 'Prénom'],
  ['Nom de famille', 'Prénom'],
  ['Cognome', 'Nome'],
  ['Sobrenome', 'Nome'],
  ['Nazwisko', 'Imię'],
  ['Příjmení', 'Jméno'],
  ['Efternamn', 'Förnamn'],
  ['Sukunimi', 'Etunimi'],
  ['Прізвище', "Ім'я"],
  ['Επώνυμο', 'Όνομα'],
  ['nom_coureur', 'prenom_coureur'],
  ['Soyadı', 'Adı'],
])('%j and %j are surname and first name, in any order', (surname, firstName) => {
  expect(findColumns(['Bib', surname, firstName])).toEqual({ number: 0, surname: 1, firstName: 2 })
  expect(findColumns([firstName, surname, 'Bib'])).toEqual({ number: 2, surname: 1, firstName: 0 })
})

it.each(
  [
    ...[
      'Name of runner',
      "Participant's name",
      'Name (last, first)',
      'Full name',
      'Name',
      'Runner',
      'Participant',
      'Surname, Name',
      'First & Last Name',
      'Athlete name',
      'Racer',
      'Entrant name',
      'Vor- und Zuname',
      'Vollständiger Name',
      'Teilnehmername',
      'Nom complet',
      'Concurrent',
      'Участница',
      'Lastname Firstname',
    ],
    ...[
      'ФИО',
      'Ф.И.О.',
      'Участник',
      'Участник (ФИО)',
      'Фамилия, имя',
      'Фамилия Имя Отчество',
      'Имя и фамилия',
      'Спортсмен',
    ],
    ...[
      'Nombre completo',
      'Nombre y apellidos',
      'Apellidos, Nombre',
      'Corredor',
      'Nom et prénom',
      'Cognome e nome',
    ],
    ...['Imię i nazwisko', 'Name, Vorname', 'Teilnehmer'],
  ].map((header) => [header]),
)('%j is the full name', (header) => {
  expect(findColumns(['Bib', header])).toEqual({ number: 0, fullName: 1 })
})

it.each([
  [['№ п/п', 'Ст. номер', 'ФИО'], { number: 1, fullName: 2 }],
  [['№', 'Номер участника', 'ФИО'], { number: 1, fullName: 2 }],
  [['№', 'Номер', 'ФИО'], { number: 1, fullName: 2 }],
  [['Place', 'Number', 'Bib', 'Name'], { number: 2, fullName: 3 }],
  [['Bib', 'Team name', 'Full name'], { number: 0, fullName: 2 }],
  [['Bib', 'Emergency contact surname', 'Surname', 'Phone number'], { number: 0, surname: 2 }],
  [['Номер телефона', 'Номер', 'Фамилия', 'Фамилия тренера'], { number: 1, surname: 2 }],
])('of %j, the clearest column counts', (header, columns) => {
  expect(findColumns(header)).toEqual(columns)
})

it.each([
  ['surname_en', 'surnameLatin'],
  ['Фамилия (лат.)', 'surnameLatin'],
  ['Фамилия латинскими буквами', 'surnameLatin'],
  ['Name EN', 'firstNameLatin'],
  ['Distance', 'distance'],
  ['Дистанция', 'distance'],
  ['Contest', 'distance'],
  ['Distancia', 'distance'],
  ['Race', 'distance'],
  ['Finish', 'finish'],
  ['Финиш', 'finish'],
  ['Finish time', 'finish'],
  ['Clock Time', 'finish'],
  ['Event', 'distance'],
  ['Finish time (hh:mm:ss)', 'finish'],
  ['Время финиша (чч:мм)', 'finish'],
  ['Время на финише', 'finish'],
  ['Tiempo de llegada', 'finish'],
  ['Finish clock time', 'finishClock'],
  ['Finish (time of day)', 'finishClock'],
  ['Hora de llegada', 'finishClock'],
  ['Gun time', 'gunTime'],
  ['Finish.GunTime', 'gunTime'],
  ['Result', 'gunTime'],
  ['Грязное время', 'gunTime'],
  ['Net time', 'netTime'],
  ['Chip Time', 'netTime'],
  ['Чистое время', 'netTime'],
  ['Tiempo neto', 'netTime'],
  ['Дата финиша', 'finishDate'],
  ['Start time', 'start'],
])('%j is %s', (header, field) => {
  expect(findColumns(['Bib', 'Фамилия', 'Имя', header])).toEqual({
    number: 0,
    surname: 1,
    firstName: 2,
    [field]: 3,
  })
})

it.each([
  ['Club'],
  ['Age group'],
  ['Date of birth'],
  ['Дата рождения'],
  ['Пол'],
  ['Город'],
  ['Email'],
  ['Place'],
  ['Chip'],
  ['Finish place'],
  ['Finish status'],
])('%j is not used', (header) => {
  expect(findColumns(['Bib', 'Name', header])).toEqual({ number: 0, fullName: 1 })
})

it('is no header without numbers or without names', () => {
  expect(isHeader(findColumns(['Bib', 'Club']))).toBe(false)
  expect(isHeader(findColumns(['Name', 'Surname']))).toBe(false)
  expect(isHeader(findColumns(['1', 'Li', 'Bo']))).toBe(false)
  expect(isHeader(findColumns(['Bib', 'First name']))).toBe(true)
})
