import { type ComponentType, createContext } from 'react'

/** What features add to every list; the signed-in layout provides it, because the kit imports no feature. */
export interface ListParts {
  SavedViews?: ComponentType
}

export const ListPartsContext = createContext<ListParts>({})
