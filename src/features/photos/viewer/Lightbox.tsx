import { type KeyboardEvent, useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { useLanguage, useText } from '../../../platform/language/index.ts'
import { lazyPart } from '../../../platform/loading/index.ts'
import { showSnack } from '../../../platform/notices/index.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FilmStrip } from '../../../ui/media/FilmStrip.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { useUnwatermarkedPhotos } from '../../purchases/index.ts'
import type { Buying } from '../buying/use-buying.ts'
import { formatPhotoDetails, toAltText } from '../photo-text.ts'
import { chooseSmallImage } from '../wall/use-tile-picture.ts'
import type { AnswerIsMe } from './IsMeButtons.tsx'
import { IsMeButtons } from './LazyIsMeButtons.tsx'
import { LightboxSide } from './LightboxSide.tsx'
import { ViewerMessages } from './ViewerMessages.tsx'

const ShortcutHelp = lazyPart(
  () => import('./ShortcutHelp.tsx').then((it) => it.ShortcutHelp),
  undefined,
  'page',
)

interface Props {
  event: Event
  count: number
  getPhoto: (index: number) => Photo | undefined
  index: number
  buying: Buying
  onIndex: (index: number) => void
  onClose: () => void
  /** Returns the path that shows a photo to others, where the path of the page shows them their own photos. */
  getSharePath?: (photo: Photo) => string
  /** Records whether the photo shows the runner; only for the results of a search. */
  answerIsMe?: AnswerIsMe
}

/** Shows one photo at a time, as large as the screen allows. */
export function Lightbox(props: Props) {
  const { event, count, getPhoto, index, buying, onIndex, onClose, getSharePath, answerIsMe } = props
  const text = useText()
  const { language } = useLanguage()
  const photo = getPhoto(index)
  const position = text('photos.lightbox.position', { at: index + 1, count })
  const [isHelpOpen, setHelpOpen] = useState(false)
  const onKey = (press: KeyboardEvent) => {
    // the position of the question mark depends on the keyboard layout
    if (press.key === '?' || (press.code === 'Slash' && press.shiftKey)) return setHelpOpen((now) => !now)
    if (!photo || press.shiftKey || press.repeat) return
    if (press.code === 'KeyY') answerIsMe?.(photo, true)
    if (press.code === 'KeyN') answerIsMe?.(photo, false)
    if (!buying.canBuy || buying.inCart(photo.photoId) || buying.bought.has(photo.photoId)) return
    if (press.code === 'KeyB') void buying.buy([photo])
    if (press.code === 'KeyS') {
      const countBefore = buying.chosen.length
      const isChosen = buying.chosen.some(({ photoId }) => photoId === photo.photoId)
      buying.toggle(photo)
      showSnack({ text: text('photos.keys.chosen', { count: isChosen ? countBefore - 1 : countBefore + 1 }) })
    }
  }
  const nearbyIds = [index - 1, index, index + 1].flatMap((at) => getPhoto(at)?.photoId ?? [])
  const unwatermarkedUrls = useUnwatermarkedPhotos(
    event.eventId,
    nearbyIds.filter((photoId) => buying.bought.has(photoId)),
  )
  const detailsText = photo && formatPhotoDetails(photo, event, language)
  const getAltText = (each: Photo) => toAltText(each, event, language, text)
  return (
    <Viewer
      label={text('photos.lightbox.label')}
      closeLabel={text('photos.lightbox.close')}
      previousLabel={text('photos.lightbox.previous')}
      nextLabel={text('photos.lightbox.next')}
      count={count}
      index={index}
      onIndexChange={onIndex}
      onClose={onClose}
      getItem={(at) => {
        const item = getPhoto(at)
        return (
          item && {
            key: item.photoId,
            src: unwatermarkedUrls.get(item.photoId) ?? item.preview.url,
            placeholder: unwatermarkedUrls.get(item.photoId) ?? chooseSmallImage(item).url,
            alt: getAltText(item),
          }
        )
      }}
      onKey={onKey}
      title={
        <>
          <span className="block">{position}</span>
          {detailsText && (
            <span className="block text-xs font-medium text-ink-2 lg:hidden" aria-hidden="true">
              {detailsText}
            </span>
          )}
          {/* announces the new photo to screen readers */}
          {photo && <span className="sr-only">{getAltText(photo)}</span>}
        </>
      }
      end={
        <>
          <IconButton
            icon="help"
            label={text('photos.keys.title')}
            aria-expanded={isHelpOpen}
            className="pf-keys-button"
            onClick={() => setHelpOpen(!isHelpOpen)}
          />
          <ShareButton title={event.title} path={photo && getSharePath?.(photo)} />
        </>
      }
      film={
        <>
          {photo && answerIsMe && (
            <IsMeButtons photo={photo} answerIsMe={answerIsMe} className="px-4 pt-3 lg:hidden" />
          )}
          <FilmStrip
            label={text('photos.lightbox.film')}
            count={count}
            index={index}
            onChange={onIndex}
            getFrame={(at) => {
              const item = getPhoto(at)
              const label = text('photos.lightbox.position', { at: at + 1, count })
              return item
                ? {
                    key: item.photoId,
                    src: unwatermarkedUrls.get(item.photoId) ?? chooseSmallImage(item).url,
                    label,
                  }
                : { key: String(at), label }
            }}
          />
        </>
      }
      side={photo && <LightboxSide event={event} photo={photo} buying={buying} answerIsMe={answerIsMe} />}
    >
      {isHelpOpen && (
        <ShortcutHelp
          canBuy={buying.canBuy}
          canAnswer={answerIsMe !== undefined}
          onClose={() => setHelpOpen(false)}
        />
      )}
      <ViewerMessages />
    </Viewer>
  )
}

/** @param path path of the shared address; that of the page when absent */
function ShareButton({ title, path }: { title: string; path: string | undefined }) {
  const text = useText()
  const share = async () => {
    const url = path === undefined ? location.href : location.origin + path
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        showSnack({ text: text('photos.lightbox.copied') })
      }
    } catch {
      // cancelled, or not allowed by the browser: needs no message
    }
  }
  return <IconButton icon="share" label={text('photos.lightbox.share')} onClick={() => void share()} />
}
