import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { getTrialOptions } from '../../../../tests/trials.ts'
import { decodeText } from './decode-text.ts'

/** Names by language, each with letters outside ASCII. */
const names = {
  russian: [
    'Иванов Иван',
    'Щукина Юлия',
    'Петров Пётр',
    'Белкин Пётр',
    'Ёлкина Фёкла',
    'Цой Эдуард',
    'Объедков Лев',
  ],
  capitals: ['ИВАНОВ ИВАН', 'ЩУКИНА ЮЛИЯ', 'ПЕТРОВ ПЁТР', 'ЦОЙ ЭДУАРД'],
  'lower case': ['иванов иван', 'щукина юлия', 'петров пётр', 'сидоров сидор', 'соколова анна'],
  ukrainian: ['Гудзь Їжак', 'Шевченко Єлизавета', 'Кравчук Іван'],
  spanish: ['Núñez Begoña', 'Muñoz José', 'Peña Íñigo', 'García Óscar', 'Ibáñez Raúl'],
  french: ['Lefèvre Élodie', 'Garçon François', 'Noël Zoé'],
  german: ['Müller Jörg', 'Weiß Käthe', 'Öztürk Änne'],
  nordic: ['Åström Björn', 'Sørensen Åse', 'Ångström Märta'],
  polish: ['Łukasiewicz Stanisław', 'Gąsior Bożena', 'Święch Małgorzata', 'Wiśniewska Żaneta'],
  czech: ['Dvořák Jiří', 'Novotná Zdeňka', 'Šťastný Luboš'],
  turkish: ['Yıldız Çağrı', 'Şahin Gülşen', 'Öğüt İpek'],
  latvian: ['Bērziņš Jānis', 'Ķēniņš Pēteris'],
  lithuanian: ['Žukauskaitė Živilė', 'Šimkus Ąžuolas'],
  greek: ['Παπαδόπουλος Γιώργος', 'Νικολάου Ελένη'],
} as const

const headers = { russian: 'Номер;Фамилия Имя', spanish: 'dorsal;apellidos y nombre' } as const

const unicode = ['utf-8', 'utf-16le', 'utf-16be'] as const
/** Encodings by language. */
const encodings: Readonly<Record<keyof typeof names, readonly string[]>> = {
  russian: [...unicode, 'windows-1251', 'cp866', 'koi8-r', 'iso-8859-5', 'maccyrillic'],
  capitals: [...unicode, 'windows-1251', 'cp866', 'koi8-r', 'iso-8859-5', 'maccyrillic'],
  'lower case': [...unicode, 'windows-1251', 'cp866', 'koi8-r', 'iso-8859-5', 'maccyrillic'],
  ukrainian: [...unicode, 'windows-1251', 'koi8-u'],
  spanish: [...unicode, 'windows-1252', 'iso-8859-1', 'iso-8859-15', 'macintosh', 'cp850'],
  french: [...unicode, 'windows-1252', 'iso-8859-15', 'macintosh', 'cp850'],
  german: [...unicode, 'windows-1252', 'iso-8859-1', 'macintosh', 'cp850'],
  nordic: [...unicode, 'windows-1252', 'iso-8859-1', 'macintosh', 'cp850'],
  polish: [...unicode, 'windows-1250', 'iso-8859-2', 'cp852'],
  czech: [...unicode, 'windows-1250', 'iso-8859-2', 'cp852'],
  turkish: [...unicode, 'windows-1254', 'iso-8859-9'],
  latvian: [...unicode, 'windows-1257', 'iso-8859-13'],
  lithuanian: [...unicode, 'windows-1257', 'iso-8859-13'],
  greek: [...unicode, 'windows-1253', 'iso-8859-7'],
}

const cases = (Object.keys(names) as (keyof typeof names)[]).flatMap((language) =>
  encodings[language].map((encoding) => [language, encoding] as const),
)

describe('a list of names', () => {
  it.each(cases)('in %s is read from %s, however it is separated', async (language, encoding) => {
    const list = names[language]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.shuffledSubarray([...list], { minLength: Math.min(3, list.length) }),
        async (separator, lineEnd, marked, some) => {
          const header = language === 'spanish' || language === 'russian' ? headers[language] : 'bib;name'
          const rows = some.map((name, index) => `${index + 1};${name};10 km`)
          const text = [`${header};distance`, ...rows, ''].join(lineEnd).replaceAll(';', separator)
          const hasMark = marked && encoding.startsWith('utf')
          const bytes = iconv.encode(hasMark ? `\uFEFF${text}` : text, encoding)
          expect((await decodeText(bytes)).text).toBe(text)
        },
      ),
      getTrialOptions(8, 200),
    )
  })

  it('of a few names in Windows-1252 may be another encoding, which is stated', async () => {
    const bytes = iconv.encode('bib;name\n1;Peña Luis\n', 'windows-1252')
    expect(await decodeText(bytes)).toMatchObject({
      encoding: 'windows-1252',
      isDetected: true,
      alternative: expect.stringMatching(/^(?!windows-1252)/),
    })
  })

  it('of many names is certain', async () => {
    const text = names.russian.map((name, index) => `${index};${name}`).join('\n')
    const decoded = await decodeText(iconv.encode(text, 'windows-1251'))
    expect(decoded).toMatchObject({ encoding: 'windows-1251', alternative: undefined })
  })

  it('in UTF-8 stays UTF-8 when some of its bytes are broken', async () => {
    const text = names.russian.map((name, index) => `${index};${name}`).join('\n')
    const bytes = Buffer.concat([Buffer.from(text), Buffer.from([0xff]), Buffer.from('\n9;Ким Юна')])
    expect(await decodeText(bytes)).toMatchObject({ encoding: 'utf-8', text: `${text}\uFFFD\n9;Ким Юна` })
  })

  it('without other letters than those of ASCII is UTF-8', async () => {
    expect(await decodeText(Buffer.from('bib;name\n1;Bo Li'))).toMatchObject({ encoding: 'utf-8' })
  })
})
