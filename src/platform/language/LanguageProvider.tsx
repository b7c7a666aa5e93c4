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
import { chooseInitialLanguage } from '../../../contract/language/initial-language.ts'
import { configureApi } from '../../lib/api-client.ts'
import { reportError } from '../errors/report-error.ts'
import { device, restoreListeners } from '../storage/index.ts'
import { settingsAtom } from '../theme/settings.ts'
import { type Catalogue, includesTexts, loadCatalogue, loadTexts, type TextLevel } from './catalogue.ts'

interface LanguageChoice {
  language: Language
  /** Languages that the tenant offers. */
  languages: readonly Language[]
  /** Loads the texts and switches without a reload; stored on this device. */
  setLanguage: (language: Language) => void
  /** Loads the texts up to a level; resolves immediately when they are loaded. */
  requestTexts: (level: TextLevel) => Promise<void>
}

const LanguageContext = createContext<LanguageChoice | null>(null)

export interface LoadedLanguage {
  language: Language
  catalogue: Catalogue
  /** Loaded level of texts; all when absent. */
  level?: TextLevel
}

export function LanguageProvider(props: {
  start: LoadedLanguage
  languages: readonly Language[]
  children: ReactNode
}) {
  const { start, languages, children } = props
  const [loadedLanguage, setLoadedLanguage] = useState(start)
  const settings = useAtomValue(settingsAtom)
  // compiled by the server, in the format of our catalogues
  const tenantMessages = settings?.texts?.[loadedLanguage.language] as Catalogue | undefined
  const messages = useMemo(
    () => ({ ...loadedLanguage.catalogue, ...tenantMessages }),
    [loadedLanguage.catalogue, tenantMessages],
  )

  // runs before the effects of the pages, which request data in the new language
  useLayoutEffect(() => {
    writeLanguage(loadedLanguage.language)
    configureApi({ language: loadedLanguage.language })
  }, [loadedLanguage])

  const choice = useMemo<LanguageChoice>(() => {
    const switchTo = (language: Language) => (catalogue: Catalogue) => {
      device.appLanguage.write(language)
      setLoadedLanguage({ language, catalogue })
    }
    const loadedLevel = loadedLanguage.level ?? 'all'
    const requestTexts = async (level: TextLevel) => {
      if (includesTexts(loadedLevel, level)) return
      const newTexts = await loadTexts(loadedLanguage.language, level, loadedLevel)
      setLoadedLanguage((current) => {
        const shouldMerge =
          current.language === loadedLanguage.language && !includesTexts(current.level ?? 'all', level)
        return shouldMerge ? { ...current, level, catalogue: { ...current.catalogue, ...newTexts } } : current
      })
    }
    return {
      language: loadedLanguage.language,
      languages,
      setLanguage: (language) => void loadCatalogue(language).then(switchTo(language), reportError),
      requestTexts,
    }
  }, [loadedLanguage.language, loadedLanguage.level, languages])

  // localStorage had lost the choice, and its mirror was read after the first paint
  const applySavedLanguage = useEffectEvent(() => {
    const saved = device.appLanguage.read()
    if (!settings || !saved || saved === loadedLanguage.language) return
    const language = chooseInitialLanguage({
      settings,
      savedLanguage: saved,
      browserLanguage: navigator.language,
    })
    if (language !== loadedLanguage.language) choice.setLanguage(language)
  })
  useEffect(() => {
    const onRestored = (key: string) => {
      if (key === 'appLanguage') applySavedLanguage()
    }
    applySavedLanguage()
    restoreListeners.add(onRestored)
    return () => void restoreListeners.delete(onRestored)
  }, [])

  return (
    <LanguageContext value={choice}>
      <IntlProvider
        locale={loadedLanguage.language}
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

const reportedMessages = new Set<string>()

/** Reports a missing message or value once, in development and tests. The page shows the message id instead. */
function reportMessageError(error: Error): void {
  if (!import.meta.env.DEV || reportedMessages.has(error.message)) return
  reportedMessages.add(error.message)
  console.error(error)
}

export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext)
  if (!choice) throw new Error('useLanguage needs LanguageProvider above it')
  return choice
}
