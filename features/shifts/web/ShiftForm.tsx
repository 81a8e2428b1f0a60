import { Button, Drawer, Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { howMany } from '#core/number-text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { Outcome, ShiftDetail, ShiftOptions } from '../contract.ts'
import { isHeldOnCampus } from '../rules.ts'
import { DayAndHours } from './DayAndHours.tsx'
import { useShift, useShiftOptions } from './queries.ts'
import { SeatLimitsOfForm } from './SeatLimitsOfForm.tsx'
import { SeriesFields } from './SeriesFields.tsx'
import { isAgreedStatus } from './shift-form.ts'
import { ShiftPatterns } from './ShiftPatterns.tsx'
import {
  CourseFields,
  HoursAndNotes,
  PeopleAndSeats,
  ScopeField,
  SignUpFields,
  UnitField,
} from './ShiftSections.tsx'
import { useSaved } from './use-saved.tsx'
import { type ShiftFormProps, useShiftForm } from './use-shift-form.ts'

interface ShiftDrawerProps {
  /** A new shift, or the id of the one to change. */
  shift: 'new' | (string & {}) | undefined
  schoolId: string
  /** The preselected unit of a new shift. */
  unitId?: string | undefined
  onClose: () => void
}

/** Plans a shift or a weekly series, or edits a shift, next to its list or page. */
export function ShiftDrawer({ shift, schoolId, unitId, onClose }: ShiftDrawerProps): ReactNode {
  const { tell, dialog } = useSaved(schoolId)
  return (
    <>
      <Drawer
        opened={shift !== undefined}
        onClose={onClose}
        position="right"
        size="xl"
        title={shift === 'new' ? 'Plan a shift' : 'Edit shift'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {shift === 'new' && (
          <WithOptions
            schoolId={schoolId}
            unitId={unitId}
            shift={undefined}
            onClose={onClose}
            onSaved={tell}
          />
        )}
        {shift !== undefined && shift !== 'new' && (
          <Existing id={shift} schoolId={schoolId} onClose={onClose} />
        )}
      </Drawer>
      {dialog}
    </>
  )
}

function Existing({ id, ...rest }: { id: string; schoolId: string; onClose: () => void }): ReactNode {
  return (
    <Loaded query={useShift(id)} failedTitle="This shift couldn’t be loaded">
      {(shift) => <AsOpened {...rest} shift={shift} />}
    </Loaded>
  )
}

/** Keeps the shift as it was when the form opened: if others change it, saving is refused and nothing is overwritten. */
function AsOpened({ shift, ...rest }: ShiftFormProps & { shift: ShiftDetail }): ReactNode {
  const [opened] = useState(shift)
  return <WithOptions {...rest} shift={opened} />
}

function WithOptions(props: ShiftFormProps): ReactNode {
  const options = useShiftOptions(props.shift?.school_id ?? props.schoolId)
  return (
    <Loaded query={options} failedTitle="The planning options couldn’t be loaded">
      {(found) => <ShiftForm {...props} options={found} />}
    </Loaded>
  )
}

function ShiftForm(props: ShiftFormProps & { options: ShiftOptions }): ReactNode {
  const { schoolId, shift, options } = props
  const drafting = useShiftForm(props)
  const { form, tick, versions, saving, weekly, known, settled } = drafting
  const { values } = form
  const isWhole = saving.scope !== 'one'
  const isPlaced = !isHeldOnCampus(values.experience_type) || values.facility_id !== ''
  return (
    <Form form={form} label={shift ? 'Edit shift' : 'Plan a shift'}>
      {versions.met && (
        <VersionsNotice
          what="this shift"
          differences={versions.met.differences}
          changes={versions.met.changes}
          ended={drafting.ended}
          onChoose={versions.choose}
        />
      )}
      {shift?.series_id && <ScopeField scope={saving.scope} onChange={saving.setScope} />}
      {saving.refused.length > 0 && <RefusedOfSeries refused={saving.refused} />}
      {settled.isAgreed && (
        <Banner kind="info">
          The facility has approved this time, unit and number of seats. To move it, request a change on its
          page.
        </Banner>
      )}
      <CourseFields form={form} options={options} settled={settled} isWhole={isWhole} isNew={!shift} />
      <UnitField form={form} options={options} settled={settled} isNew={!shift} />
      {!settled.isAgreed && (
        <ShiftPatterns
          unit={drafting.unit}
          start={values.start_time}
          end={values.end_time}
          onChoose={({ start, end }) => form.setValues({ start_time: start, end_time: end, break_min: '' })}
        />
      )}
      <DayAndHours
        field={form.field}
        values={values}
        dayLabel={weekly.isOn ? 'From' : 'Date'}
        isOneDay={!weekly.isOn}
        isDayFixed={isWhole || settled.isAgreed}
        areHoursFixed={settled.isAgreed}
        {...(drafting.hours !== undefined && { note: `Credits ${drafting.hours} h` })}
      />
      {!shift && <RepeatFields weekly={weekly} from={values.date} />}
      <PeopleAndSeats form={form} options={options} areSeatsFixed={settled.isAgreed} />
      {isPlaced && <SeatLimitsOfForm shift={shift} schoolId={shift?.school_id ?? schoolId} values={values} />}
      <SignUpFields form={form} />
      <HoursAndNotes form={form} tick={tick} isOpen={shift !== undefined} preset={drafting.preset} />
      {known && known.status !== 'draft' && (
        <FreeText
          tick={tick}
          label="Why it changes"
          description="Everyone on it sees it."
          required={isAgreedStatus(known.status)}
          maxLength={1000}
          {...form.field('reason')}
        />
      )}
      <Buttons drafting={drafting} isNew={!shift} onClose={props.onClose} />
    </Form>
  )
}

type Drafting = ReturnType<typeof useShiftForm>

/** Whether a new shift repeats every week, and on which days. */
function RepeatFields({ weekly, from }: { weekly: Drafting['weekly']; from: string }): ReactNode {
  return (
    <>
      <Switch
        label="Repeat every week"
        checked={weekly.isOn}
        onChange={({ currentTarget }) => weekly.turn(currentTarget.checked)}
      />
      {weekly.isOn && (
        <SeriesFields
          series={weekly.series}
          onChange={weekly.change}
          from={from}
          days={weekly.days}
          errors={weekly.errors}
        />
      )}
    </>
  )
}

function Buttons({
  drafting: { form, weekly, ended, pressed, press },
  isNew,
  onClose,
}: {
  drafting: Drafting
  isNew: boolean
  onClose: () => void
}): ReactNode {
  const saveDraft = weekly.isOn && weekly.planned > 0 ? `Save ${weekly.planned} drafts` : 'Save draft'
  return (
    <FormFooter isSticky>
      <Button variant="default" data-leaves onClick={onClose} disabled={form.isPending}>
        Cancel
      </Button>
      <Button
        type="submit"
        variant={isNew ? 'default' : 'filled'}
        loading={form.isPending && pressed === 'save'}
        disabled={form.isPending || ended !== undefined}
        onClick={() => press(false)}
      >
        {isNew ? saveDraft : 'Save changes'}
      </Button>
      {isNew && (
        <Button
          type="submit"
          loading={form.isPending && pressed === 'submit'}
          disabled={form.isPending}
          onClick={() => press(true)}
        >
          Save and submit
        </Button>
      )}
    </FormFooter>
  )
}

/** The shifts of a series that stayed as they were, and why. */
function RefusedOfSeries({ refused }: { refused: readonly Outcome[] }): ReactNode {
  return (
    <Banner
      kind="warning"
      live
      title={howMany(refused.length, 'of the series stayed as it was', 'of the series stayed as they were')}
    >
      {reasonsOf(refused)}
    </Banner>
  )
}

/** Why shifts of a series were not changed: the first three reasons, and how many others there are. */
function reasonsOf(refused: readonly Outcome[]): string {
  const reasons = [...new Set(refused.map(({ message }) => message))]
  const others = reasons.length - 3
  return [...reasons.slice(0, 3), ...(others > 0 ? [`And for ${others} other reasons.`] : [])].join(' ')
}
