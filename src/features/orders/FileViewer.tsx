import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../lib/bytes.ts'
import { useErrorText } from '../../platform/errors/index.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { FilmStrip } from '../../ui/FilmStrip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Ruler } from '../../ui/Ruler.tsx'
import { Viewer } from '../../ui/viewer/Viewer.tsx'
import { saveFile } from './downloads.ts'
import { runningAtom, runningKey } from './file-state.ts'
import { type OrderFile, titleOfFile } from './files.ts'
import { isKept, keepFile, keptKeysAtom, openKept, removeKept } from './stored-files.ts'
import type { BoughtPictures } from './use-clean-pictures.ts'

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
const inSight = 6

/** Shows purchased pictures full-screen: the original where it is stored in the app, else the small print. */
export function FileViewer({ orderId, files, pictures, index, onIndex, onClose }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const keys = useAtomValue(keptKeysAtom)
  const file = files[index]
  const originals = useOriginals(orderId, files, index, keys)
  useEffect(() => {
    for (const each of files.slice(Math.max(0, index - inSight), index + inSight + 1)) pictures.ask(each)
  }, [files, index, pictures])
  const toTitle = (each: OrderFile) => titleOfFile(each, text, language)
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
      end={file && original && <Share file={file} original={original} />}
      itemAt={(at) => {
        const each = files[at]
        if (!each) return undefined
        const src = originals.get(each.key)?.url ?? pictures.of(each) ?? ''
        return { key: each.key, src, placeholder: each.download.thumb?.url, alt: toTitle(each) }
      }}
      film={
        <FilmStrip
          label={text('orders.viewer.film')}
          count={files.length}
          index={index}
          onChange={onIndex}
          frameAt={(at) => {
            const each = files[at]
            return each && { key: each.key, src: pictures.of(each), label: toTitle(each) }
          }}
        />
      }
      side={file && <Side orderId={orderId} file={file} kept={isKept(keys, orderId, file)} />}
    />
  )
}

function Side({ orderId, file, kept }: { orderId: string; file: OrderFile; kept: boolean }) {
  const text = useText()
  const errorText = useErrorText()
  const { language } = useLanguage()
  const state = useAtomValue(runningAtom).get(runningKey(orderId, file))
  const size = formatBytes(file.download.bytes, language)
  const title = titleOfFile(file, text, language)
  return (
    <div className="grid gap-2 px-4 pt-3 lg:px-0">
      <p className="text-sm text-ink-2" role="status">
        <Text id={kept ? 'orders.keep.here' : 'orders.keep.notHere'} />
      </p>
      {state?.type === 'running' && (
        <Ruler size="sm" label={text('orders.file.running', { title })} value={state.share} />
      )}
      {state?.type === 'failed' && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {errorText(state.error)}
        </p>
      )}
      {!kept && (
        <Button
          kind="action"
          icon="phone"
          busy={state?.type === 'running'}
          onClick={() => void keepFile(orderId, file)}
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
      {kept && (
        <Button kind="ghost" icon="bin" onClick={() => void removeKept(orderId, file)}>
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
  keys: ReadonlySet<string>,
): ReadonlyMap<string, Original> {
  const [originals, setOriginals] = useState<ReadonlyMap<string, Original>>(new Map<string, Original>())
  useEffect(() => {
    const near = files.slice(Math.max(0, index - 1), index + 2).filter((file) => isKept(keys, orderId, file))
    const opened = new Map<string, Original>()
    let left = false
    const open = async () => {
      for (const file of near) {
        const blob = await openKept(orderId, file).catch(() => undefined)
        if (left) return
        if (blob) opened.set(file.key, { blob, url: URL.createObjectURL(blob) })
      }
      setOriginals(opened)
    }
    void open()
    return () => {
      left = true
      for (const { url } of opened.values()) URL.revokeObjectURL(url)
    }
  }, [orderId, files, index, keys])
  return originals
}

/** Offers to share the file; rendered only where the device can share files. */
function Share({ file, original }: { file: OrderFile; original: Original }) {
  const text = useText()
  const shared = new File([original.blob], file.download.fileName, { type: original.blob.type })
  if (typeof navigator.canShare !== 'function' || !navigator.canShare({ files: [shared] })) return null
  const share = () => {
    // a canceled share rejects; that is no error
    navigator.share({ files: [shared] }).catch(() => {})
  }
  return <IconButton icon="share" label={text('orders.viewer.share')} onClick={share} />
}
