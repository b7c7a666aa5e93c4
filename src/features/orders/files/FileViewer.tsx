import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { Text, useErrorText, useLanguage, useText } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Ruler } from '../../../ui/feedback/Ruler.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FilmStrip } from '../../../ui/media/FilmStrip.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { saveFile } from './downloads.ts'
import { getTransferKey, transfersAtom } from './file-state.ts'
import { getFileTitle, type OrderFile } from './files.ts'
import { canShareFile, toSharedFile } from './share-file.ts'
import {
  fileKeysOnDeviceAtom,
  isFileOnDevice,
  openStoredFile,
  removeStoredFile,
  storeFile,
} from './stored-files.ts'
import type { BoughtPictures } from './use-unwatermarked-pictures.ts'

interface Props {
  orderId: string
  /** Pictures only, no videos. */
  files: readonly OrderFile[]
  pictures: BoughtPictures
  index: number
  onIndex: (index: number) => void
  onClose: () => void
}

/** Sets how many pictures are requested before and after the current one, for the film strip. */
const framesInView = 6

/** Shows purchased pictures full-screen: the original where it is stored in the app, else the small print. */
export function FileViewer({ orderId, files, pictures, index, onIndex, onClose }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const fileKeysOnDevice = useAtomValue(fileKeysOnDeviceAtom)
  const file = files[index]
  const originals = useOriginals(orderId, files, index, fileKeysOnDevice)
  useEffect(() => {
    for (const each of files.slice(Math.max(0, index - framesInView), index + framesInView + 1))
      pictures.request(each)
  }, [files, index, pictures])
  const toTitle = (each: OrderFile) => getFileTitle(each, text, language)
  const original = file && originals.get(file.key)
  return (
    <Viewer
      label={text('orders.viewer.label')}
      closeLabel={text('orders.viewer.close')}
      previousLabel={text('orders.viewer.previous')}
      nextLabel={text('orders.viewer.next')}
      count={files.length}
      index={index}
      onIndexChange={onIndex}
      onClose={onClose}
      title={file && toTitle(file)}
      end={file && original && <ShareButton file={file} original={original} />}
      getItem={(at) => {
        const each = files[at]
        if (!each) return undefined
        const src = originals.get(each.key)?.url ?? pictures.getUrl(each) ?? ''
        return { key: each.key, src, placeholder: each.download.thumb?.url, alt: toTitle(each) }
      }}
      film={
        <FilmStrip
          label={text('orders.viewer.film')}
          count={files.length}
          index={index}
          onChange={onIndex}
          getFrame={(at) => {
            const each = files[at]
            return each && { key: each.key, src: pictures.getUrl(each), label: toTitle(each) }
          }}
        />
      }
      side={
        file && (
          <ViewerSide
            orderId={orderId}
            file={file}
            isOnDevice={isFileOnDevice(fileKeysOnDevice, orderId, file)}
          />
        )
      }
    />
  )
}

function ViewerSide({
  orderId,
  file,
  isOnDevice,
}: {
  orderId: string
  file: OrderFile
  isOnDevice: boolean
}) {
  const text = useText()
  const errorText = useErrorText()
  const { language } = useLanguage()
  const state = useAtomValue(transfersAtom).get(getTransferKey(orderId, file))
  const size = formatBytes(file.download.bytes, language)
  const title = getFileTitle(file, text, language)
  return (
    <div className="grid gap-2 px-4 pt-3 lg:px-0">
      <p className="text-sm text-ink-2" role="status">
        <Text id={isOnDevice ? 'orders.keep.here' : 'orders.keep.notHere'} />
      </p>
      {state?.type === 'running' && (
        <Ruler size="sm" label={text('orders.file.running', { title })} value={state.share} />
      )}
      {state?.type === 'failed' && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {errorText(state.error)}
        </p>
      )}
      {!isOnDevice && (
        <Button
          kind="action"
          icon="phone"
          busy={state?.type === 'running'}
          onClick={() => void storeFile(orderId, file)}
        >
          <Text id="orders.keep.all" values={{ size }} />
        </Button>
      )}
      <Button
        kind="outline"
        icon="download"
        busy={state?.type === 'running'}
        onClick={() => void saveFile(orderId, file)}
      >
        <Text id="orders.keep.save" />
      </Button>
      {isOnDevice && (
        <Button kind="ghost" icon="bin" onClick={() => void removeStoredFile(orderId, file)}>
          <Text id="orders.keep.remove" />
        </Button>
      )}
    </div>
  )
}

interface Original {
  blob: Blob
  url: string
}

/** Returns object URLs of the stored originals of the shown picture and its neighbours. */
function useOriginals(
  orderId: string,
  files: readonly OrderFile[],
  index: number,
  fileKeysOnDevice: ReadonlySet<string>,
): ReadonlyMap<string, Original> {
  const [originals, setOriginals] = useState<ReadonlyMap<string, Original>>(new Map<string, Original>())
  useEffect(() => {
    const nearbyFiles = files
      .slice(Math.max(0, index - 1), index + 2)
      .filter((file) => isFileOnDevice(fileKeysOnDevice, orderId, file))
    const opened = new Map<string, Original>()
    let isUnmounted = false
    const open = async () => {
      for (const file of nearbyFiles) {
        const blob = await openStoredFile(orderId, file).catch(() => undefined)
        if (isUnmounted) return
        if (blob) opened.set(file.key, { blob, url: URL.createObjectURL(blob) })
      }
      setOriginals(opened)
    }
    void open()
    return () => {
      isUnmounted = true
      for (const { url } of opened.values()) URL.revokeObjectURL(url)
    }
  }, [orderId, files, index, fileKeysOnDevice])
  return originals
}

/** Offers to share the file; rendered only where the device can share files. */
function ShareButton({ file, original }: { file: OrderFile; original: Original }) {
  const text = useText()
  const sharedFile = toSharedFile(file, original.blob)
  if (!canShareFile(sharedFile)) return null
  const share = () => {
    // a canceled share rejects; that is no error
    navigator.share({ files: [sharedFile] }).catch(() => {})
  }
  return <IconButton icon="share" label={text('orders.viewer.share')} onClick={share} />
}
