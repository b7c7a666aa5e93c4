import type { MessageFormatElement } from 'react-intl'
import type { Language } from '../../../contract/common.ts'

export type Catalogue = Readonly<Record<string, MessageFormatElement[]>>

type Load = () => Promise<{ default: Catalogue }>

const first: Record<Language, Load> = {
  ru: () => import('virtual:messages/ru'),
  en: () => import('virtual:messages/en'),
  es: () => import('virtual:messages/es'),
}

const more: Record<Language, Load> = {
  ru: () => import('virtual:messages/ru/more'),
  en: () => import('virtual:messages/en/more'),
  es: () => import('virtual:messages/es/more'),
}

const rest: Record<Language, Load> = {
  ru: () => import('virtual:messages/ru/rest'),
  en: () => import('virtual:messages/en/rest'),
  es: () => import('virtual:messages/es/rest'),
}

/** The texts of the shell and the home page, parsed at build. */
export async function loadFirstTexts(language: Language): Promise<Catalogue> {
  return (await first[language]()).default
}

/** The texts of the first load and of the pages for finding and buying. */
export async function loadPageTexts(language: Language): Promise<Catalogue> {
  const [some, others] = await Promise.all([first[language](), more[language]()])
  return { ...some.default, ...others.default }
}

/** All texts that the first load left out. */
export async function loadMoreTexts(language: Language): Promise<Catalogue> {
  const [others, last] = await Promise.all([more[language](), rest[language]()])
  return { ...others.default, ...last.default }
}

/** Every text of a language. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  const [some, others] = await Promise.all([loadFirstTexts(language), loadMoreTexts(language)])
  return { ...some, ...others }
}
