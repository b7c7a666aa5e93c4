import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { notify, withdrawNotice } from '../../platform/notices/index.ts'
import { device, persisted } from '../../platform/storage/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { usePageTexts } from './use-page-texts.ts'

const wasOffered = persisted({ key: 'spanishOffered', schema: z.boolean(), initial: false })

/** Offers Spanish once in browsers set to Spanish, where the app starts in English. */
export function SpanishOffer() {
  const text = useText()
  const { language, languages, setLanguage } = useLanguage()
  const { photofinishUSA } = useSettings()
  const isEligible = !photofinishUSA && languages.includes('es') && language !== 'es'
  const hasTexts = usePageTexts(isEligible && shouldOfferSpanish())
  useEffect(() => {
    if (!hasTexts || !isEligible || !shouldOfferSpanish()) return
    wasOffered.write(true)
    notify({
      id: 'spanish',
      text: text('device.spanish'),
      confirm: { label: text('device.spanish.yes'), act: () => setLanguage('es') },
      decline: { label: text('device.spanish.no'), act: () => withdrawNotice('spanish') },
    })
  }, [hasTexts, isEligible, text, setLanguage])
  return null
}

/** Returns whether the browser is set to Spanish, and the user has neither chosen a language nor been asked. */
const shouldOfferSpanish = () =>
  /^es\b/i.test(navigator.language) && device.appLanguage.read() === null && !wasOffered.read()
