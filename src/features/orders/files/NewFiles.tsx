import { useState } from 'react'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { saveFile } from './downloads.ts'
import { type OrderFile, sumBytes } from './files.ts'
import { markFilesSeen } from './seen-files.ts'

interface Props {
  orderId: string
  /** Files that were not opened on this device yet. */
  files: readonly OrderFile[]
  onOpen: (key: string) => void
  /** Marks the files as seen without opening them. */
  onSeen: () => void
}

/** Announces photos that were added after the purchase: to open, to save one by one, or to dismiss. */
export function NewFiles({ orderId, files, onOpen, onSeen }: Props) {
  const text = useText()
  const online = useOnline()
  const { language } = useLanguage()
  const [busy, setBusy] = useState(false)
  const firstPicture = files.find(({ kind }) => kind !== 'video')
  // the archive contains whole items, so new files are saved one by one
  const saveFiles = async () => {
    setBusy(true)
    for (const file of files) await saveFile(orderId, file)
    setBusy(false)
  }
  return (
    <section aria-labelledby="new-files" className="mt-2 mb-3 rounded-sheet border-3 border-ink p-4">
      <div className="flex items-start gap-3">
        <Icon name="bell" className="mt-0.5 flex-none" />
        <div className="min-w-0 flex-1">
          <h2 id="new-files" className="leading-[1.3] font-extrabold">
            <Text id="orders.new" values={{ count: files.length }} />
          </h2>
          <p className="mt-1 text-sm text-ink-2">
            <Text id="orders.new.text" />
          </p>
        </div>
        <IconButton
          icon="close"
          iconSize={20}
          label={text('orders.new.seen')}
          className="-m-3"
          onClick={() => {
            markFilesSeen(orderId, files)
            onSeen()
          }}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {firstPicture && (
          <Button size="sm" icon="image" onClick={() => onOpen(firstPicture.key)}>
            <Text id="orders.new.look" />
          </Button>
        )}
        <Button
          kind="outline"
          size="sm"
          icon="download"
          busy={busy}
          disabled={!online}
          onClick={() => void saveFiles()}
        >
          <Text id="orders.new.save" values={{ size: formatBytes(sumBytes(files), language) }} />
        </Button>
      </div>
    </section>
  )
}
