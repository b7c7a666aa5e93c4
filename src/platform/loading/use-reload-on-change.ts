import { useEffect, useRef } from 'react'

/** Loads again when a count differs from that of the render before; what is loaded stays until then. */
export function useReloadOnChange(count: number, reload: () => void): void {
  const lastCount = useRef(count)
  useEffect(() => {
    if (count === lastCount.current) return
    lastCount.current = count
    reload()
  }, [count, reload])
}
