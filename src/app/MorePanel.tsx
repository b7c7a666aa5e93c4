import { useEffect, useEffectEvent, useRef } from 'react'
import './more.css'
import { OtherRows } from './OtherRows.tsx'

/** Opens under its button; closed by Escape, by a press elsewhere, and by leaving it. */
export function MorePanel({ takesFocus, onClose }: { takesFocus: boolean; onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (takesFocus) ref.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [takesFocus])
  useEffect(() => {
    const panel = ref.current
    const button = panel?.parentElement?.querySelector('button')
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && panel?.parentElement?.contains(target) === true
    const onPress = ({ target }: Event) => {
      if (!isInside(target)) close()
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      close()
      button?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <div ref={ref} className="pf-more">
      <OtherRows onClose={onClose} />
    </div>
  )
}
