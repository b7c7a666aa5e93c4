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

/** Pages where nobody is in the middle of something: home, the list of events, an event. */
const isCalm = (path: string) => /^\/(search|event\/[^/]+(\/(photos|video))?)?\/?$/.test(path)

/** Offers the home screen, to those who come back or were served, never over a task. */
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
 * Whether the runner looks around on the page: she has left its top, with the field or button that it is there for, and
 * no dock waits at its foot.
 */
function useBrowsing(path: string): boolean {
  const [where, setWhere] = useState<string>()
  const look = useEffectEvent(() => {
    const hasDock = document.documentElement.style.getPropertyValue('--pf-dock') !== ''
    if (scrollY > innerHeight / 3 && !hasDock) setWhere(path)
  })
  useEffect(() => {
    const onScroll = () => look()
    // she may have scrolled before this code came
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
