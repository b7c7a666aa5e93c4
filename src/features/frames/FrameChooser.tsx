import './frames.css'
import { useRef, useState } from 'react'
import type { Product } from '../../../contract/catalog.ts'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useMoneyFormat } from '../../platform/money/index.ts'
import { useNavigate, usePath, useQuery } from '../../platform/navigation/index.ts'
import { getEventSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dock } from '../../ui/layout/Dock.tsx'
import { WithSidebar } from '../../ui/layout/WithSidebar.tsx'
import { addItems, useCart } from '../cart/index.ts'
import { listFramedProducts } from '../catalog/index.ts'
import { getCaptureDetails, useBuying } from '../photos/index.ts'
import { usePurchases } from '../purchases/index.ts'
import { ChooseFrame } from './ChooseFrame.tsx'
import { ChoosePhoto } from './ChoosePhoto.tsx'
import { FramedPackage } from './FramedPackage.tsx'
import { FramedPhotoPrice } from './FramedPhotoPrice.tsx'
import { Preview } from './Preview.tsx'
import { useAllPhotos, useOwnPhotos } from './use-photos.ts'
import { usePreview } from './use-preview.ts'

interface Props {
  event: Event
  /** Contains at least one. */
  frames: readonly Product[]
}

/** Reads photo and frame from the address. */
function usePhotoAndFrame() {
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

/** Selects a photo and a frame, shows the preview, and adds it to the cart. */
export function FrameChooser({ event, frames }: Props) {
  const text = useText()
  const formatMoney = useMoneyFormat()
  const { photoId: chosenPhotoId, frameId, choose } = usePhotoAndFrame()
  const ownPhotos = useOwnPhotos(event)
  const hasOwn = ownPhotos !== undefined && ownPhotos.total > 0
  // after a search, the runner's first photo is framed at once
  const photoId = chosenPhotoId ?? ownPhotos?.photos[0]?.photoId
  const [isAllRequested, setAllRequested] = useState(false)
  const showsAll = isAllRequested || !hasOwn
  const allPhotos = useAllPhotos(event, showsAll)
  const product = frames.find(({ frame }) => frame?.frameId === frameId) ?? frames[0]
  const frame = product?.frame
  const preview = usePreview({ eventId: event.eventId, photoId, frameId: frame?.frameId ?? '' })
  const photo = [...(ownPhotos?.photos ?? []), ...allPhotos.photos].find((each) => each.photoId === photoId)
  const cartAction = useAddToCart(event, product, photoId, photo, preview.image)
  const photoPurchase = useBuying(event)
  const { framed } = usePurchases(event.eventId)
  const chooserRef = useRef<HTMLFieldSetElement>(null)
  const [isMissing, setMissing] = useState(false)
  if (!product || !frame) return null
  const focusPhotos = () => {
    setMissing(true)
    chooserRef.current?.querySelector<HTMLElement>('[role=radio]')?.focus()
    chooserRef.current?.scrollIntoView({ block: 'nearest' })
  }
  const offer = listFramedProducts(photoPurchase.products).find(
    ({ singleProduct }) => singleProduct.productId === product.productId,
  )
  const boughtPhotos = framed.get(frame.frameId)
  const action = (
    <CartButton
      isInCart={cartAction.isInCart}
      orderId={boughtPhotos?.get(photoId ?? '')?.orderId}
      busy={cartAction.busy}
      price={formatMoney(product.price)}
      onAdd={() => void cartAction.add()}
      onChoose={photoId === undefined ? focusPhotos : undefined}
    />
  )
  return (
    <>
      <WithSidebar
        title={<Text id="frames.title" />}
        className="pb-9"
        sidebar={
          <>
            {frames.length > 1 && (
              <ChooseFrame
                frames={frames}
                value={frame.frameId}
                onChange={(chosen) => choose('frame', chosen)}
              />
            )}
            <FramedPhotoPrice product={product} photo={photo}>
              <div className="max-lg:hidden">{action}</div>
            </FramedPhotoPrice>
            {offer && ownPhotos && ownPhotos.total > 1 && (
              <FramedPackage
                event={event}
                product={offer.packageProduct}
                single={offer.singleProduct}
                photos={ownPhotos.photos}
                count={ownPhotos.total}
                buy={() => photoPurchase.buyPackage(offer.packageProduct)}
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
          samplePhoto={allPhotos.photos[0]}
          isChosen={photoId !== undefined}
          eventId={event.eventId}
        />
        <ChoosePhoto
          ref={chooserRef}
          event={event}
          choice={showsAll ? allPhotos : ownPhotos}
          value={photoId}
          error={isMissing && photoId === undefined ? text('frames.required') : undefined}
          onChange={(chosen) => choose('photo', chosen)}
          sourceSwitch={
            hasOwn
              ? {
                  showsAll,
                  ownCount: ownPhotos.total,
                  allCount: event.counts.photos,
                  onSwitch: setAllRequested,
                }
              : undefined
          }
        />
      </WithSidebar>
      <Dock label={text('frames.dock')}>{action}</Dock>
    </>
  )
}

function CartButton({
  isInCart,
  orderId,
  busy,
  price,
  onAdd,
  onChoose,
}: {
  isInCart: boolean
  /** Order in which this photo was bought in this frame. */
  orderId: string | undefined
  busy: boolean
  price: string
  onAdd: () => void
  /** Leads to the photos while none is selected. */
  onChoose: (() => void) | undefined
}) {
  if (orderId !== undefined) {
    return (
      <Button icon="check" full href={`/order/${orderId}`}>
        <Text id="frames.bought" />
      </Button>
    )
  }
  if (isInCart) {
    return (
      <Button kind="outline" icon="bag" full href="/cart">
        <Text id="frames.openCart" />
      </Button>
    )
  }
  if (onChoose) {
    return (
      <Button full onClick={onChoose}>
        <Text id="frames.choose" />
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

/** Adds the framed photo to the cart. Offline, it is queued on the device with the last preview. */
function useAddToCart(
  event: Event,
  product: Product | undefined,
  photoId: string | undefined,
  photo: Photo | undefined,
  image: string | null,
) {
  const [busy, setBusy] = useState(false)
  const { items } = useCart()
  const frameId = product?.frame?.frameId
  const isInCart =
    photoId !== undefined && items.some((item) => item.photoId === photoId && item.frameId === frameId)
  const add = async () => {
    if (!product || photoId === undefined) return
    setBusy(true)
    const { productId, title, productType, price } = product
    const thumbUrl = (image && (await makeThumb(image))) || photo?.thumb.url
    const { eventId } = event
    await addItems({
      eventId,
      event,
      additions: [
        {
          item: { productId, photoId, frameId },
          shownItem: { title, productType, price, thumbUrl, taken: photo && getCaptureDetails(photo, event) },
        },
      ],
      tokenScope: getEventSearch(eventId).last.read() ? 'person' : 'event',
    })
    setBusy(false)
  }
  return { busy, isInCart, add }
}

const maxSideInPx = 240

/**
 * Returns a small copy of the preview, to be queued on the device with the cart item.
 *
 * @returns a `data:` address; undefined when the browser cannot draw it
 */
async function makeThumb(image: string): Promise<string | undefined> {
  try {
    const picture = new Image()
    picture.src = image
    await picture.decode()
    const scale = Math.min(1, maxSideInPx / Math.max(picture.naturalWidth, picture.naturalHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.naturalWidth * scale)
    canvas.height = Math.round(picture.naturalHeight * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg', 0.7)
  } catch {
    return undefined
  }
}
