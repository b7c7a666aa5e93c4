import './viewer.css'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Icon } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { Layer } from '../layout/Layer.tsx'
import { useGestures } from './use-gestures.ts'

export interface ViewerItem {
  key: string
  src: string
  srcSet?: string
  sizes?: string
  /** Points to the loaded thumbnail, which is shown until the large picture has loaded. */
  placeholder?: string
  alt: string
}

export interface ViewerProps {
  label: string
  closeLabel: string
  previousLabel: string
  nextLabel: string
  count: number
  /** Undefined while the picture's page is not loaded. */
  getItem: (index: number) => ViewerItem | undefined
  index: number
  onIndexChange: (index: number) => void
  onClose: () => void
  /** Rendered at the center of the top line: "3 of 14". */
  title?: ReactNode
  /** Rendered at the right end of the top line. */
  end?: ReactNode
  /** Rendered under the picture on a phone, beside it on a wide screen. */
  side?: ReactNode
  /** The film strip. */
  film?: ReactNode
  /** Rendered over the picture. */
  children?: ReactNode
  /** Handles further keys; `code` is the physical key, independent of the layout. */
  onKey?: (event: KeyboardEvent) => void
}

/**
 * Shows one picture on black. Gestures and keys: swipe, arrows, pinch, double tap, wheel, Z; Escape or a pull down
 * closes. Prefetches the neighbors. Mount it to open, unmount it to close.
 */
export function Viewer(props: ViewerProps) {
  const { count, getItem, index, onIndexChange, onClose } = props
  const stage = useRef<HTMLDivElement>(null)
  const goToIndex = (targetIndex: number) => {
    if (targetIndex >= 0 && targetIndex < count && targetIndex !== index) onIndexChange(targetIndex)
  }
  const gestures = useGestures({
    stage,
    pictureKey: index,
    onSwipe: (swipe) => {
      if (swipe === 'close') onClose()
      else goToIndex(swipe === 'next' ? index + 1 : index - 1)
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.code === 'KeyZ') gestures.toggleZoom()
    const targetIndex = toTargetIndex(event.key, index, count)
    if (targetIndex === undefined) return props.onKey?.(event)
    event.preventDefault()
    goToIndex(targetIndex)
  }
  const nearIndexes = [index - 1, index, index + 1].filter(
    (slideIndex) => slideIndex >= 0 && slideIndex < count,
  )
  return (
    <Layer onClose={onClose} className="pf-viewer" scheme="dark" label={props.label} onKeyDown={onKeyDown}>
      <header className="pf-viewer-top">
        <IconButton icon="close" label={props.closeLabel} onClick={onClose} />
        <p className="lining-nums" aria-live="polite">
          {props.title}
        </p>
        <div className="flex min-w-12 justify-end">{props.end}</div>
      </header>
      <div className="pf-viewer-stage">
        <div ref={stage} className="pf-viewer-track" {...gestures.handlers}>
          {nearIndexes.map((slideIndex) => (
            <Slide key={slideIndex} item={getItem(slideIndex)} offset={slideIndex - index} />
          ))}
        </div>
        {index > 0 && (
          <button
            type="button"
            className="pf-viewer-arrow"
            data-to="previous"
            aria-label={props.previousLabel}
            onClick={() => goToIndex(index - 1)}
          >
            <Icon name="back" />
          </button>
        )}
        {index < count - 1 && (
          <button
            type="button"
            className="pf-viewer-arrow"
            data-to="next"
            aria-label={props.nextLabel}
            onClick={() => goToIndex(index + 1)}
          >
            <Icon name="forward" />
          </button>
        )}
        {props.children}
      </div>
      <div className="pf-viewer-film">{props.film}</div>
      <div className="pf-viewer-side">{props.side}</div>
    </Layer>
  )
}

function toTargetIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'PageDown') return index + 1
  if (key === 'ArrowLeft' || key === 'PageUp') return index - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

function Slide({ item, offset }: { item: ViewerItem | undefined; offset: number }) {
  const isCurrent = offset === 0
  const backgroundImage = item?.placeholder ? `url("${item.placeholder}")` : undefined
  return (
    <div
      className="pf-viewer-slide"
      style={{ '--place': offset } as CSSProperties}
      aria-hidden={isCurrent ? undefined : true}
    >
      {item ? (
        <img
          src={item.src}
          srcSet={item.srcSet}
          sizes={item.sizes}
          alt={isCurrent ? item.alt : ''}
          data-picture={isCurrent ? '' : undefined}
          decoding="async"
          fetchPriority={isCurrent ? 'high' : 'low'}
          draggable={false}
          style={{ backgroundImage: backgroundImage }}
        />
      ) : (
        <span className="pf-sk absolute inset-8" />
      )}
    </div>
  )
}
