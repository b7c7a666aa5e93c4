import { languages } from '../../../contract/common.ts'
import type { LocalText } from '../../platform/local-text.ts'
import type { Args, OptionSpec } from '../args.ts'

const names = new Intl.DisplayNames('en', { type: 'language' })
const others = languages.filter((language) => language !== 'ru')

/** Returns the options for a text in each language other than Russian, e.g. `--title-en`. */
export function inOtherLanguages(name: 'title' | 'city'): Record<string, OptionSpec> {
  const spec = (language: string) => ({
    value: name.toUpperCase(),
    help: `${name} in ${names.of(language) ?? language}`,
  })
  return Object.fromEntries(others.map((language) => [`${name}-${language}`, spec(language)]))
}

/** Returns the text of `--NAME` with its translations. English is the fallback where `--NAME` is absent. */
export function parseLocalText(args: Args, name: 'title' | 'city'): LocalText {
  return textIn(args.text(name) ?? args.text(`${name}-en`) ?? '', (language) =>
    args.text(`${name}-${language}`),
  )
}

/** Splits a text with translations separated by `|`, in the order of the contract's languages: `Финиш|Finish|Meta`. */
export function splitText(text: string): LocalText {
  const [ru = '', ...more] = text.split('|').map((each) => each.trim())
  return textIn(ru, (_, index) => more[index])
}

function textIn(ru: string, other: (language: string, index: number) => string | undefined): LocalText {
  const said = others.flatMap((language, index) => {
    const text = other(language, index)
    return text ? [[language, text] as const] : []
  })
  return { ru, ...Object.fromEntries(said) }
}
