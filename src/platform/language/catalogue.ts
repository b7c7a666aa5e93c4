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

/** The texts of the shell and the home page, parsed at build. */
export async function loadFirstTexts(language: Language): Promise<Catalogue> {
  return (await first[language]()).default
}

/** The texts of all other pages. */
export async function loadMoreTexts(language: Language): Promise<Catalogue> {
  return (await more[language]()).default
}

/** Every text of a language. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  const [some, others] = await Promise.all([loadFirstTexts(language), loadMoreTexts(language)])
  return { ...some, ...others }
}
