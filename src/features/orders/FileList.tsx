import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { formatBytes } from '../../lib/bytes.ts'
import { useErrorText } from '../../platform/errors/index.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { late } from '../../platform/loading/index.ts'
import { renamePage, useQuery } from '../../platform/navigation/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressiveImage } from '../../ui/ProgressiveImage.tsx'
import { Ruler } from '../../ui/Ruler.tsx'
import { savedFiles, saveFile } from './downloads.ts'
import { type FileState, runningAtom, runningKey } from './file-state.ts'
import { type OrderFile, titleOfFile } from './files.ts'
import { KeepFiles } from './KeepFiles.tsx'
import { NewFiles } from './NewFiles.tsx'
import { markSeen, newFiles, seenFiles } from './seen-files.ts'
import { followKept, isKept, keepFile, keptKeysAtom } from './stored-files.ts'
import { type BoughtPictures, useAskWhenSeen } from './use-clean-pictures.ts'

const FileViewer = late(() => import('./FileViewer.tsx').then((it) => it.FileViewer))

interface Props {
  orderId: string
  files: readonly OrderFile[]
  pictures: BoughtPictures
}

/** Lists every file with its download and with the option to store it in the app. */
export function FileList({ orderId, files, pictures }: Props) {
  const running = useAtomValue(runningAtom)
  const saved = useAtomValue(savedFiles(orderId).atom)
  const seen = useAtomValue(seenFiles(orderId).atom)
  const keys = useAtomValue(keptKeysAtom)
  const { opened, setOpened } = useOpenedFile(files)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(followKept, [])
  useFocusKept(heading, opened === undefined)
  const savedHere = files.filter((file) => saved.includes(file.key)).length
  const toOpen = useMemo(() => files.filter((file) => file.kind !== 'video'), [files])
  const shown = toOpen.findIndex((file) => file.key === opened)
  const fresh = newFiles(files, seen, saved)
  const open = (key: string | undefined) => {
    setOpened(key)
    markSeen(
      orderId,
      files.filter((file) => file.key === key),
    )
  }
  return (
    <section aria-labelledby="files">
      {fresh.length > 0 && (
        <NewFiles orderId={orderId} files={fresh} onLook={open} onSeen={() => heading.current?.focus()} />
      )}
      <div className="flex items-center justify-between gap-3 pt-2 pb-3">
        <h2 id="files" ref={heading} tabIndex={-1} className="title outline-none">
          <Text id="orders.files" values={{ count: files.length }} />
        </h2>
        {savedHere > 0 && (
          <p className="text-sm text-ink-2 lining-nums">
            <Text id="orders.files.saved" values={{ saved: savedHere, count: files.length }} />
          </p>
        )}
      </div>
      <KeepFiles orderId={orderId} files={files} />
      <ul className="border-b border-line">
        {files.map((file) => (
          <FileRow
            key={file.key}
            file={file}
            pictures={pictures}
            isNew={fresh.includes(file)}
            state={running.get(runningKey(orderId, file))}
            isSaved={saved.includes(file.key)}
            isKept={isKept(keys, orderId, file)}
            onOpen={file.kind === 'video' ? undefined : () => open(file.key)}
            onSave={() => void saveFile(orderId, file)}
            onKeep={() => void keepFile(orderId, file)}
          />
        ))}
      </ul>
      {shown >= 0 && (
        <FileViewer
          orderId={orderId}
          files={toOpen}
          pictures={pictures}
          index={shown}
          onIndex={(at) => open(toOpen[at]?.key)}
          onClose={() => open(undefined)}
        />
      )}
    </section>
  )
}

/** Manages which file is open, by key. Initially the file of the photo in the address. */
function useOpenedFile(files: readonly OrderFile[]) {
  const [pressed, setPressed] = useState<{ key: string | undefined }>()
  const photoId = useQuery().get('photo')
  // a cached order may lack photo ids: the file then opens once the service has answered
  const ofPhoto = files.filter(({ download }) => photoId !== null && download.photoId === photoId)
  const asked = ofPhoto.find(({ kind }) => kind === 'photo') ?? ofPhoto[0]
  return {
    opened: pressed ? pressed.key : asked?.key,
    setOpened: (key: string | undefined) => {
      setPressed({ key })
      // otherwise a reload would open the photo of the address again
      if (photoId !== null) renamePage(location.pathname)
    },
  }
}

