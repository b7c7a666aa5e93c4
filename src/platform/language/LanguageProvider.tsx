import { useAtomValue } from 'jotai'
import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react'
import { IntlProvider } from 'react-intl'
import type { Language } from '../../../contract/common.ts'
import { configureApi } from '../../lib/api-client.ts'
import { reportError } from '../errors/report-error.ts'
import { device } from '../storage/index.ts'
import { settingsAtom } from '../theme/settings.ts'
import { type Catalogue, loadCatalogue, loadMoreTexts } from './catalogue.ts'
import { withOwnWords } from './own-words.ts'

interface LanguageChoice {
  language: Language
  /** What the tenant lets its visitors choose from. */
  languages: readonly Language[]
  /** Loads the texts and switches without a reload; remembered on this device. */
  setLanguage: (language: Language) => void
  /** Brings the texts that the first load left out; at once when they are there. */
  needAllTexts: () => Promise<void>
}

const LanguageContext = createContext<LanguageChoice | null>(null)

export interface Spoken {
  language: Language
  catalogue: Catalogue
  /** Only the texts of the first load are there. */
  partly?: boolean
}

export function LanguageProvider(props: {
  start: Spoken
  languages: readonly Language[]
  children: ReactNode
}) {
  const { start, languages, children } = props
  const [spoken, setSpoken] = useState(start)
  const words = useAtomValue(settingsAtom)?.texts?.[spoken.language]
  const messages = useMemo(() => withOwnWords(spoken.catalogue, words), [spoken.catalogue, words])

  // before the effects of any page, which ask the service for its texts in the new language
  useLayoutEffect(() => {
    writeLanguage(spoken.language)
    configureApi({ language: spoken.language })
  }, [spoken])

  const choice = useMemo<LanguageChoice>(() => {
    const speak = (language: Language) => (catalogue: Catalogue) => {
      device.appLanguage.write(language)
      setSpoken({ language, catalogue })
    }
    const complete = async () => {
      const others = await loadMoreTexts(spoken.language)
      setSpoken((now) =>
        now.language === spoken.language
          ? { language: now.language, catalogue: { ...now.catalogue, ...others } }
          : now,
      )
    }
    return {
      language: spoken.language,
      languages,
      setLanguage: (language) => void loadCatalogue(language).then(speak(language), reportError),
      needAllTexts: () => (spoken.partly ? complete() : Promise.resolve()),
    }
  }, [spoken.language, spoken.partly, languages])

  return (
    <LanguageContext value={choice}>
      <IntlProvider
        locale={spoken.language}
        messages={messages}
        defaultLocale="ru"
        onError={warnOfMissingText}
      >
        {children}
      </IntlProvider>
    </LanguageContext>
  )
}

/** Written again, even the same would make a browser style the whole page anew. */
function writeLanguage(language: Language): void {
  const root = document.documentElement
  if (root.lang !== language) root.lang = language
}

const warned = new Set<string>()

/** A missing text shows its id; a page that falls over would be worse. */
function warnOfMissingText(error: Error): void {
  if (!import.meta.env.DEV || warned.has(error.message)) return
  warned.add(error.message)
  console.warn(error.message)
}

export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext)
  if (!choice) throw new Error('useLanguage needs LanguageProvider above it')
  return choice
}
