import type { Language } from '../../../../contract/common.ts'
import type { Settings } from '../../../../contract/settings.ts'
import fonts from './fonts.json' with { type: 'json' }
import { readTrueType } from './true-type.ts'
import { type Block, writePdf } from './write-pdf.ts'

const readFonts = () => ({
  text: readTrueType(Buffer.from(fonts.text, 'base64')),
  bold: readTrueType(Buffer.from(fonts.bold, 'base64')),
})
let loadedFonts: ReturnType<typeof readFonts> | undefined

/** Returns the languages of a tenant's documents, its start language first. */
export const documentLanguages = ({ lang, languages }: Settings): [Language, ...Language[]] => [
  lang,
  ...languages.filter((language) => language !== lang),
]

/**
 * Writes a tenant's document as PDF, one part per language, in the embedded fonts.
 *
 * @param document `author` is the legal entity, which is printed at the foot of each page
 */
export function writeDocument(document: {
  readonly title: string
  readonly author: string
  readonly parts: readonly [Part, ...Part[]]
}): Buffer {
  loadedFonts ??= readFonts()
  const { author, parts } = document
  return writePdf({ ...document, language: parts[0].language, foot: author, fonts: loadedFonts })
}

interface Part {
  readonly language: Language
  readonly blocks: readonly Block[]
}
