import { type CSSProperties, useState } from 'react'
import { firstScreenNow } from '../lib/first-screen.ts'
import { cx } from './cx.ts'

export interface SlitImageProps {
  src?: string
  srcSet?: string
  sizes?: string
  /** Pixels of the picture, for its ratio. */
  width?: number
  height?: number
  /** A colour, or a tiny `data:` or ordinary picture, shown until the real one is there. */
  placeholder?: string
  alt: string
  /** Surely seen at once; `first` before all others. */
  eager?: boolean | 'first'
  /** The picture is there, or does not come. */
  onLoad?: () => void
  onFail?: () => void
  className?: string
}

/** A picture that arrives behind a moving line. One that was already there just stands. */
export function SlitImage({ placeholder, alt, eager, onLoad, onFail, className, ...image }: SlitImageProps) {
  // what the browser has found in the page it shows by itself
  const [isFirst] = useState(() => firstScreenNow() !== undefined)
  const [phase, setPhase] = useState<'waiting' | 'arriving' | 'there' | 'failed'>(
    isFirst ? 'there' : 'waiting',
  )
  return (
    <>
      {placeholder && (isFirst || phase !== 'there') && (
        <span className="pf-under" style={under(placeholder)} />
      )}
      <img
        {...image}
        ref={(element) => {
          if (element?.complete && element.naturalWidth > 0 && phase === 'waiting') setPhase('there')
        }}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        // on a first screen also before the app's code, which comes once the first is there
        fetchPriority={eager === 'first' ? 'high' : eager && isFirst ? 'low' : undefined}
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

function under(placeholder: string): CSSProperties {
  const picture = /^(data:|https?:|\/|blob:)/.test(placeholder)
  return picture ? { backgroundImage: `url("${placeholder}")` } : { backgroundColor: placeholder }
}
