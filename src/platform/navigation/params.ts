import { createContext, use } from 'react'

type Params = Readonly<Record<string, string>>

/** Gives the page below it the `:names` of its address. */
export const PageParams = createContext<Params>({})

/** The `:names` of the page's address. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- which there are is said by the page's route, not here
export const useParams = <Names extends object>() => use(PageParams) as Names
