import './paid-hero.css'
import { useRef } from 'react'
import type { Money } from '../../../contract/common.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { Sum } from '../../platform/money/index.ts'
import { BibNumber } from '../../ui/Bib.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SlitImage } from '../../ui/SlitImage.tsx'
import type { OrderFile } from './files.ts'
import { type BoughtPictures, useAskWhenSeen } from './use-clean-pictures.ts'

interface Props {
  number: string
  sum: Money
  /** What went back of it. */
  refunded?: Money
  files: readonly OrderFile[]
  pictures: BoughtPictures
  textId: string
}

/** The finish line is crossed once: what was paid, the order's number, on wide screens the prints. */
export function PaidHero({ number, sum, refunded, files, pictures, textId }: Props) {
  const text = useText()
  return (
    <div className="pf-hero">
      <span className="pf-cross bg-on-hero" aria-hidden="true" />
      <div className="wrap flex items-center justify-between gap-4 pt-6.5 pb-6 lg:py-11">
        <div className="min-w-0">
          <p className="mb-3 inline-flex items-center gap-2 rounded-print bg-paper py-1.75 pr-3 pl-2 text-sm font-extrabold text-[#0a6640] lining-nums">
            <Icon name="check" size={20} />
            <span>
              <Text id="orders.paid" />
              {sum.amount > 0 && (
                <>
                  {'\u00a0 '}
                  <Sum of={sum} exact />
                </>
              )}
              {refunded && (
                <span className="block text-on-paper">
                  <Text id="orders.paid.refunded" />
                  {'\u00a0 '}
                  <Sum of={refunded} exact />
                </span>
              )}
            </span>
          </p>
          <h1 className="pf-paid-title display whitespace-pre-line">
            <Text id={textId} />
          </h1>
        </div>
        <Prints files={files} pictures={pictures} />
        <BibNumber
          className="w-[min(7.375rem,30vw)] flex-none max-lg:[&_b]:text-[min(2.25rem,9.2vw)] lg:w-55 lg:[&_b]:text-[4.5rem]"
          caption={text('orders.bib')}
          number={number}
        />
      </div>
      <div className="pf-teeth" aria-hidden="true" />
    </div>
  )
}

const places = [
  'left-0 top-8.5 h-53 w-42.5 -rotate-7',
  'left-50 top-22 h-43 w-62.5 rotate-4',
  'left-29.5 top-1 h-57.5 w-46 -rotate-1',
]

function Prints({ files, pictures }: Pick<Props, 'files' | 'pictures'>) {
  const fan = useRef<HTMLDivElement>(null)
  const shown = files.filter((file) => file.download.thumb).slice(0, places.length)
  useAskWhenSeen(fan, shown, pictures)
  if (shown.length < places.length) return null
  return (
    <div ref={fan} className="relative mr-6 ml-auto h-67.5 w-115 flex-none max-xl:hidden" aria-hidden="true">
      {places.map((place, at) => {
        const file = shown[at]
        const thumb = file?.download.thumb
        return (
          thumb && (
            <div
              key={place}
              className={`pf-tile absolute rounded-[2px]! border-8 border-paper [box-shadow:var(--pf-e2)] ${place}`}
            >
              <SlitImage
                src={pictures.of(file)}
                width={thumb.width}
                height={thumb.height}
                alt=""
                eager
                className="object-[50%_20%]"
              />
            </div>
          )
        )
      })}
    </div>
  )
}
