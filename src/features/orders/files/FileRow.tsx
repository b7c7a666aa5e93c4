import { type ReactNode, useRef } from 'react'
import { useIntl } from 'react-intl'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { Text, useErrorText, useLanguage, useText } from '../../../platform/language/index.ts'
import { useAnnounce } from '../../../platform/notices/index.ts'
import { cx } from '../../../ui/cx.ts'
import { Ruler } from '../../../ui/feedback/Ruler.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ProgressiveImage } from '../../../ui/media/ProgressiveImage.tsx'
import type { FileState } from './file-state.ts'
import { getFileTitle, type OrderFile } from './files.ts'
import { type BoughtPictures, useRequestWhenVisible } from './use-unwatermarked-pictures.ts'

interface FileRowProps {
  file: OrderFile
  pictures: BoughtPictures
  isNew: boolean
  state: FileState | undefined
  isSaved: boolean
  isOnDevice: boolean
  /** iOS reports nothing of a download, so its rows do not say that the file was saved. */
  isIos: boolean
  onOpen: (() => void) | undefined
  onSave: () => void
  onStore: () => void
  /** Absent where the list offers no share sheet. */
  onShare: (() => void) | undefined
}

/** Renders a file of the list, with its state and its actions. */
export function FileRow(props: FileRowProps) {
  const { file, pictures, isNew, state, isIos, onOpen } = props
  const text = useText()
  const errorText = useErrorText()
  const { formatNumber } = useIntl()
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
        <p className="flex justify-between gap-3 text-sm text-ink-2 lining-nums">
          {formatBytes(bytes, language)}
          {state?.type === 'running' && (
            <span className="font-extrabold text-ink tabular-nums">
              {formatNumber(state.share, { style: 'percent' })}
            </span>
          )}
        </p>
        {state?.type === 'running' && (
          <Ruler
            size="sm"
            label={text('orders.file.running', { title })}
            value={state.share}
            ticks={40}
            className="mt-0.5"
          />
        )}
        {isIos && <IosState {...props} title={title} />}
        {state?.type === 'failed' && (
          <p role="alert" className="text-sm font-semibold text-danger">
            {errorText(state.error)}
          </p>
        )}
      </div>
      {/* The third button, after a failure, goes to a second line: phones have no room for three and a text. */}
      <div
        className={cx(
          'relative z-1 flex flex-none items-center',
          isIos && 'max-w-[calc(2*var(--pf-touch))] flex-wrap justify-end',
        )}
      >
        <FileRowEnd {...props} title={title} />
      </div>
    </li>
  )
}

/** Renders what is known of a file on iOS, below its size: beside it is no room for two buttons and a text. */
function IosState({ state, isSaved, isOnDevice, title }: FileRowProps & { title: string }) {
  const text = useText()
  const isLoaded = state?.type === 'loaded'
  useAnnounce(isLoaded ? text('orders.file.shareAgain.announced', { title }) : undefined)
  if (isLoaded)
    return (
      <p className="text-sm text-ink-2">
        <Text id="orders.file.shareAgain" />
      </p>
    )
  if (state) return null
  if (isOnDevice) return <OnDevice />
  return isSaved ? (
    <p className="text-sm text-ink-2">
      <Text id="orders.file.started" />
    </p>
  ) : null
}

/**
 * Renders the buttons of a file. They stay mounted during a transfer, and the one that failed retries: a removed button would
 * lose the focus. A file that could not be stored in the app is shared and saved all the same: a full device has no room for
 * a second copy.
 */
function FileRowEnd({
  state,
  isSaved,
  isOnDevice,
  isIos,
  title,
  onOpen,
  onSave,
  onStore,
  onShare,
}: FileRowProps & { title: string }) {
  const text = useText()
  const isRunning = state?.type === 'running'
  const failed = state?.type === 'failed' ? state.operation : undefined
  const getProps = (onPress: () => void) => ({
    'aria-disabled': isRunning || undefined,
    onClick: isRunning ? undefined : onPress,
    className: isRunning ? 'text-ink-2' : undefined,
  })
  const isDoneShown = !isIos && state === undefined
  const isShareShown = failed !== 'saved'
  // a saved photo is saved again from the viewer, which shows no videos
  const isSaveShown =
    failed === undefined || failed === 'kept' ? isIos || !isSaved || !onOpen : failed === 'saved'
  return (
    <>
      {isDoneShown && isOnDevice && <OnDevice />}
      {isDoneShown && isSaved && !isOnDevice && <Saved />}
      {failed === 'kept' && (
        <IconButton icon="reload" label={text('orders.file.keepAgain', { title })} onClick={onStore} />
      )}
      {onShare && isShareShown && (
        <IconButton
          icon={failed === 'shared' ? 'reload' : 'share'}
          label={text('orders.file.share', { title })}
          {...getProps(onShare)}
        />
      )}
      {isSaveShown && (
        <IconButton
          icon={failed === 'saved' ? 'reload' : 'download'}
          label={text(isSaved || failed === 'saved' ? 'orders.file.again' : 'orders.file.save', { title })}
          {...getProps(onSave)}
        />
      )}
    </>
  )
}

function OnDevice() {
  return (
    <Done>
      <Text id="orders.file.kept" />
    </Done>
  )
}

function Saved() {
  return (
    <Done>
      <span className="lg:hidden">
        <Text id="orders.file.onPhone" />
      </span>
      <span className="max-lg:hidden">
        <Text id="orders.file.saved" />
      </span>
    </Done>
  )
}

function Done({ children }: { children: ReactNode }) {
  return (
    <span className="pointer-events-none flex flex-none items-center gap-1.5 text-sm font-semibold text-ok">
      <Icon name="check" size={20} />
      {children}
    </span>
  )
}
