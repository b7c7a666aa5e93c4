/** Lists letters of Cyrillic names from the most frequent one. */
const russian = 'аеоинртлвскмудпяьгбзшчйыхюжцёщфэъ'

/**
 * Lists the letters of languages outside ASCII, in lower case, the most frequent first. The order is that of names of persons,
 * and decides between encodings that turn the same bytes into letters of two languages.
 */
export const alphabets = {
  spanish: 'áéíóñúü',
  portuguese: 'ãçáéóíâêôõúàü',
  catalan: 'àèéíòóçúïü',
  french: 'éèçëïêôâîûàùüœÿæ',
  italian: 'òàìùèé',
  german: 'üöäß',
  dutch: 'ëïéèöüá',
  nordic: 'åäöøæéü',
  icelandic: 'áóðíéúöýþæ',
  finnish: 'äöåõüšž',
  polish: 'łęóąśżńźć',
  czech: 'áéířýščžěůňúťďó',
  slovak: 'áéíčýžšľúťňôďóäĺŕ',
  hungarian: 'áéóöőüúűí',
  romanian: 'ăşșţțâî',
  croatian: 'ćčšžđ',
  turkish: 'ışğüöçâîû',
  azerbaijani: 'əışğüöç',
  lithuanian: 'šėžūųįčąę',
  latvian: 'ņāšīēžķūļčģŗ',
  maltese: 'ħżċġàèìòù',
  welsh: 'ŵŷâêîôûäëïöü',
  russian,
  ukrainian: `${russian.replace('и', 'иі')}їєґ`,
  belarusian: `${russian.replace('и', 'і')}ўи`,
  macedonian: `${russian}јљњџѓќѕђћ`,
  kazakh: `${russian}әғқңөұүһі`,
  greek: 'αοισςντρηευκλπμγάίδώόχθέβύήφξωζψϊϋΐΰ',
  hebrew: 'ילאורהםנימבתשדחגכקעןפסץצזטךף',
  arabic: 'امنلدريحسبعفهوشقكطةجخصضزثذغأإئءؤىآظ',
} as const

type LanguageName = keyof typeof alphabets

/** Describes an encoding that start lists are written in. */
export interface ListEncoding {
  /** Name for people, and of `iconv-lite`. */
  readonly name: string
  /** Name in `jschardet`; absent where it does not know the encoding. */
  readonly detectorName: string
  /** Languages written in this encoding. */
  readonly languages: readonly LanguageName[]
}

const western = [
  'spanish',
  'portuguese',
  'catalan',
  'french',
  'italian',
  'german',
  'dutch',
  'nordic',
  'icelandic',
] as const
const central = ['polish', 'czech', 'slovak', 'hungarian', 'croatian', 'romanian', 'german'] as const
const baltic = ['lithuanian', 'latvian', 'finnish', 'german'] as const
const cyrillic = ['russian', 'ukrainian', 'belarusian', 'macedonian'] as const

/** Lists the encodings of one byte per character. Earlier ones are preferred where several give equally good names. */
export const listEncodings: readonly ListEncoding[] = [
  { name: 'windows-1252', detectorName: 'Windows-1252', languages: [...western, 'finnish'] },
  { name: 'windows-1251', detectorName: 'Windows-1251', languages: cyrillic },
  { name: 'windows-1250', detectorName: 'Windows-1250', languages: central },
  { name: 'windows-1254', detectorName: 'Windows-1254', languages: ['turkish', ...western] },
  { name: 'windows-1257', detectorName: 'Windows-1257', languages: [...baltic, 'polish', 'nordic'] },
  { name: 'windows-1253', detectorName: 'Windows-1253', languages: ['greek'] },
  { name: 'windows-1255', detectorName: 'Windows-1255', languages: ['hebrew'] },
  { name: 'windows-1256', detectorName: 'Windows-1256', languages: ['arabic'] },
  { name: 'cp866', detectorName: 'IBM866', languages: ['russian', 'ukrainian', 'belarusian'] },
  { name: 'koi8-u', detectorName: 'KOI8-U', languages: ['russian', 'ukrainian'] },
  { name: 'koi8-r', detectorName: 'KOI8-R', languages: ['russian'] },
  { name: 'maccyrillic', detectorName: 'MacCyrillic', languages: cyrillic },
  { name: 'iso-8859-5', detectorName: 'ISO-8859-5', languages: cyrillic },
  { name: 'iso-8859-15', detectorName: 'iso8859-15', languages: [...western, 'finnish'] },
  { name: 'iso-8859-2', detectorName: 'ISO-8859-2', languages: central },
  { name: 'iso-8859-9', detectorName: 'ISO-8859-9', languages: ['turkish', ...western] },
  { name: 'iso-8859-13', detectorName: 'ISO-8859-13', languages: [...baltic, 'polish', 'nordic'] },
  { name: 'iso-8859-4', detectorName: 'ISO-8859-4', languages: [...baltic, 'nordic'] },
  { name: 'iso-8859-16', detectorName: 'ISO-8859-16', languages: ['romanian', 'polish', 'hungarian'] },
  { name: 'iso-8859-7', detectorName: 'ISO-8859-7', languages: ['greek'] },
  { name: 'macintosh', detectorName: 'MacRoman', languages: western },
  { name: 'cp850', detectorName: 'cp850', languages: western },
  { name: 'cp437', detectorName: 'cp437', languages: ['spanish', 'french', 'italian', 'german', 'nordic'] },
  { name: 'cp852', detectorName: 'cp852', languages: central },
  { name: 'maccenteuro', detectorName: 'MacLatin2', languages: central },
  { name: 'macturkish', detectorName: 'MacTurkish', languages: ['turkish'] },
  { name: 'cp857', detectorName: 'cp857', languages: ['turkish'] },
]
