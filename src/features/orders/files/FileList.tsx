import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useIntl } from 'react-intl'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { Text, useErrorText, useLanguage, useText } from '../../../platform/language/index.ts'
import { lazyPart } from '../../../platform/loading/index.ts'
import { buildPath, useGoBack, useNavigate, useQuery } from '../../../platform/navigation/index.ts'
import { Ruler } from '../../../ui/feedback/Ruler.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ProgressiveImage } from '../../../ui/media/ProgressiveImage.tsx'
import { getSavedFilesStore, saveFile } from './downloads.ts'
import { type FileState, getTransferKey, transfersAtom } from './file-state.ts'
import { getFileTitle, type OrderFile } from './files.ts'
import { NewFiles } from './NewFiles.tsx'
import { StoreFiles } from './StoreFiles.tsx'
import { getSeenFilesStore, listUnseenFiles, markFilesSeen } from './seen-files.ts'
import { fileKeysOnDeviceAtom, isFileOnDevice, storeFile, subscribeToStoredFiles } from './stored-files.ts'
import { type BoughtPictures, useRequestWhenVisible } from './use-unwatermarked-pictures.ts'

const FileViewer = lazyPart(() => import('./FileViewer.tsx').then((it) => it.FileViewer))

interface Props {
  orderId: string
  files: readonly OrderFile[]
  pictures: BoughtPictures
}

