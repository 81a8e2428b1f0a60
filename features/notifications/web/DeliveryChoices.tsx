import { Group, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readTime } from '#core/clock-time.ts'
import { ownZone } from '#core/plain-date.ts'
import { zoneName } from '#core/zone-name.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Delivery } from '../contract.ts'
import { notifications } from './queries.ts'

/** When emails about notifications are sent: at once or once a day, and not in quiet hours; each choice is saved at once. */
export function DeliveryChoices(): ReactNode {
  const query = useQuery(notifications.getDelivery.queryOptions())
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="form" count={2} />}
      failedTitle="Your choices couldn’t be loaded"
    >
      {(delivery) => (
        <Choices
          delivery={
            delivery ?? { digest_at: null, quiet_from: null, quiet_until: null, time_zone: ownZone() }
          }
        />
      )}
    </Loaded>
  )
}

/** In words, what `isUrgent` in rules.ts says. */
const URGENT = 'Seats offered to you, canceled shifts, reminders, incidents and urgent messages'

function Choices({ delivery }: { delivery: Delivery }): ReactNode {
  const choose = useChooseDelivery()
  const keep = (change: Partial<Delivery>) => choose.mutate({ ...delivery, ...change, time_zone: ownZone() })
  const { digest_at: digestAt, quiet_from: from, quiet_until: until } = delivery
  return (
    <Stack gap="md">
      <Switch
        label="One email a day"
        description={`All updates of a day in one email. ${URGENT} still come at once.`}
        checked={digestAt !== null}
        onChange={(event) => keep({ digest_at: event.currentTarget.checked ? '07:00' : null })}
      />
      {digestAt && (
        <Clock label="Send it at" value={digestAt} onChoose={(time) => keep({ digest_at: time })} />
      )}
      {!digestAt && (
        <Switch
          label="Quiet hours"
          description={`Emails wait until they are over. ${URGENT} do not wait.`}
          checked={from !== null}
          onChange={(event) =>
            keep(
              event.currentTarget.checked
                ? { quiet_from: '21:00', quiet_until: '06:00' }
                : { quiet_from: null, quiet_until: null },
            )
          }
        />
      )}
      {!digestAt && from && until && (
        <Group gap="md" align="start">
          <Clock
            label="Quiet from"
            value={from}
            not={until}
            onChoose={(time) => keep({ quiet_from: time })}
          />
          <Clock label="Until" value={until} not={from} onChoose={(time) => keep({ quiet_until: time })} />
        </Group>
      )}
      {(digestAt ?? from) && (
        <Text size="sm" c="dimmed">
          In {zoneName(ownZone())}
        </Text>
      )}
    </Stack>
  )
}

type ClockProps = { label: string; value: string; not?: string; onChoose: (time: string) => void }

/** A time that is saved when it is complete and the field loses the focus, or Enter is pressed. */
function Clock({ label, value, not, onChoose }: ClockProps): ReactNode {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Saved elsewhere, or refused: the field shows what is stored.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  const time = readTime(typed)
  const error = !time ? 'Enter a time.' : time === not ? 'Choose another time.' : null
  const keep = () => {
    if (time && !error && time !== value) onChoose(time)
  }
  return (
    <TimeField
      label={label}
      value={typed}
      error={error}
      onChange={setTyped}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
      }}
    />
  )
}

function useChooseDelivery() {
  const client = useQueryClient()
  const queryKey = notifications.getDelivery.queryKey()
  return useMutation({
    ...notifications.setDelivery.mutationOptions(),
    onMutate: (chosen) => {
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, chosen)
      return { before }
    },
    onError: (_error, _chosen, shown) => client.setQueryData(queryKey, shown?.before ?? null),
    meta: { failed: 'We couldn’t save your choice' },
  })
}
