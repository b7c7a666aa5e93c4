import { type CSSProperties, useState } from 'react'
import { getHydrationData } from '../../lib/initial-data.ts'
import { cx } from '../cx.ts'

export interface ProgressiveImageProps {
  src?: string
  srcSet?: string
  sizes?: string
  /** Sets the intrinsic size in pixels, for the aspect ratio. */
  width?: number
  height?: number
  /** Shows a color, a tiny `data:` URL or a regular picture until the picture has loaded. */
  placeholder?: string
  alt: string
  /** Loads the picture at once, as it is visible; `first` has the highest priority. */
  eager?: boolean | 'first'
  /** Called when the picture has loaded or failed. */
  onLoad?: () => void
  onFail?: () => void
  className?: string
}

/** Renders a picture that is revealed behind a moving line. A picture loaded before rendering is shown without animation. */
export function ProgressiveImage({
  placeholder,
  alt,
  eager,
  onLoad,
  onFail,
  className,
  ...imageProps
}: ProgressiveImageProps) {
  // the browser itself shows the images of the server's HTML
  const [isServerRendered] = useState(() => getHydrationData() !== undefined)
  const [phase, setPhase] = useState<'waiting' | 'arriving' | 'there' | 'failed'>(
    isServerRendered ? 'there' : 'waiting',
  )
  return (
    <>
      {placeholder && (isServerRendered || phase !== 'there') && (
        <span className="pf-under" style={toPlaceholderStyle(placeholder)} />
      )}
      <img
        {...imageProps}
        ref={(element) => {
          if (element?.complete && element.naturalWidth > 0 && phase === 'waiting') setPhase('there')
        }}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        // server-rendered images load before the app's code, which waits for the `first` one only
        fetchPriority={eager === 'first' ? 'high' : eager && isServerRendered ? 'low' : undefined}
        draggable={false}
        className={cx(
          (phase === 'waiting' || phase === 'failed') && 'pf-waiting',
          phase === 'arriving' && 'pf-reveal',
          className,
        )}
        onLoad={() => {
          setPhase((now) => (now === 'there' ? now : 'arriving'))
          onLoad?.()
        }}
        onAnimationEnd={() => setPhase('there')}
        onError={() => {
          setPhase('failed')
          onFail?.()
        }}
      />
      {phase === 'arriving' && <span className="pf-slit" aria-hidden="true" />}
    </>
  )
}

function toPlaceholderStyle(placeholder: string): CSSProperties {
  const isPictureUrl = /^(data:|https?:|\/|blob:)/.test(placeholder)
  return isPictureUrl ? { backgroundImage: `url("${placeholder}")` } : { backgroundColor: placeholder }
}
