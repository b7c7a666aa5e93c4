import { type ComponentType, useEffect, useState } from 'react'
import { reportError } from '../platform/errors/index.ts'
import { useLanguage } from '../platform/language/index.ts'

type LateProps<Props> = Props & { load: () => Promise<ComponentType<Props>> }

/** Shows a part of the frame that is not of the first load, once its code and the texts that it says are here. */
export function Late<Props extends object>({ load, ...props }: LateProps<Props>) {
  const { needAllTexts } = useLanguage()
  const [Part, setPart] = useState<ComponentType<Props>>()
  useEffect(() => {
    let gone = false
    Promise.all([load(), needAllTexts()]).then(([part]) => !gone && setPart(() => part), reportError)
    return () => {
      gone = true
    }
  }, [load, needAllTexts])
  return Part && <Part {...(props as unknown as Props)} />
}
