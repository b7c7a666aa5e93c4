import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import {
  answerOffer,
  install,
  installMethodAtom,
  isBoughtPageAtom,
  isOfferDueAtom,
} from '../../platform/install/index.ts'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { usePath } from '../../platform/navigation/index.ts'
import { notify, withdrawNotice } from '../../platform/notices/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { updateBlocksAtom } from '../../platform/updates/index.ts'
import { InstallSheet } from './InstallSheet.tsx'
import { usePageTexts } from './use-page-texts.ts'

const id = 'install'

/** Returns whether a page has no task in progress: home, the list of events, an event. */
const isIdlePage = (path: string) => /^\/(search|event\/[^/]+(\/(photos|video))?)?\/?$/.test(path)

/** Offers installation to returning visitors and to those who have found or bought photos, never during a task. */
export function InstallOffer() {
  const path = usePath()
  const installMethod = useAtomValue(installMethodAtom)
  const isDue = useAtomValue(isOfferDueAtom)
  const isBoughtPage = useAtomValue(isBoughtPageAtom)
  const blockCount = useAtomValue(updateBlocksAtom)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const hasTexts = usePageTexts(isDue && installMethod !== undefined)
  const isBrowsing = useIsBrowsing(path)
  const isIdle = isBoughtPage || (isIdlePage(path) && isBrowsing)
  const isShown = hasTexts && isDue && installMethod !== undefined && blockCount === 0 && isIdle
  useInstallNotice(isShown, () => setIsSheetOpen(true))
  return isSheetOpen && <InstallSheet onClose={() => setIsSheetOpen(false)} />
}

/**
 * Returns whether the user is browsing: the page is scrolled past its top, where its main field or button is, and no dock is
 * shown.
 */
function useIsBrowsing(path: string): boolean {
  const [browsedPath, setBrowsedPath] = useState<string>()
  const checkScroll = useEffectEvent(() => {
    const hasDock = document.documentElement.style.getPropertyValue('--pf-dock') !== ''
    if (scrollY > innerHeight / 3 && !hasDock) setBrowsedPath(path)
  })
  useEffect(() => {
    const onScroll = () => checkScroll()
    // the page may have been scrolled before this code was loaded
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return browsedPath === path
}

function useInstallNotice(isShown: boolean, onManualInstall: () => void): void {
  const text = useText()
  const { shortName } = getTenantNames(useSettings(), useLanguage().language)
  const accept = useEffectEvent(async () => {
    answerOffer()
    if (!(await install())) onManualInstall()
  })
  useEffect(() => {
    if (!isShown) return undefined
    notify({
      id,
      text: text('device.offer', { name: shortName }),
      confirm: { label: text('device.offer.yes'), act: () => void accept() },
      decline: { label: text('device.offer.no'), act: answerOffer },
      onDismiss: answerOffer,
    })
    return () => withdrawNotice(id)
  }, [isShown, text, shortName])
}
