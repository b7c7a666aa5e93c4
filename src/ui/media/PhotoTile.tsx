import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { AppLink } from '../AppLink.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import { ProgressiveImage, type ProgressiveImageProps } from './ProgressiveImage.tsx'
import { useLongPress } from './use-long-press.ts'

export type PhotoTileState =
  | 'loading'
  | 'default'
  | 'selected'
  | 'in-cart'
  | 'bought'
  | 'processing'
  | 'failed'

export interface PhotoTileProps extends ProgressiveImageProps {
  state: PhotoTileState
  /** Price, or the text of `in-cart` and `bought`. */
  mark?: ReactNode
  /** Makes the mark a link, e.g. to the order of a bought photo. The picture still opens by `onOpen`. */
  markHref?: string
  /** Accessible name of that link; begins with the text of the mark. */
  markLabel?: string
  /** Text of `processing` and `failed`. */
  message?: ReactNode
  /** Label of the "+"; no "+" without `onPick`. */
  pickLabel?: string
  onPick?: (event: MouseEvent<HTMLElement>) => void
  onOpen?: (event: MouseEvent<HTMLElement>) => void
  /** Makes the picture a link. */
  href?: string
  /** Starts multiple selection; the "+" remains the regular control. */
  onLongPress?: () => void
  retryLabel?: string
  onRetry?: () => void
  tabIndex?: 0 | -1
  style?: CSSProperties
  /** Additional overlays. */
  children?: ReactNode
}

const PICKABLE = new Set<PhotoTileState>(['default', 'selected'])

export function PhotoTile(props: PhotoTileProps) {
  const { state, message, className, style, tabIndex, children } = props
  const sharedProps = { 'data-state': state, style }
  if (state === 'loading')
    return <div {...sharedProps} className={cx('pf-tile pf-sk', className)} aria-hidden="true" />
  if (state === 'processing') {
    return (
      <div {...sharedProps} className={cx('pf-tile', className)}>
        <span className="pf-tile-say">{message}</span>
      </div>
    )
  }
  if (state === 'failed') {
    return (
      <div {...sharedProps} className={cx('pf-tile', className)}>
        <button type="button" className="pf-tile-say" tabIndex={tabIndex} onClick={props.onRetry}>
          <Icon name="reload" />
          <span>{message}</span>
          {props.retryLabel && <span className="underline underline-offset-4">{props.retryLabel}</span>}
        </button>
      </div>
    )
  }
  return (
    <div {...sharedProps} className={cx('pf-tile', className)}>
      <TileOpener {...props} />
      <TileMark {...props} />
      {props.onPick && PICKABLE.has(state) && (
        <button
          type="button"
          className="pf-tile-pick"
          // the label describes the action and so the state: `aria-pressed` would add “pressed” to “take back”
          aria-label={props.pickLabel}
          tabIndex={tabIndex}
          onClick={props.onPick}
        >
          <span>
            <Icon name={state === 'selected' ? 'check' : 'plus'} size={20} />
          </span>
        </button>
      )}
      {children}
    </div>
  )
}

function TileOpener(props: PhotoTileProps) {
  const { href, onOpen, onLongPress, tabIndex, src, srcSet, sizes, width, height, placeholder, alt, eager } =
    props
  const { onLoad, onFail } = props
  const longPressHandlers = useLongPress(onLongPress)
  const picture = (
    <ProgressiveImage {...{ src, srcSet, sizes, width, height, placeholder, alt, eager, onLoad, onFail }} />
  )
  if (href !== undefined) {
    return (
      <AppLink
        {...longPressHandlers}
        className="pf-tile-open"
        href={href}
        tabIndex={tabIndex}
        draggable={false}
        onClick={onOpen}
      >
        {picture}
      </AppLink>
    )
  }
  if (!onOpen) return <span className="pf-tile-open">{picture}</span>
  return (
    <button
      {...longPressHandlers}
      type="button"
      className="pf-tile-open"
      tabIndex={tabIndex}
      onClick={onOpen}
    >
      {picture}
    </button>
  )
}

/** Shows the price, or the text of `in-cart` and `bought`, over a picture. */
function TileMark({ state, mark, markHref, markLabel, tabIndex }: PhotoTileProps) {
  if (mark === undefined || mark === null) return null
  const content = (
    <>
      {state === 'in-cart' && <Icon name="bag" size={20} />}
      {state === 'bought' && <Icon name="check" size={20} />}
      <span>{mark}</span>
    </>
  )
  if (markHref === undefined) return <span className="pf-tile-mark">{content}</span>
  return (
    <AppLink className="pf-tile-mark" href={markHref} aria-label={markLabel} tabIndex={tabIndex}>
      {content}
    </AppLink>
  )
}
