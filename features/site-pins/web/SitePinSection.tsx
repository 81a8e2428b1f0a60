import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { distanceText } from '#core/distance-text.ts'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { locate } from '#ui/locate.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { SitePin } from '../contract.ts'
import { coordinatesOf, coordinatesText, partyLabels } from '../rules.ts'
import { PinMap } from './PinMap.tsx'
import { sitePins } from './queries.ts'

/** Where students check in by location at a site, confirmed by the facility or a partner school. */
export function SitePinSection({ siteId }: { siteId: string }): ReactNode {
  const query = useQuery(sitePins.get.queryOptions({ input: { site_id: siteId } }))
  const [isEditing, edit] = useState(false)
  const pin = query.data
  return (
    <PageSection
      title="Check-in location"
      description="Students on a shift here check in by location within this circle."
      actions={
        pin && (
          <StateBadge
            state={pin.confirmed_at ? 'approved' : 'pending'}
            label={pin.confirmed_at ? 'Confirmed' : 'Not confirmed'}
          />
        )
      }
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" />}
        failedTitle="The check-in location couldn’t be loaded"
        isEmpty={() => false}
      >
        {(loaded) =>
          isEditing ? (
            <PinForm pin={loaded} onClose={() => edit(false)} />
          ) : (
            <Shown pin={loaded} onEdit={() => edit(true)} />
          )
        }
      </Loaded>
    </PageSection>
  )
}

const savedCoordinates = ({ latitude, longitude }: SitePin) =>
  latitude === null || longitude === null ? null : { latitude, longitude }

function Shown({ pin, onEdit }: { pin: SitePin; onEdit: () => void }): ReactNode {
  const coordinates = savedCoordinates(pin)
  return (
    <Stack gap="sm" align="stretch">
      <Text size="sm">
        {pin.confirmed_at
          ? `Confirmed by ${partyLabels[pin.confirmed_by ?? 'platform']} on ${formatDate(dayHere(pin.confirmed_at))}. Students check in within ${distanceText(pin.geofence_radius_m)} of ${coordinatesText(coordinates!)}.`
          : coordinates
            ? 'These coordinates aren’t confirmed yet. Until then, students check in with the code their instructor shows.'
            : 'This site has no coordinates yet. Until someone sets them, students check in with the code that their instructor shows.'}
      </Text>
      {coordinates && <PinMap pin={coordinates} before={null} radiusM={pin.geofence_radius_m} />}
      {pin.blocker ? (
        <Text size="sm" c="dimmed">
          {pin.blocker}
        </Text>
      ) : (
        <Group>
          <Button variant="default" onClick={onEdit}>
            {pin.confirmed_at ? 'Move location' : coordinates ? 'Check and confirm' : 'Set location'}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

type Values = { coordinates: string; radius: number | string }
const schema = plainSchema<Values>(({ coordinates, radius }) => ({
  coordinates: !coordinatesOf(coordinates) && 'Enter latitude and longitude, such as 43.03892, -87.90647.',
  radius: !(Number(radius) >= 25 && Number(radius) <= 5000) && 'From 25 to 5,000 m.',
}))

function PinForm({ pin, onClose }: { pin: SitePin; onClose: () => void }): ReactNode {
  const confirmPin = useMutation({
    ...sitePins.confirm.mutationOptions(),
    meta: { quiet: true, done: 'Check-in location confirmed', touches: [sitePins.key()] },
  })
  const before = savedCoordinates(pin)
  const [finding, find] = useState<{ isBusy: boolean; note?: string }>({ isBusy: false })
  const form = useSchemaForm(schema, {
    initialValues: {
      coordinates: before ? coordinatesText(before) : '',
      radius: pin.geofence_radius_m,
    } as Values,
    onSubmit: async ({ coordinates, radius }) => {
      const point = coordinatesOf(coordinates)!
      await confirmPin.mutateAsync({
        site_id: pin.site_id,
        ...point,
        geofence_radius_m: Number(radius),
        seen_at: pin.confirmed_at,
      })
      onClose()
    },
  })
  const coordinates = coordinatesOf(form.values.coordinates)
  const move = (to: { latitude: number; longitude: number }) =>
    form.setFieldValue('coordinates', coordinatesText(to))
  async function findHere(): Promise<void> {
    find({ isBusy: true })
    try {
      const here = await locate()
      move(here)
      find({ isBusy: false, note: `Your device knows this to about ${distanceText(here.accuracy_m)}.` })
    } catch (error) {
      find({ isBusy: false, note: `${(error as Error).message} Enter the coordinates, or press on the map.` })
    }
  }
  return (
    <Form form={form} label="Check-in location" submitLabel="Confirm location" onCancel={onClose}>
      <Group gap="sm" align="center">
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          loading={finding.isBusy}
          onClick={() => void findHere()}
        >
          I am here now
        </Button>
        {finding.note && (
          <Text component="output" size="sm">
            {finding.note}
          </Text>
        )}
      </Group>
      <TextInput
        label="Coordinates"
        description="Latitude and longitude of the entrance that students use, as a map shows them."
        placeholder="43.03892, -87.90647"
        required
        {...form.field('coordinates')}
      />
      <NumberInput
        label="Check-in radius (m)"
        description="Wide enough for every building and the parking garage. 250 m is about 820 ft."
        min={25}
        max={5000}
        step={25}
        allowDecimal={false}
        required
        {...form.field('radius')}
      />
      {coordinates && (
        <PinMap
          key={before ? 'moved' : 'new'}
          pin={coordinates}
          before={before}
          radiusM={Math.min(5000, Math.max(25, Number(form.values.radius) || 250))}
          onMove={move}
        />
      )}
    </Form>
  )
}
