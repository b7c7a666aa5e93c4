import './frames.css'
import { useRef, useState } from 'react'
import type { Product } from '../../../contract/catalog.ts'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useSum } from '../../platform/money/index.ts'
import { useNavigate, usePath, useQuery } from '../../platform/navigation/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dock } from '../../ui/Dock.tsx'
import { WithAside } from '../../ui/WithAside.tsx'
import './frames.css'
import { addItems, useCart } from '../cart/index.ts'
import { useBuying } from '../photos/index.ts'
import { BuyFramed } from './BuyFramed.tsx'
import { ChooseFrame } from './ChooseFrame.tsx'
import { ChoosePhoto } from './ChoosePhoto.tsx'
import { FramedPackage } from './FramedPackage.tsx'
import { Preview } from './Preview.tsx'
import { thumbOf } from './thumb-of.ts'
import { useAllPhotos, useOwnPhotos } from './use-photos.ts'
import { usePreview } from './use-preview.ts'

interface Props {
  event: Event
  /** At least one. */
  frames: readonly Product[]
}

/** Which photo and which frame the address asks for. */
function useChosen() {
  const path = usePath()
  const query = useQuery()
  const navigate = useNavigate()
  const choose = (name: 'photo' | 'frame', value: string) => {
    const to = new URLSearchParams(query)
    to.set(name, value)
    navigate(`${path}?${to}`, { replace: true })
  }
  return { photoId: query.get('photo') ?? undefined, frameId: query.get('frame'), choose }
}

/** A photo, a frame, how they look together, and the way to the cart. */
export function FrameChooser({ event, frames }: Props) {
  const text = useText()
  const sum = useSum()
  const { photoId, frameId, choose } = useChosen()
  const own = useOwnPhotos(event)
  const hasOwn = own !== undefined && own.total > 0
  const [wantsAll, setWantsAll] = useState(false)
  const showsAll = wantsAll || !hasOwn
  const all = useAllPhotos(event, showsAll)
  const product = frames.find(({ frame }) => frame?.frameId === frameId) ?? frames[0]
  const frame = product?.frame
  const preview = usePreview({ eventId: event.eventId, photoId, frameId: frame?.frameId ?? '' })
  const photo = [...(own?.photos ?? []), ...all.photos].find((each) => each.photoId === photoId)
  const buying = useAdd(event, product, photoId, photo, preview.image)
  const packages = useBuying(event)
  const chooser = useRef<HTMLFieldSetElement>(null)
  const [isMissing, setMissing] = useState(false)
  if (!product || !frame) return null
  const add = async () => {
    if (photoId === undefined) {
      setMissing(true)
      chooser.current?.querySelector('input')?.focus()
      chooser.current?.scrollIntoView({ block: 'nearest' })
      return
    }
    await buying.add()
  }
  const offer = packages.framed.find(({ single }) => single.productId === product.productId)
  const action = (
    <Act isIn={buying.isIn} busy={buying.busy} price={sum(product.price)} onAdd={() => void add()} />
  )
  return (
    <>
      <WithAside
        title={<Text id="frames.title" />}
        className="pb-9"
        aside={
          <>
            {frames.length > 1 && (
              <ChooseFrame
                frames={frames}
                value={frame.frameId}
                onChange={(chosen) => choose('frame', chosen)}
              />
            )}
            <BuyFramed product={product}>
              <div className="max-lg:hidden">{action}</div>
            </BuyFramed>
            {offer && own && own.total > 1 && (
              <FramedPackage
                product={offer.all}
                single={offer.single}
                count={own.total}
                buy={() => packages.buyPackage(offer.all)}
                className="mt-7"
              />
            )}
          </>
        }
      >
        <Preview
          preview={preview}
          photo={photo}
          frame={frame}
          isChosen={photoId !== undefined}
          eventId={event.eventId}
        />
        <ChoosePhoto
          ref={chooser}
          event={event}
          choice={showsAll ? all : own}
          value={photoId}
          error={isMissing && photoId === undefined ? text('frames.required') : undefined}
          onChange={(chosen) => choose('photo', chosen)}
          switchTo={
            hasOwn
              ? { showsAll, ownCount: own.total, allCount: event.counts.photos, onSwitch: setWantsAll }
              : undefined
          }
        />
      </WithAside>
      <Dock label={text('frames.dock')}>{action}</Dock>
    </>
  )
}

function Act({
  isIn,
  busy,
  price,
  onAdd,
}: {
  isIn: boolean
  busy: boolean
  price: string
  onAdd: () => void
}) {
  if (isIn) {
    return (
      <Button kind="outline" icon="bag" full href="/cart">
        <Text id="frames.openCart" />
      </Button>
    )
  }
  return (
    <Button kind="primary" full busy={busy} onClick={onAdd}>
      <span>
        <Text id="frames.toCart" /> <span className="ml-2 whitespace-nowrap lining-nums">{price}</span>
      </span>
    </Button>
  )
}

/** Puts the framed photo into the cart; without a network it waits on the device, drawn as it was last seen. */
function useAdd(
  event: Event,
  product: Product | undefined,
  photoId: string | undefined,
  photo: Photo | undefined,
  image: string | null,
) {
  const [busy, setBusy] = useState(false)
  const { items } = useCart()
  const frameId = product?.frame?.frameId
  const isIn =
    photoId !== undefined && items.some((item) => item.photoId === photoId && item.frameId === frameId)
  const add = async () => {
    if (!product || photoId === undefined) return
    setBusy(true)
    const { productId, title, productType, price } = product
    const thumbUrl = (image && (await thumbOf(image))) || photo?.thumb.url
    const { eventId } = event
    await addItems({
      eventId,
      event,
      things: [{ item: { productId, photoId, frameId }, drawn: { title, productType, price, thumbUrl } }],
      reach: eventSearch(eventId).last.read() ? 'person' : 'event',
    })
    setBusy(false)
  }
  return { busy, isIn, add }
}