/** Lists every file with its download and with the option to store it in the app. */
export function FileList({ orderId, files, pictures }: Props) {
  const transfers = useAtomValue(transfersAtom)
  const savedKeys = useAtomValue(getSavedFilesStore(orderId).atom)
  const seenKeys = useAtomValue(getSeenFilesStore(orderId).atom)
  const fileKeysOnDevice = useAtomValue(fileKeysOnDeviceAtom)
  const { openedKey, openFile, close } = useOpenedFile(files)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(subscribeToStoredFiles, [])
  const savedCount = files.filter((file) => savedKeys.includes(file.key)).length
  const openableFiles = useMemo(() => files.filter((file) => file.kind !== 'video'), [files])
  const openedIndex = openableFiles.findIndex((file) => file.key === openedKey)
  useFocusAfterClose(heading, openedIndex < 0)
  const unseenFiles = listUnseenFiles(files, seenKeys, savedKeys)
  const open = (key: string) => {
    openFile(key)
    markFilesSeen(
      orderId,
      files.filter((file) => file.key === key),
    )
  }
  return (
    <section aria-labelledby="files">
      {unseenFiles.length > 0 && (
        <NewFiles
          orderId={orderId}
          files={unseenFiles}
          onOpen={open}
          onSeen={() => heading.current?.focus()}
        />
      )}
      <div className="flex items-center justify-between gap-3 pt-2 pb-3">
        <h2 id="files" ref={heading} tabIndex={-1} className="title outline-none">
          <Text id="orders.files" values={{ count: files.length }} />
        </h2>
        {savedCount > 0 && (
          <p className="text-sm text-ink-2 lining-nums">
            <Text id="orders.files.saved" values={{ saved: savedCount, count: files.length }} />
          </p>
        )}
      </div>
      <StoreFiles orderId={orderId} files={files} />
      <ul className="border-b border-line">
        {files.map((file) => (
          <FileRow
            key={file.key}
            file={file}
            pictures={pictures}
            isNew={unseenFiles.includes(file)}
            state={transfers.get(getTransferKey(orderId, file))}
            isSaved={savedKeys.includes(file.key)}
            isOnDevice={isFileOnDevice(fileKeysOnDevice, orderId, file)}
            onOpen={file.kind === 'video' ? undefined : () => open(file.key)}
            onSave={() => void saveFile(orderId, file)}
            onStore={() => void storeFile(orderId, file)}
          />
        ))}
      </ul>
      {openedIndex >= 0 && (
        <FileViewer
          orderId={orderId}
          files={openableFiles}
          pictures={pictures}
          index={openedIndex}
          onIndex={(at) => {
            const file = openableFiles[at]
            if (file) open(file.key)
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

/**
 * Returns the key of the file that the URL opens: `?file=KEY` of this list, or `?photo=ID` of a link from another page. With
 * functions to open a file, and to close it.
 */
function useOpenedFile(files: readonly OrderFile[]) {
  const query = useQuery()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const photoId = query.get('photo')
  // a cached order may lack photo ids: the file then opens once the service has answered
  const filesOfPhoto = files.filter(({ download }) => photoId !== null && download.photoId === photoId)
  const linkedFile = filesOfPhoto.find(({ kind }) => kind === 'photo') ?? filesOfPhoto[0]
  const openedKey = query.get('file') ?? linkedFile?.key
  const openFile = (key: string) => {
    const to = new URLSearchParams(query)
    to.set('file', key)
    // not `usePath`: the path that the page was opened with may be that of the bank's return
    navigate(buildPath(location.pathname, to), { replace: openedKey !== undefined })
  }
  const close = () => {
    const to = new URLSearchParams(query)
    to.delete('file')
    to.delete('photo')
    const path = buildPath(location.pathname, to)
    // the link from another page has opened the photo without an entry for the order
    if (photoId === null) goBack(path)
    else navigate(path, { replace: true })
  }
  return { openedKey, openFile, close }
}

/** Moves the focus to the list when the viewer closes, since the pressed element may be gone. */
function useFocusAfterClose(heading: RefObject<HTMLElement | null>, isClosed: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isClosed) wasOpen.current = true
    else if (wasOpen.current) {
      wasOpen.current = false
      if (document.activeElement === document.body) heading.current?.focus()
    }
  }, [heading, isClosed])
}

interface FileRowProps {
  file: OrderFile
  pictures: BoughtPictures
  isNew: boolean
  state: FileState | undefined
  isSaved: boolean
  isOnDevice: boolean
  onOpen: (() => void) | undefined
  onSave: () => void
  onStore: () => void
}

function FileRow(props: FileRowProps) {
  const { file, pictures, isNew, state, onOpen } = props
  const text = useText()
  const errorText = useErrorText()
  const { language } = useLanguage()
  const title = getFileTitle(file, text, language)
  const { thumb, bytes } = file.download
  const tile = useRef<HTMLDivElement>(null)
  useRequestWhenVisible(tile, [file], pictures)
  return (
    <li className="relative flex min-h-21 items-center gap-3.5 border-t border-line py-2.5">
      <div ref={tile} className="pf-tile size-16 flex-none">
        {thumb ? (
          <ProgressiveImage
            src={pictures.getUrl(file)}
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
        <FileRowEnd {...props} title={title} />
      </div>
    </li>
  )
}

function FileRowEnd({
  state,
  isSaved,
  isOnDevice,
  title,
  onOpen,
  onSave,
  onStore,
}: FileRowProps & { title: string }) {
  const text = useText()
  const { formatNumber } = useIntl()
  if (state?.type === 'running') {
    const percent = formatNumber(state.share, { style: 'percent' })
    return <span className="w-14 flex-none text-right font-extrabold tabular-nums">{percent}</span>
  }
  if (state?.type === 'failed') {
    const retry = state.operation === 'kept' ? onStore : onSave
    return <IconButton icon="reload" label={text('orders.file.again', { title })} onClick={retry} />
  }
  return (
    <>
      {(isSaved || isOnDevice) && (
        <span className="pointer-events-none flex flex-none items-center gap-1.5 text-sm font-semibold text-ok">
          <Icon name="check" size={20} />
          {isOnDevice ? (
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
      {/* a saved photo is saved again from the viewer, which shows no videos */}
      {(!isSaved || !onOpen) && (
        <IconButton
          icon="download"
          label={text(isSaved ? 'orders.file.again' : 'orders.file.save', { title })}
          onClick={onSave}
        />
      )}
    </>
  )
}
