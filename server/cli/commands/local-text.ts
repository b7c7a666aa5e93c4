import { languages } from '../../../contract/common.ts'
import type { LocalText } from '../../platform/local-text.ts'
import type { Args, OptionSpec } from '../args.ts'

const names = new Intl.DisplayNames('en', { type: 'language' })
const others = languages.filter((language) => language !== 'ru')

/** Options that say a text in each language but that of `--NAME` itself, e.g. `--title-en`. */
export function inOtherLanguages(name: 'title' | 'city'): Record<string, OptionSpec> {
  const spec = (language: string) => ({
    value: name.toUpperCase(),
    help: `${name} in ${names.of(language) ?? language}`,
  })
  return Object.fromEntries(others.map((language) => [`${name}-${language}`, spec(language)]))
}

/** What `--NAME` and those options say together; the English stands in where `--NAME` is absent. */
export function localTextOf(args: Args, name: 'title' | 'city'): LocalText {
  return textIn(args.text(name) ?? args.text(`${name}-en`) ?? '', (language) =>
    args.text(`${name}-${language}`),
  )
}

/** A text of which the others follow after `|`, in the order of the contract's languages: `Финиш|Finish|Meta`. */
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
