import { type KeyboardEvent, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { late } from '../../platform/loading/index.ts'
import { showSnack } from '../../platform/notices/index.ts'
import { FilmStrip } from '../../ui/FilmStrip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Viewer } from '../../ui/viewer/Viewer.tsx'
import { useCleanPhotos } from '../purchases/index.ts'
import type { SayIfMe } from './AskIfMe.tsx'
import { AskIfMe } from './LateAskIfMe.tsx'
import { LightboxSide } from './LightboxSide.tsx'
import type { Buying } from './use-buying.ts'
import { chooseSmallImage } from './use-picture.ts'
import { ViewerMessages } from './ViewerMessages.tsx'
import { placeAndTime, toAltText } from './words.ts'

const ShortcutHelp = late(() => import('./ShortcutHelp.tsx').then((it) => it.ShortcutHelp), undefined, 'page')

interface Props {
  event: Event
  count: number
  photoAt: (index: number) => Photo | undefined
  index: number
  buying: Buying
  onIndex: (index: number) => void
  onClose: () => void
  /** Records whether the photo shows the runner; only for the results of a search. */
  sayIfMe?: SayIfMe
}

/** Shows one photo at a time, as large as the screen allows. */
export function Lightbox({ event, count, photoAt, index, buying, onIndex, onClose, sayIfMe }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const photo = photoAt(index)
  const position = text('photos.lightbox.position', { at: index + 1, count })
  const [helping, setHelping] = useState(false)
  const onKey = (press: KeyboardEvent) => {
    // the position of the question mark depends on the keyboard layout
    if (press.key === '?' || (press.code === 'Slash' && press.shiftKey)) return setHelping((now) => !now)
    if (!photo || press.shiftKey || press.repeat) return
    if (press.code === 'KeyY') sayIfMe?.(photo, true)
    if (press.code === 'KeyN') sayIfMe?.(photo, false)
    if (!buying.canBuy || buying.inCart(photo.photoId) || buying.bought.has(photo.photoId)) return
    if (press.code === 'KeyB') void buying.buy([photo])
    if (press.code === 'KeyS') {
      const before = buying.chosen.length
      const isChosen = buying.chosen.some(({ photoId }) => photoId === photo.photoId)
      buying.toggle(photo)
      showSnack({ text: text('photos.keys.chosen', { count: isChosen ? before - 1 : before + 1 }) })
    }
  }
  const near = [index - 1, index, index + 1].flatMap((at) => photoAt(at)?.photoId ?? [])
  const clean = useCleanPhotos(
    event.eventId,
    near.filter((photoId) => buying.bought.has(photoId)),
  )
  const where = photo && placeAndTime(photo, event, language)
  const altAt = (each: Photo) => toAltText(each, event, language, text)
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
      itemAt={(at) => {
        const item = photoAt(at)
        return (
          item && {
            key: item.photoId,
            src: clean.get(item.photoId) ?? item.preview.url,
            placeholder: clean.get(item.photoId) ?? chooseSmallImage(item).url,
            alt: altAt(item),
          }
        )
      }}
      onKey={onKey}
      title={
        <>
          <span className="block">{position}</span>
          {where && (
            <span className="block text-xs font-medium text-ink-2 lg:hidden" aria-hidden="true">
              {where}
            </span>
          )}
          {/* announces the new photo to screen readers */}
          {photo && <span className="sr-only">{altAt(photo)}</span>}
        </>
      }
      end={
        <>
          <IconButton
            icon="help"
            label={text('photos.keys.title')}
            aria-expanded={helping}
            className="pf-keys-button"
            onClick={() => setHelping(!helping)}
          />
          <Share title={event.title} />
        </>
      }
      film={
        <>
          {photo && sayIfMe && <AskIfMe photo={photo} sayIfMe={sayIfMe} className="px-4 pt-3 lg:hidden" />}
          <FilmStrip
            label={text('photos.lightbox.film')}
            count={count}
            index={index}
            onChange={onIndex}
            frameAt={(at) => {
              const item = photoAt(at)
              const label = text('photos.lightbox.position', { at: at + 1, count })
              return item
                ? { key: item.photoId, src: clean.get(item.photoId) ?? chooseSmallImage(item).url, label }
                : { key: String(at), label }
            }}
          />
        </>
      }
      side={photo && <LightboxSide event={event} photo={photo} buying={buying} sayIfMe={sayIfMe} />}
    >
      {helping && (
        <ShortcutHelp
          canBuy={buying.canBuy}
          canSay={sayIfMe !== undefined}
          onClose={() => setHelping(false)}
        />
      )}
      <ViewerMessages />
    </Viewer>
  )
}

function Share({ title }: { title: string }) {
  const text = useText()
  const share = async () => {
    const url = location.href
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
