import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { findFeedbackWidget } from '../../../contract/third-parties.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { reportingAtom } from './report-bug.ts'

/** Widgets without a dark scheme would have black text on a black background. */
const frameStyle = { height: '60dvh', colorScheme: 'light' }

/**
 * Gives the widget an opaque origin. With `allow-same-origin` beside `allow-scripts` a frame that is redirected to our
 * own origin could remove its sandbox. A widget that needs its cookies or storage has them in the window that the link
 * below the frame opens; popups leave the sandbox for the same reason.
 */
const frameSandbox = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox'

/** Shows the tenant's feedback widget in a sandboxed frame without access to our origin. */
export function FeedbackSheet() {
  const text = useText()
  const online = useOnline()
  const setReporting = useSetAtom(reportingAtom)
  const feedback = findFeedbackWidget(useSettings())
  const [isReady, setReady] = useState(false)
  if (!feedback) return null
  return (
    <Sheet
      open
      onClose={() => setReporting(false)}
      title={<Text id="shell.reportBug" />}
      closeLabel={text('app.close')}
    >
      {online ? (
        <>
          {!isReady && <Loading />}
          <iframe
            title={text('shell.feedback.frame')}
            src={feedback.frame}
            sandbox={frameSandbox}
            referrerPolicy="no-referrer"
            className={isReady ? 'block w-full rounded-plate bg-paper' : 'hidden'}
            style={frameStyle}
            onLoad={() => setReady(true)}
          />
          <TextLink
            small
            icon="external"
            className="mt-2"
            href={feedback.frame}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Text id="shell.feedback.window" />
          </TextLink>
        </>
      ) : (
        <Note tone="warn" role="status" title={<Text id="shell.feedback.offline" />} />
      )}
    </Sheet>
  )
}

function Loading() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        <Text id="shell.feedback.loading" />
      </p>
      <Skeleton height={frameStyle.height} />
    </div>
  )
}
