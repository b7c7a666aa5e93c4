import { useAtomValue } from 'jotai'
import { Text } from '../../platform/language/index.ts'
import { lazyPart } from '../../platform/loading/index.ts'
import { appBarAtom, routeLoadingAtom, usePath } from '../../platform/navigation/index.ts'
import { useHasActivity } from '../../platform/outbox/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { StatusRow } from '../../ui/layout/StatusRow.tsx'
import { smallScreen, useMedia } from '../../ui/use-media.ts'
import { LazyPart } from '../LazyPart.tsx'
import { findRoute, Routes } from '../routes.tsx'
import { deferredPartsAtom, updateAtom } from '../update/updates.ts'
import { isBarShown, isFooterShown } from './bar.ts'
import { ConnectionBar, SlowNetworkPill } from './ConnectionBar.tsx'
import { reportingAtom } from './report-bug.ts'
import { TopBar } from './TopBar.tsx'

// below the fold
const PageFoot = lazyPart(() => import('./PageFoot.tsx').then((it) => it.PageFoot))
const loadUpdateNote = () => import('../update/UpdateNote.tsx').then((it) => it.UpdateNote)
const loadQueue = () => import('../queue/Queue.tsx').then((it) => it.Queue)
const loadFeedbackSheet = () => import('./FeedbackSheet.tsx').then((it) => it.FeedbackSheet)
const loadSelfieWatch = () =>
  import('../../features/selfie/result/SelfieOutcomeNotices.tsx').then((it) => it.SelfieOutcomeNotices)

/** Renders the frame around every page. */
export function Shell() {
  const chrome = useAtomValue(appBarAtom)
  const deferred = useAtomValue(deferredPartsAtom)
  const isReporting = useAtomValue(reportingAtom)
  const update = useAtomValue(updateAtom)
  const routeLoading = useAtomValue(routeLoadingAtom)
  const settings = useSettings()
  const hasActivity = useHasActivity()
  const route = findRoute(usePath())?.route
  const isSmall = useMedia(smallScreen)
  const hasBar = isBarShown({ route: route?.path, isHiddenByPage: chrome.hideBar ?? false, small: isSmall })
  const hasFooter = isFooterShown({
    routeName: route?.name,
    routeLoading,
    isHiddenByPage: chrome.hideFooter ?? false,
    settings,
  })
  const pills = (
    <>
      <SlowNetworkPill />
      {hasActivity && <LazyPart load={loadQueue} />}
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
        <StatusRow isOverlay>
          <ConnectionBar />
          {pills}
        </StatusRow>
      )}
      {update && <LazyPart load={loadUpdateNote} />}
      <main id="main" tabIndex={-1} className="grow">
        <Routes />
      </main>
      {hasFooter && <PageFoot />}
      {hasActivity && <LazyPart load={loadSelfieWatch} />}
      {deferred && <deferred.DeferredParts />}
      {isReporting && <LazyPart load={loadFeedbackSheet} />}
    </>
  )
}
