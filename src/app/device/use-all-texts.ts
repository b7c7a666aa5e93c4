import { useEffect, useState } from 'react'
import { useLanguage } from '../../platform/language/index.ts'

/** Whether the texts that the first load left out are here, once they are needed. */
export function useAllTexts(needed: boolean): boolean {
  const { needAllTexts } = useLanguage()
  const [here, setHere] = useState(false)
  useEffect(() => {
    if (needed)
      needAllTexts().then(
        () => setHere(true),
        () => {},
      )
  }, [needed, needAllTexts])
  return here
}
