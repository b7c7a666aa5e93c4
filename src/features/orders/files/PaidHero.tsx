import './paid-hero.css'
import { useRef } from 'react'
import type { Money } from '../../../../contract/common.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { Sum } from '../../../platform/money/index.ts'
import { BibNumber } from '../../../ui/Bib.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { ProgressiveImage } from '../../../ui/media/ProgressiveImage.tsx'
import type { OrderFile } from './files.ts'
import { type BoughtPictures, useRequestWhenVisible } from './use-unwatermarked-pictures.ts'

interface Props {
  number: string
  sum: Money
  /** Shows the refunded part of the sum. */
  refunded?: Money
  files: readonly OrderFile[]
  pictures: BoughtPictures
  /** Renders empty prints in place of the files to come. */
  isLoading: boolean
  textId: string
}

/** Renders the hero of a paid order: sum, order number, a fan of prints. The finish-line animation runs once. */
export function PaidHero({ number, sum, refunded, files, pictures, isLoading, textId }: Props) {
  const text = useText()
  return (
    <div className="pf-hero">
      <span className="pf-cross bg-on-hero" aria-hidden="true" />
      <div className="wrap flex flex-wrap items-center justify-between gap-x-4 pt-6.5 pb-6 xl:flex-nowrap lg:py-11">
        <div className="min-w-0">
          <p className="mb-3 inline-flex items-center gap-2 rounded-print bg-paper pf-paid text-sm font-extrabold lining-nums">
            <Icon name="check" size={20} />
            <span>
              <Text id="orders.paid" />
              {sum.amount > 0 && (
                <>
                  {'\u00a0 '}
                  <Sum amount={sum} exact />
                </>
              )}
              {refunded && (
                <span className="block text-on-paper">
                  <Text id="orders.paid.refunded" />
                  {'\u00a0 '}
                  <Sum amount={refunded} exact />
                </span>
              )}
            </span>
          </p>
          <h1 className="pf-paid-title display whitespace-pre-line">
            <Text id={textId} />
          </h1>
        </div>
        <PrintFan files={files} pictures={pictures} isLoading={isLoading} />
        <BibNumber className="pf-paid-number flex-none" caption={text('orders.bib')} number={number} />
      </div>
      <div className="pf-teeth" aria-hidden="true" />
    </div>
  )
}

const printPositions = ['left', 'right', 'front']

function PrintFan({ files, pictures, isLoading }: Pick<Props, 'files' | 'pictures' | 'isLoading'>) {
  const fanRef = useRef<HTMLDivElement>(null)
  const shownFiles = files.filter((file) => file.download.thumb).slice(0, printPositions.length)
  // the front print is the last
  const shownPositions = isLoading ? printPositions : printPositions.slice(-shownFiles.length)
  useRequestWhenVisible(fanRef, shownFiles, pictures)
  if (shownFiles.length === 0 && !isLoading) return null
  return (
    <div ref={fanRef} className="pf-fan" aria-hidden="true">
      {shownPositions.map((position, at) => {
        const file = shownFiles[at]
        const thumb = file?.download.thumb
        return (
          <div key={position} className="pf-tile" data-place={position}>
            {thumb && (
              <ProgressiveImage
                src={pictures.getUrl(file)}
                width={thumb.width}
                height={thumb.height}
                alt=""
                eager
                className="object-[50%_20%]"
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