/** Moves the focus to the list when the viewer closes, since the pressed element may be gone. */
function useFocusKept(heading: RefObject<HTMLElement | null>, isClosed: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isClosed) wasOpen.current = true
    else if (wasOpen.current) {
      wasOpen.current = false
      if (document.activeElement === document.body) heading.current?.focus()
    }
  }, [heading, isClosed])
}

interface RowProps {
  file: OrderFile
  pictures: BoughtPictures
  isNew: boolean
  state: FileState | undefined
  isSaved: boolean
  isKept: boolean
  onOpen: (() => void) | undefined
  onSave: () => void
  onKeep: () => void
}

function FileRow(props: RowProps) {
  const { file, pictures, isNew, state, onOpen } = props
  const text = useText()
  const errorText = useErrorText()
  const { language } = useLanguage()
  const title = titleOfFile(file, text, language)
  const { thumb, bytes } = file.download
  const tile = useRef<HTMLDivElement>(null)
  useAskWhenSeen(tile, [file], pictures)
  return (
    <li className="relative flex min-h-21 items-center gap-3.5 border-t border-line py-2.5">
      <div ref={tile} className="pf-tile size-16 flex-none">
        {thumb ? (
          <ProgressiveImage
            src={pictures.of(file)}
            width={thumb.width}
            height={thumb.height}
            placeholder={thumb.placeholder}
            alt=""
            className="object-[50%_20%]"
          />
        ) : (
          <span className="grid size-full place-items-center text-ink-2">
            <Icon name={file.kind === 'video' ? 'play' : 'image'} size={32} />
          </span>
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {onOpen ? (
            <button
              type="button"
              className="text-left after:absolute after:inset-0"
              aria-label={text(isNew ? 'orders.file.openNew' : 'orders.file.open', { title })}
              onClick={onOpen}
            >
              {title}
            </button>
          ) : (
            title
          )}
          {isNew && (
            <span className="ml-2 inline-block rounded-print bg-accent-soft px-1.5 text-sm font-bold text-accent-ink">
              <Text id="orders.file.new" />
            </span>
          )}
        </p>
        <p className="text-sm text-ink-2 lining-nums">{formatBytes(bytes, language)}</p>
        {state?.type === 'running' && (
          <Ruler
            size="sm"
            label={text('orders.file.running', { title })}
            value={state.share}
            ticks={40}
            className="mt-0.5"
          />
        )}
        {state?.type === 'failed' && (
          <p role="alert" className="text-sm font-semibold text-danger">
            {errorText(state.error)}
          </p>
        )}
      </div>
      <div className="relative z-1 flex flex-none items-center">
        <RowEnd {...props} title={title} />
      </div>
    </li>
  )
}

function RowEnd({ state, isSaved, isKept, title, onSave, onKeep }: RowProps & { title: string }) {
  const text = useText()
  const { formatNumber } = useIntl()
  if (state?.type === 'running') {
    const percent = formatNumber(state.share, { style: 'percent' })
    return <span className="w-14 flex-none text-right font-extrabold tabular-nums">{percent}</span>
  }
  if (state?.type === 'failed') {
    const again = state.wanted === 'kept' ? onKeep : onSave
    return <IconButton icon="reload" label={text('orders.file.again', { title })} onClick={again} />
  }
  return (
    <>
      {(isSaved || isKept) && (
        <span className="pointer-events-none flex flex-none items-center gap-1.5 text-sm font-semibold text-ok">
          <Icon name="check" size={20} />
          {isKept ? (
            <Text id="orders.file.kept" />
          ) : (
            <>
              <span className="lg:hidden">
                <Text id="orders.file.onPhone" />
              </span>
              <span className="max-lg:hidden">
                <Text id="orders.file.saved" />
              </span>
            </>
          )}
        </span>
      )}
      {!isSaved && (
        <IconButton icon="download" label={text('orders.file.save', { title })} onClick={onSave} />
      )}
    </>
  )
}
