import { type ComponentType, createContext } from 'react'

/** What features add to every list; the signed-in frame hands it in, for the kit knows no feature. */
export interface ListParts {
  SavedViews?: ComponentType
}

export const ListPartsContext = createContext<ListParts>({})
