import { useQuery } from '@tanstack/react-query'
import type { GeometryCollection, Topology } from 'topojson-specification'
import countiesAddress from 'us-atlas/counties-10m.json?url'
import statesAddress from 'us-atlas/states-10m.json?url'

type Atlas = Topology<{ states: GeometryCollection; counties?: GeometryCollection }>

/** The outlines of the states, or of the counties when zoomed in; each is a separate file that is loaded once. */
export function useAtlas(withCounties: boolean): Atlas | undefined {
  const address = withCounties ? countiesAddress : statesAddress
  const { data } = useQuery({
    queryKey: ['atlas', address],
    queryFn: async ({ signal }): Promise<Atlas> => {
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error('The map couldn’t be loaded.')
      return response.json() as Promise<Atlas>
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return data
}
