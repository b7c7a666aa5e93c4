import { defaultLanguage, languages } from '../../../contract/language/languages.ts'
import type { LocalText } from '../../platform/local-text.ts'
import type { Args, OptionSpec } from '../args.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })
const otherLanguages = languages.filter((language) => language !== defaultLanguage)

/** Returns the options for a text in each language other than Russian, e.g. `--title-en`. */
export function createTranslationOptions(name: 'title' | 'city'): Record<string, OptionSpec> {
  const createOption = (language: string) => ({
    value: name.toUpperCase(),
    help: `${name} in ${languageNames.of(language) ?? language}`,
  })
  return Object.fromEntries(otherLanguages.map((language) => [`${name}-${language}`, createOption(language)]))
}

/** Returns the text of `--NAME` with its translations. English is the fallback where `--NAME` is absent. */
export function parseLocalText(args: Args, name: 'title' | 'city'): LocalText {
  return buildLocalText(args.text(name) ?? args.text(`${name}-en`) ?? '', (language) =>
    args.text(`${name}-${language}`),
  )
}

/** Splits a text with translations separated by `|`, in the order of the contract's languages: `Финиш|Finish|Meta`. */
export function parseTranslations(text: string): LocalText {
  const [ru = '', ...translations] = text.split('|').map((each) => each.trim())
  return buildLocalText(ru, (_, index) => translations[index])
}

function buildLocalText(
  ru: string,
  getTranslation: (language: string, index: number) => string | undefined,
): LocalText {
  const translations = otherLanguages.flatMap((language, index) => {
    const text = getTranslation(language, index)
    return text ? [[language, text] as const] : []
  })
  return { ru, ...Object.fromEntries(translations) }
}
