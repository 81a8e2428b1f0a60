import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { facilityTeam } from './queries.ts'

/** Names the people the user covers today, with a link to the requests of their facility only. */
export function CoveringNotice({
  facilityId,
  onShow,
}: {
  facilityId: string | undefined
  onShow: (facilityId: string | undefined) => void
}): ReactNode {
  const { data } = useQuery(facilityTeam.covering.queryOptions())
  if (!data?.length) return null
  return (
    <Stack gap="xs">
      {data.map(
        ({
          id,
          person_name: name,
          until_date: until,
          facility_id: facility,
          facility_name: facilityName,
        }) => (
          <Banner
            key={id}
            title={`You cover for ${name}, who is away until ${formatDate(until, 'long')}`}
            action={
              <Button
                size="xs"
                variant="default"
                onClick={() => onShow(facility === facilityId ? undefined : facility)}
              >
                {facility === facilityId ? 'Show all requests' : 'Show these requests'}
              </Button>
            }
          >
            Requests at {facilityName} need your answer.
          </Banner>
        ),
      )}
    </Stack>
  )
}
