import { formatBytes } from '../../../lib/format/bytes.ts'
import { isStandalone } from '../../../platform/install/index.ts'
import { Text, useErrorText, useLanguage, useText } from '../../../platform/language/index.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Ruler } from '../../../ui/feedback/Ruler.tsx'
import { Message } from '../../../ui/form/Field.tsx'
import { Dock } from '../../../ui/layout/Dock.tsx'
import { type OrderFile, sumBytes } from './files.ts'
import type { ArchiveState } from './use-archive.ts'

interface Archive {
  state: ArchiveState
  download: () => void
}

interface Props {
  files: readonly OrderFile[]
  archive: Archive
}

/** Offers the archive of all files, beside the list on wide screens. */
export function ArchivePlate({ files, archive }: Props) {
  const { language } = useLanguage()
  return (
    <div className="mb-4 max-lg:hidden">
      <p className="mb-1.5 font-extrabold">
        <Text id="orders.archive.title" />
      </p>
      <p className="mb-3.5 text-sm text-ink-2 lining-nums">
        <Text
          id="orders.archive.what"
          values={{ count: files.length, size: formatBytes(sumBytes(files), language) }}
        />
      </p>
      <ArchiveDownload archive={archive} />
    </div>
  )
}

/** Offers the archive in a dock at the foot of a phone's screen. */
export function ArchiveDock({ files, archive }: Props) {
  const text = useText()
  const { language } = useLanguage()
  return (
    <Dock label={text('orders.archive.title')}>
      <ArchiveDownload archive={archive} size={formatBytes(sumBytes(files), language)} />
    </Dock>
  )
}

/** Shows the progress and the button that requests the archive. Shows the size where nothing else does. */
function ArchiveDownload({ archive, size }: { archive: Archive; size?: string }) {
  const text = useText()
  const online = useOnline()
  return (
    <>
      <ArchiveProgress state={archive.state} />
      <Button
        kind="primary"
        full
        icon="download"
        busy={archive.state.type === 'preparing'}
        disabled={!online}
        reason={online ? undefined : text('orders.archive.offline')}
        onClick={archive.download}
      >
        <ButtonLabel state={archive.state} size={size} />
      </Button>
    </>
  )
}

function ButtonLabel({ state, size }: { state: ArchiveState; size?: string }) {
  if (state.type === 'preparing') return <Text id="orders.archive.preparing" />
  if (state.type === 'given') return <Text id="orders.archive.again" />
  return size ? (
    <Text id="orders.archive.downloadSize" values={{ size }} />
  ) : (
    <Text id="orders.archive.download" />
  )
}

function ArchiveProgress({ state }: { state: ArchiveState }) {
  const text = useText()
  const errorText = useErrorText()
  return (
    <div aria-live="polite">
      {state.type === 'preparing' && (
        <Ruler size="sm" label={text('orders.archive.preparing')} value={state.share} className="mb-2.5" />
      )}
      {state.type === 'given' && (
        <p className="mb-2.5 text-sm text-ink-2">
          {/* an installed app does not show the browser's list of downloads */}
          <Text id={isStandalone() ? 'orders.archive.givenApp' : 'orders.archive.given'} />
        </p>
      )}
      {state.type === 'failed' && <Message tone="error">{errorText(state.error)}</Message>}
    </div>
  )
}
