import { useEffect, useState } from 'react'
import { useLanguage } from '../../platform/language/index.ts'

/** Returns whether the texts of most pages are loaded; loads them once they are needed. */
export function usePageTexts(needed: boolean): boolean {
  const { needTexts } = useLanguage()
  const [here, setHere] = useState(false)
  useEffect(() => {
    if (needed)
      needTexts('page').then(
        () => setHere(true),
        () => {},
      )
  }, [needed, needTexts])
  return here
}
