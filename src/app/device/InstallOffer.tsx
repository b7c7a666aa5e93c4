import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { namesIn } from '../../../contract/tenant-names.ts'
import {
  answerOffer,
  boughtPageAtom,
  install,
  installWayAtom,
  offerDueAtom,
} from '../../platform/install/index.ts'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { usePath } from '../../platform/navigation/index.ts'
import { notify, withdrawNotice } from '../../platform/notices/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { holdsAtom } from '../../platform/updates/index.ts'
import { InstallSheet } from './InstallSheet.tsx'
import { usePageTexts } from './use-page-texts.ts'

const id = 'install'

/** Returns whether a page has no task in progress: home, the list of events, an event. */
const isCalm = (path: string) => /^\/(search|event\/[^/]+(\/(photos|video))?)?\/?$/.test(path)

/** Offers installation to returning visitors and to those who have found or bought photos, never during a task. */
export function InstallOffer() {
  const path = usePath()
  const way = useAtomValue(installWayAtom)
  const due = useAtomValue(offerDueAtom)
  const bought = useAtomValue(boughtPageAtom)
  const holds = useAtomValue(holdsAtom)
  const [sheet, setSheet] = useState(false)
  const ready = usePageTexts(due && way !== undefined)
  const browsing = useBrowsing(path)
  const calm = bought || (isCalm(path) && browsing)
  const shown = ready && due && way !== undefined && holds === 0 && calm
  useNotice(shown, () => setSheet(true))
  return sheet && <InstallSheet onClose={() => setSheet(false)} />
}

/**
 * Returns whether the user is browsing: the page is scrolled past its top, where its main field or button is, and no dock is
 * shown.
 */
function useBrowsing(path: string): boolean {
  const [where, setWhere] = useState<string>()
  const look = useEffectEvent(() => {
    const hasDock = document.documentElement.style.getPropertyValue('--pf-dock') !== ''
    if (scrollY > innerHeight / 3 && !hasDock) setWhere(path)
  })
  useEffect(() => {
    const onScroll = () => look()
    // the page may have been scrolled before this code was loaded
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return where === path
}

function useNotice(shown: boolean, onByHand: () => void): void {
  const text = useText()
  const { shortName } = namesIn(useSettings(), useLanguage().language)
  const accept = useEffectEvent(async () => {
    answerOffer()
    if (!(await install())) onByHand()
  })
  useEffect(() => {
    if (!shown) return undefined
    notify({
      id,
      text: text('device.offer', { name: shortName }),
      confirm: { label: text('device.offer.yes'), act: () => void accept() },
      decline: { label: text('device.offer.no'), act: answerOffer },
      onDismiss: answerOffer,
    })
    return () => withdrawNotice(id)
  }, [shown, text, shortName])
}
