import { useAtomValue } from 'jotai'
import { Text } from '../platform/language/index.ts'
import { late } from '../platform/loading/index.ts'
import { chromeAtom, routeLoadingAtom, usePath } from '../platform/navigation/index.ts'
import { useHasNews } from '../platform/outbox/index.ts'
import { useSettings } from '../platform/theme/index.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { StatusRow } from '../ui/StatusRow.tsx'
import { smallScreen, useMedia } from '../ui/use-media.ts'
import { isBarShown, isFootShown } from './bar.ts'
import { ConnectionBar, SlowNetworkPill } from './ConnectionBar.tsx'
import { Late } from './Late.tsx'
import { reportingAtom } from './report-bug.ts'
import { findRoute, Routes } from './routes.tsx'
import { TopBar } from './TopBar.tsx'
import { latePartsAtom, updateAtom } from './updates.ts'

// below the fold
const PageFoot = late(() => import('./PageFoot.tsx').then((it) => it.PageFoot))
const updateNote = () => import('./UpdateNote.tsx').then((it) => it.UpdateNote)
const queue = () => import('./Queue.tsx').then((it) => it.Queue)
const feedback = () => import('./FeedbackSheet.tsx').then((it) => it.FeedbackSheet)
const selfieWatch = () => import('../features/selfie/SelfieWatch.tsx').then((it) => it.SelfieWatch)

/** Renders the frame around every page. */
export function Shell() {
  const chrome = useAtomValue(chromeAtom)
  const late = useAtomValue(latePartsAtom)
  const reporting = useAtomValue(reportingAtom)
  const update = useAtomValue(updateAtom)
  const routeLoading = useAtomValue(routeLoadingAtom)
  const settings = useSettings()
  const hasNews = useHasNews()
  const route = findRoute(usePath())?.route
  const small = useMedia(smallScreen)
  const hasBar = isBarShown({ route: route?.path, flaggedHidden: chrome.hideBar ?? false, small })
  const hasFoot = isFootShown({
    routeName: route?.name,
    routeLoading,
    flaggedHidden: chrome.hideFooter ?? false,
    settings,
  })
  const pills = (
    <>
      <SlowNetworkPill />
      {hasNews && <Late load={queue} />}
    </>
  )
  return (
    <>
      <AppLink
        href="#main"
        className="pf-link sr-only bg-bg px-4 focus:not-sr-only focus:fixed focus:top-1 focus:left-1 focus:z-50"
      >
        <Text id="app.skip" />
      </AppLink>
      {hasBar ? (
        <TopBar above={<ConnectionBar />} status={<StatusRow>{pills}</StatusRow>} />
      ) : (
        <StatusRow over>
          <ConnectionBar />
          {pills}
        </StatusRow>
      )}
      {update && <Late load={updateNote} />}
      <main id="main" tabIndex={-1} className="grow">
        <Routes />
      </main>
      {hasFoot && <PageFoot />}
      {hasNews && <Late load={selfieWatch} />}
      {late && <late.Parts />}
      {reporting && <Late load={feedback} />}
    </>
  )
}
