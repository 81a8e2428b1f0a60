import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Banner } from '#ui/Banner.tsx'
import type { QueryLike } from '#ui/Loaded.tsx'

/** Says which part of a week or month could not be loaded; the shifts are shown anyway. */
export function Missing({ what, query }: { what: string; query: QueryLike<unknown> }): ReactNode {
  if (!query.isError || query.data !== undefined) return null
  return (
    <Banner
      kind="warning"
      live
      title={`${what} couldn’t be loaded`}
      action={
        <Button variant="default" loading={query.isFetching} onClick={() => query.refetch?.()}>
          Try again
        </Button>
      }
    >
      The shifts below are all there.
    </Banner>
  )
}
