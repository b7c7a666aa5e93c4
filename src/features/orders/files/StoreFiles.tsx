import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { Text, useLanguage } from '../../../platform/language/index.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { type OrderFile, sumBytes } from './files.ts'
import {
  estimateFreeBytes,
  fileKeysOnDeviceAtom,
  isFileOnDevice,
  removeStoredFile,
  storeFiles,
} from './stored-files.ts'

interface Props {
  orderId: string
  files: readonly OrderFile[]
}

/** Stores all files for offline use. Shows their total size first, and then how many are stored. */
export function StoreFiles({ orderId, files }: Props) {
  const { language } = useLanguage()
  const online = useOnline()
  const fileKeysOnDevice = useAtomValue(fileKeysOnDeviceAtom)
  const filesOnDevice = files.filter((file) => isFileOnDevice(fileKeysOnDevice, orderId, file))
  const missing = files.filter((file) => !isFileOnDevice(fileKeysOnDevice, orderId, file))
  const { isRunning, freeBytes, storeAll, stopStoring } = useStoreFiles(orderId, missing)
  const size = formatBytes(sumBytes(missing), language)
  return (
    <div className="pb-3" aria-live="polite">
      {filesOnDevice.length > 0 && (
        <p className="flex items-center gap-1.5 text-sm font-semibold text-ok lining-nums">
          <Icon name="check" size={20} className="flex-none" />
          <Text id="orders.keep.count" values={{ kept: filesOnDevice.length, count: files.length }} />
        </p>
      )}
      {freeBytes !== undefined && (
        <Note tone="danger" role="alert" className="my-2">
          <Text id="orders.keep.full" values={{ need: size, free: formatBytes(freeBytes, language) }} />
        </Note>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-5">
        {isRunning ? (
          <Button kind="outline" size="sm" onClick={stopStoring}>
            <Text id="orders.keep.stop" />
          </Button>
        ) : (
          missing.length > 0 && (
            <Button kind="outline" size="sm" icon="phone" disabled={!online} onClick={() => void storeAll()}>
              <Text id="orders.keep.all" values={{ size }} />
            </Button>
          )
        )}
        {filesOnDevice.length > 0 && !isRunning && (
          <TextLink small icon="bin" onClick={() => void removeAll(orderId, filesOnDevice)}>
            <Text id="orders.keep.removeAll" />
          </TextLink>
        )}
      </div>
    </div>
  )
}

async function removeAll(orderId: string, files: readonly OrderFile[]): Promise<void> {
  for (const file of files) await removeStoredFile(orderId, file)
}

/**
 * Limits the time between the taps of a double tap. The same button starts and stops, so the second tap would undo the first.
 * Not `detail` of the event: not every browser counts taps there.
 */
const doubleTapInMs = 500

function useStoreFiles(orderId: string, missing: readonly OrderFile[]) {
  const [isRunning, setRunning] = useState(false)
  const switchedAtInMs = useRef(Number.NEGATIVE_INFINITY)
  /** Contains the free bytes of the device when they do not suffice; undefined otherwise. */
  const [freeBytes, setFreeBytes] = useState<number>()
  const abortRef = useRef<AbortController>(undefined)
  useEffect(() => () => abortRef.current?.abort(), [])
  const switchButton = (toRunning: boolean) => {
    switchedAtInMs.current = performance.now()
    setRunning(toRunning)
  }
  const isDoubleTap = () => performance.now() - switchedAtInMs.current < doubleTapInMs
  const storeAll = async () => {
    if (abortRef.current || isDoubleTap()) return
    const controller = new AbortController()
    abortRef.current = controller
    switchButton(true)
    setFreeBytes(undefined)
    try {
      const available = await estimateFreeBytes()
      if (controller.signal.aborted) return
      if (available !== undefined && available < sumBytes(missing)) setFreeBytes(available)
      else await storeFiles(orderId, missing, controller.signal)
    } finally {
      abortRef.current = undefined
      switchButton(false)
    }
  }
  const stopStoring = () => {
    if (!isDoubleTap()) abortRef.current?.abort()
  }
  return { isRunning, freeBytes, storeAll, stopStoring }
}
