import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { showSnack } from '../../platform/notices/index.ts'
import { FilmStrip } from '../../ui/FilmStrip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Viewer } from '../../ui/viewer/Viewer.tsx'
import { AskIfMe, type SayIfMe } from './AskIfMe.tsx'
import { LightboxSide } from './LightboxSide.tsx'
import type { Buying } from './use-buying.ts'
import { smallOf } from './use-picture.ts'
import { ViewerMessages } from './ViewerMessages.tsx'
import { altOf } from './words.ts'

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
      title={position}
      end={<Share title={event.title} />}
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
