import { type KeyboardEvent, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { late } from '../../platform/loading/index.ts'
import { showSnack } from '../../platform/notices/index.ts'
import { FilmStrip } from '../../ui/FilmStrip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Viewer } from '../../ui/viewer/Viewer.tsx'
import { AskIfMe, type SayIfMe } from './AskIfMe.tsx'
import { LightboxSide } from './LightboxSide.tsx'
import type { Buying } from './use-buying.ts'
import { smallOf } from './use-picture.ts'
import { ViewerMessages } from './ViewerMessages.tsx'
import { altOf, placeAndTime } from './words.ts'

const ShortcutHelp = late(() => import('./ShortcutHelp.tsx').then((it) => it.ShortcutHelp))

interface Props {
  event: Event
  count: number
  photoAt: (index: number) => Photo | undefined
  index: number
  buying: Buying
  onIndex: (index: number) => void
  onClose: () => void
  /** Only among photos of somebody who was searched for. */
  sayIfMe?: SayIfMe
}

/** One photo as large as the screen allows. */
export function Lightbox({ event, count, photoAt, index, buying, onIndex, onClose, sayIfMe }: Props) {
  const text = useText()
  const { language } = useLanguage()
  const photo = photoAt(index)
  const position = text('photos.lightbox.position', { at: index + 1, count })
  const [helping, setHelping] = useState(false)
  const onKey = (press: KeyboardEvent) => {
    // where the question mark is depends on the keyboard's language
    if (press.key === '?' || (press.code === 'Slash' && press.shiftKey)) return setHelping((now) => !now)
    if (!photo || press.shiftKey || press.repeat) return
    if (press.code === 'KeyY') sayIfMe?.(photo, true)
    if (press.code === 'KeyN') sayIfMe?.(photo, false)
    if (!buying.canBuy || buying.inCart(photo.photoId)) return
    if (press.code === 'KeyB') void buying.buy([photo])
    if (press.code === 'KeyS') {
      const before = buying.chosen.length
      const isChosen = buying.chosen.some(({ photoId }) => photoId === photo.photoId)
      buying.toggle(photo)
      showSnack({ text: text('photos.keys.chosen', { count: isChosen ? before - 1 : before + 1 }) })
    }
  }
  const where = photo && placeAndTime(photo, event, language)
  const altAt = (each: Photo) => altOf(each, event, language, text)
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
            src: item.preview.url,
            placeholder: smallOf(item).url,
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
          {/* whoever turns hears which photo has come */}
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
              return item ? { key: item.photoId, src: smallOf(item).url, label } : { key: String(at), label }
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
      // she changed her mind, or the browser does not allow it: nothing was promised
    }
  }
  return <IconButton icon="share" label={text('photos.lightbox.share')} onClick={() => void share()} />
}
