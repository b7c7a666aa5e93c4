import { useAtomValue } from 'jotai'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { IntlProvider } from 'react-intl'
import type { Language } from '../../../contract/common.ts'
import { startLanguage } from '../../../contract/start-language.ts'
import { configureApi } from '../../lib/api-client.ts'
import { reportError } from '../errors/report-error.ts'
import { broughtBack, device } from '../storage/index.ts'
import { settingsAtom } from '../theme/settings.ts'
import { type Catalogue, includesTexts, loadCatalogue, loadTexts, type TextLevel } from './catalogue.ts'

interface LanguageChoice {
  language: Language
  /** Languages that the tenant offers. */
  languages: readonly Language[]
  /** Loads the texts and switches without a reload; stored on this device. */
  setLanguage: (language: Language) => void
  /** Loads the texts up to a level; resolves immediately when they are loaded. */
  needTexts: (level: TextLevel) => Promise<void>
}

const LanguageContext = createContext<LanguageChoice | null>(null)

export interface Spoken {
  language: Language
  catalogue: Catalogue
  /** Loaded level of texts; all when absent. */
  level?: TextLevel
}

export function LanguageProvider(props: {
  start: Spoken
  languages: readonly Language[]
  children: ReactNode
}) {
  const { start, languages, children } = props
  const [spoken, setSpoken] = useState(start)
  const settings = useAtomValue(settingsAtom)
  // compiled by the server, in the format of our catalogues
  const own = settings?.texts?.[spoken.language] as Catalogue | undefined
  const messages = useMemo(() => ({ ...spoken.catalogue, ...own }), [spoken.catalogue, own])

  // runs before the effects of the pages, which request data in the new language
  useLayoutEffect(() => {
    writeLanguage(spoken.language)
    configureApi({ language: spoken.language })
  }, [spoken])

  const choice = useMemo<LanguageChoice>(() => {
    const speak = (language: Language) => (catalogue: Catalogue) => {
      device.appLanguage.write(language)
      setSpoken({ language, catalogue })
    }
    const loaded = spoken.level ?? 'all'
    const needTexts = async (level: TextLevel) => {
      if (includesTexts(loaded, level)) return
      const others = await loadTexts(spoken.language, level, loaded)
      setSpoken((now) => {
        const isNews = now.language === spoken.language && !includesTexts(now.level ?? 'all', level)
        return isNews ? { ...now, level, catalogue: { ...now.catalogue, ...others } } : now
      })
    }
    return {
      language: spoken.language,
      languages,
      setLanguage: (language) => void loadCatalogue(language).then(speak(language), reportError),
      needTexts,
    }
  }, [spoken.language, spoken.level, languages])

  // localStorage had lost the choice, and its mirror was read after the first paint
  const followSaved = useEffectEvent(() => {
    const saved = device.appLanguage.read()
    if (!settings || !saved || saved === spoken.language) return
    const language = startLanguage({ settings, saved, browser: navigator.language })
    if (language !== spoken.language) choice.setLanguage(language)
  })
  useEffect(() => {
    const follow = (key: string) => {
      if (key === 'appLanguage') followSaved()
    }
    followSaved()
    broughtBack.add(follow)
    return () => void broughtBack.delete(follow)
  }, [])

  return (
    <LanguageContext value={choice}>
      <IntlProvider
        locale={spoken.language}
        messages={messages}
        defaultLocale="ru"
        onError={reportMessageError}
      >
        {children}
      </IntlProvider>
    </LanguageContext>
  )
}

/** Sets `lang` if it differs: writing an equal value would make browsers restyle the whole page. */
function writeLanguage(language: Language): void {
  const root = document.documentElement
  if (root.lang !== language) root.lang = language
}

const reported = new Set<string>()

/** Reports a missing message or value once, in development and tests. The page shows the message id instead. */
function reportMessageError(error: Error): void {
  if (!import.meta.env.DEV || reported.has(error.message)) return
  reported.add(error.message)
  console.error(error)
}

export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext)
  if (!choice) throw new Error('useLanguage needs LanguageProvider above it')
  return choice
}
