import type { Product } from '../../../contract/catalog.ts'
import type { Photo } from '../../../contract/photos.ts'
import { isApiError } from '../../lib/api.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { TryAgain } from '../../platform/loading/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { ProgressiveImage } from '../../ui/media/ProgressiveImage.tsx'
import type { usePreview } from './use-preview.ts'

interface Props {
  preview: ReturnType<typeof usePreview>
  photo: Photo | undefined
  frame: NonNullable<Product['frame']>
  /** Shows the frame around any photo before one is selected. */
  samplePhoto: Photo | undefined
  isChosen: boolean
  eventId: string
}

/** Shows the photo in its frame as delivered, except for the watermark. Until it is loaded: the photo, or the empty frame. */
export function Preview({ preview, photo, frame, samplePhoto, isChosen, eventId }: Props) {
  const text = useText()
  const isTall = photo !== undefined && photo.height > photo.width
  return (
    <div className="mt-2">
      <div
        className={cx('pf-tile pf-tile-free pf-framed', isTall && 'pf-framed-tall')}
        aria-busy={preview.loading}
      >
        {preview.image ? (
          <img src={preview.image} alt={text('frames.preview.alt', { title: frame.title })} />
        ) : (
          <PreviewPlaceholder
            photo={photo}
            frame={frame}
            samplePhoto={samplePhoto}
            isChosen={isChosen}
            loading={preview.loading}
          />
        )}
      </div>
      <p className="sr-only" role="status">
        {preview.loading && <Text id="frames.preview.loading" />}
        {preview.image && <Text id="frames.preview.ready" />}
      </p>
      {isChosen && !preview.loading && !preview.image && <PreviewError preview={preview} eventId={eventId} />}
    </div>
  )
}

function PreviewPlaceholder({
  photo,
  frame,
  samplePhoto,
  isChosen,
  loading,
}: Pick<Props, 'photo' | 'frame' | 'samplePhoto' | 'isChosen'> & { loading: boolean }) {
  if (isChosen && photo) {
    return (
      <>
        <ProgressiveImage
          src={photo.thumb.url}
          width={photo.thumb.width}
          height={photo.thumb.height}
          placeholder={photo.thumb.placeholder}
          alt=""
          eager
        />
        {loading && <span className="pf-sk pf-framed-wait" aria-hidden="true" />}
      </>
    )
  }
  if (isChosen) return <span className="pf-sk pf-framed-wait" aria-hidden="true" />
  return (
    <div className="pf-framed-empty">
      <span className="pf-framed-sample">
        {samplePhoto && <img src={samplePhoto.thumb.url} alt="" />}
        <img src={frame.image} alt="" />
      </span>
      <p className="max-w-72 font-semibold text-ink-2">
        <Text id="frames.preview.empty" />
      </p>
    </div>
  )
}

function PreviewError({ preview, eventId }: { preview: Props['preview']; eventId: string }) {
  const online = useOnline()
  const errorText = useErrorText()
  if (!online || isApiError(preview.error, 'NoResponse')) {
    return (
      <Note icon="no-network" role="status" className="mt-3">
        <Text id="frames.preview.offline" />
      </Note>
    )
  }
  return (
    <Note
      tone="danger"
      role="alert"
      className="mt-3"
      action={
        preview.tokenExpired ? (
          <Button size="sm" kind="outline" icon="face" href={`/event/${eventId}/my`}>
            <Text id="frames.preview.search" />
          </Button>
        ) : (
          <TryAgain small onRetry={preview.retry} />
        )
      }
    >
      {preview.tokenExpired ? <Text id="frames.preview.expired" /> : errorText(preview.error)}
    </Note>
  )
}
