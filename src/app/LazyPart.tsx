import { type ComponentType, useEffect, useState } from 'react'
import { reportError } from '../platform/errors/index.ts'
import { type TextLevel, useLanguage } from '../platform/language/index.ts'
import { beginCodeLoading } from '../platform/loading/index.ts'

type LazyPartProps<Props> = Props & {
  load: () => Promise<ComponentType<Props>>
  /** Names the texts that the part needs; `page` when absent. */
  texts?: TextLevel
}

/** Loads the code and texts of a component that is not in the first bundle, then renders it. */
export function LazyPart<Props extends object>({ load, texts = 'page', ...props }: LazyPartProps<Props>) {
  const { requestTexts } = useLanguage()
  const [loaded, setLoaded] = useState<{ load: unknown; Part: ComponentType<Props> }>()
  const Part = loaded?.load === load ? loaded.Part : undefined
  const isLoaded = Part !== undefined
  useEffect(() => {
    if (isLoaded) return undefined
    let isUnmounted = false
    const endLoading = beginCodeLoading()
    Promise.all([load(), requestTexts(texts)]).then(
      ([part]) => !isUnmounted && setLoaded({ load, Part: part }),
      (error: unknown) => {
        endLoading()
        reportError(error)
      },
    )
    return () => {
      isUnmounted = true
      endLoading()
    }
  }, [load, isLoaded, texts, requestTexts])
  return Part && <Part {...(props as unknown as Props)} />
}
