import { Divider, Stack, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { DeliveryChoices } from './DeliveryChoices.tsx'
import { notifications } from './queries.ts'

/** Which events are also emailed, for a profile page; each choice is saved at once. */
export function NotificationPreferences(): ReactNode {
  const query = useQuery(notifications.getPreferences.queryOptions())
  const choose = useChoose()
  return (
    <PageSection
      title="Email notifications"
      description="All updates appear in Placewell. Choose which ones to email, and when."
    >
      <DeliveryChoices />
      <Divider my="lg" />
      <Loaded
        query={query}
        skeleton={<Skeletons shape="form" count={3} />}
        failedTitle="Your choices couldn’t be loaded"
      >
        {(events) => (
          <Stack gap="md">
            {events.map(({ type, label, description, by_email }) => (
              <Switch
                key={type}
                label={label}
                description={description}
                checked={by_email}
                onChange={(event) => choose.mutate({ type, by_email: event.currentTarget.checked })}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </PageSection>
  )
}

function useChoose() {
  const client = useQueryClient()
  const queryKey = notifications.getPreferences.queryKey()
  const show = (type: string, by_email: boolean) =>
    client.setQueryData(queryKey, (events) =>
      events?.map((event) => (event.type === type ? { ...event, by_email } : event)),
    )
  return useMutation({
    ...notifications.setPreference.mutationOptions(),
    onMutate: ({ type, by_email }) => show(type, by_email),
    onError: (_error, { type, by_email }) => show(type, !by_email),
    meta: { failed: 'We couldn’t save your choice' },
  })
}
