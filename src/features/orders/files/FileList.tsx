import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useIos } from '../../../platform/install/index.ts'
import { Text } from '../../../platform/language/index.ts'
import { lazyPart } from '../../../platform/loading/index.ts'
import { buildPath, useGoBack, useNavigate, useQuery } from '../../../platform/navigation/index.ts'
import { getSavedFilesStore, saveFile } from './downloads.ts'
import { FileRow } from './FileRow.tsx'
import { getTransferKey, mountLoadedFiles, transfersAtom } from './file-state.ts'
import type { OrderFile } from './files.ts'
import { NewFiles } from './NewFiles.tsx'
import { StoreFiles } from './StoreFiles.tsx'
import { getSeenFilesStore, listUnseenFiles, markFilesSeen } from './seen-files.ts'
import { canSharePhotos, shareFile } from './share-file.ts'
import { fileKeysOnDeviceAtom, isFileOnDevice, storeFile, subscribeToStoredFiles } from './stored-files.ts'
import type { BoughtPictures } from './use-unwatermarked-pictures.ts'

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
  const isIos = useIos()
  const canShare = isIos && canSharePhotos()
  useEffect(subscribeToStoredFiles, [])
  const share = useShare(orderId)
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
        {savedCount > 0 && !isIos && (
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
            isIos={isIos}
            onOpen={file.kind === 'video' ? undefined : () => open(file.key)}
            onSave={() => void saveFile(orderId, file)}
            onStore={() => void storeFile(orderId, file)}
            onShare={canShare ? () => share(file) : undefined}
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

/** Returns a function that shares a file. Leaving the list aborts its load and releases the loaded files. */
function useShare(orderId: string): (file: OrderFile) => void {
  const abortRef = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    abortRef.current = controller
    const releaseLoadedFiles = mountLoadedFiles(orderId)
    return () => {
      controller.abort()
      releaseLoadedFiles()
    }
  }, [orderId])
  return (file) => void shareFile(orderId, file, abortRef.current?.signal)
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
