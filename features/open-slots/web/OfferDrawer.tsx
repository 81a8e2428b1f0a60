import { Button, Drawer, NativeSelect, NumberInput, SimpleGrid, Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useContentId } from '#platform/web/use-content-id.ts'
import { parseClockTime } from '#core/clock-time.ts'
import { isPlainDate, type PlainDate } from '#core/plain-date.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { ExperienceType, UnitOfFacility } from '#features/shifts/contract.ts'
import type { SlotRow } from '../contract.ts'
import { experienceLabels } from '#features/shifts/rules.ts'
import {
  DayAndHours,
  type Series,
  SeriesFields,
  seriesDaysOf,
  closedDaysOf,
  seriesProblems,
  ShiftPatterns,
} from '#features/shifts/web/public.ts'
import { PickOne, PickSeveral } from '#ui/Pick.tsx'
import { useOfferSlots, usePartners } from './slot-queries.ts'

interface OfferDrawerProps {
  /** A new offer, or a copy of an earlier slot. */
  offer: 'new' | SlotRow | undefined
  units: readonly UnitOfFacility[]
  today: PlainDate
  onClose: () => void
}

/** Offers a unit's slots to partner schools, on one day or every week. */
export function OfferDrawer({ offer, ...rest }: OfferDrawerProps): ReactNode {
  return (
    <Drawer
      opened={offer !== undefined}
      onClose={rest.onClose}
      position="right"
      title="Offer open slots"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {offer && <OfferForm offer={offer} {...rest} />}
    </Drawer>
  )
}

type Values = {
  facility_id: string
  date: string
  start_time: string
  end_time: string
  seats: number | string
  experience_type: ExperienceType
  school_ids: string[]
  note: string
}

function OfferForm({
  offer,
  units,
  today,
  onClose,
}: OfferDrawerProps & { offer: 'new' | SlotRow }): ReactNode {
  const send = useOfferSlots()
  const tick = usePatientTick()
  const [isSeries, setSeries] = useState(false)
  const [series, setFields] = useState<Series>({ weekdays: [], every: 1, to: '', turned: new Set() })
  const idOf = useContentId()
  const open = units.filter(({ status }) => status === 'active')
  const unitOf = (id: string) => open.find((unit) => unit.id === id)
  const schema = plainSchema<Values>((values) => ({
    facility_id: !values.facility_id && 'Choose a unit.',
    date: !isPlainDate(values.date) ? 'Enter a day.' : values.date < today && 'This day is in the past.',
    start_time: !parseClockTime(values.start_time) && 'Enter a time, such as 7:00 AM or 0700.',
    end_time: !parseClockTime(values.end_time)
      ? 'Enter a time, such as 3:00 PM or 1500.'
      : values.end_time === values.start_time && 'The end can’t be the same as the start.',
    seats: !(Number(values.seats) >= 1) && 'At least one seat.',
  }))
  const like = offer === 'new' ? undefined : offer
  const form = useSchemaForm<Values, Values>(schema, {
    initialValues: {
      facility_id: like?.facility_id ?? (open.length === 1 ? open[0]!.id : ''),
      date: like && like.date >= today && like.status !== 'open' ? like.date : '',
      start_time: like?.start_time ?? '07:00',
      end_time: like?.end_time ?? '15:00',
      seats: like?.seats ?? Math.min(8, open[0]?.max_students_per_shift ?? 8),
      experience_type: like?.experience_type ?? 'group',
      school_ids: like?.offered_to.map(({ id }) => id) ?? [],
      note: like?.note ?? '',
    },
    onSubmit: async ({ date, ...values }) => {
      const fields = {
        ...values,
        dates: isSeries ? planned : [date],
        seats: Number(values.seats),
        note: values.note.trim() || null,
      }
      await send.mutateAsync({ ...fields, id: idOf(fields), ...tick.sent })
      onClose()
    },
  })
  const { values } = form
  const unit = unitOf(values.facility_id)
  const partners = usePartners(values.facility_id)
  const days = seriesDaysOf(series, values.date, closedDaysOf(unit?.blackout ?? [], values.date, series.to))
  const skipped = new Set(days.pattern.skipped.map(({ date }) => date))
  const planned = days.all.filter((day) => !skipped.has(day))
  const problems = isSeries ? seriesProblems(series, planned.length) : {}
  const seriesProblem = problems.weekdays ?? problems.to
  const nobody = partners.data?.length === 0
  return (
    <Form form={form} label="Offer open slots">
      <PickOne
        label="Unit"
        required
        placeholder="Find a unit"
        nothingFoundMessage="None of your units has this name"
        among={open.map(({ id, name, site_name: detail }) => ({ id, name, detail }))}
        value={values.facility_id || null}
        onChange={(id) => form.setValues({ facility_id: id ?? '', school_ids: [] })}
        error={
          form.errors['facility_id'] ??
          (nobody && 'No school has an agreement for this unit. Agree on a partnership first.')
        }
      />
      <ShiftPatterns
        unit={unit}
        start={values.start_time}
        end={values.end_time}
        onChoose={({ start, end }) => form.setValues({ start_time: start, end_time: end })}
      />
      <DayAndHours
        field={form.field}
        values={values}
        dayLabel={isSeries ? 'From' : 'Day'}
        firstDay={today}
        isOneDay={!isSeries}
      />
      <Switch
        label="Repeat every week"
        checked={isSeries}
        onChange={({ currentTarget }) => setSeries(currentTarget.checked)}
      />
      {isSeries && (
        <SeriesFields
          series={series}
          onChange={setFields}
          from={values.date}
          days={days}
          noun="slot"
          errors={form.isDirty() ? problems : {}}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={isSeries ? 'Seats each' : 'Seats'}
          required
          min={1}
          max={unit?.max_students_per_shift ?? 500}
          allowDecimal={false}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...(unit && { description: `The unit takes ${unit.max_students_per_shift} at a time.` })}
          {...form.field('seats')}
        />
        <NativeSelect
          label="Kind"
          data={Object.entries(experienceLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('experience_type')}
        />
      </SimpleGrid>
      <ChoicesFailed queries={[partners]} />
      <PickSeveral
        label="Offered to"
        description="The first one to take a slot gets it."
        placeholder={values.school_ids.length === 0 ? 'All partner schools' : ''}
        among={partners.data}
        {...form.field('school_ids')}
      />
      <FreeText
        tick={tick}
        sentAs="note"
        label="Note"
        description="Schools read it before they take a slot."
        maxLength={1000}
        {...form.field('note')}
      />
      <FormFooter>
        <Button variant="default" data-leaves onClick={onClose} disabled={form.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={form.isPending}
          disabled={seriesProblem !== undefined || nobody}
          title={seriesProblem}
        >
          {isSeries && planned.length > 1 ? `Offer ${planned.length} slots` : 'Offer open slot'}
        </Button>
      </FormFooter>
    </Form>
  )
}
