import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { fieldErrorsOf, useSchemaForm } from '#ui/form.ts'
import { Form, FormErrors } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { CopyMode, CopyOptions, CopyTarget, Semester } from '../contract.ts'
import { deltaOf } from '../rules/copying.ts'
import { daysMoved } from './copy-words.ts'
import { chosenRows, countsOf, noChoices } from './copy-choices.ts'
import classes from './CopyDialog.module.css'
import { CopyOptionsFields } from './CopyOptionsFields.tsx'
import { CopyPreview, useCopyPreview } from './CopyPreview.tsx'
import { CopyTargetFields } from './CopyTargetFields.tsx'
import { useCopySemester } from './copy-queries.ts'
import { useSemesters } from './queries.ts'
import { emptySemester, semesterSchema } from './semester-values.ts'
import { nextTerm } from './term-guess.ts'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { OpenModal } from '#ui/OpenDialog.tsx'

type CopyDialogProps = {
  source: Semester
  onClose: () => void
  onCopied: (target: Semester) => void
}

/** Copies the shifts of a semester in three steps: the target, what to copy, and a preview of every shift before anything is written. */
export function CopyDialog({ source, onClose, onCopied }: CopyDialogProps): ReactNode {
  const [isDirty, setDirty] = useState(false)
  const isPhone = useIsPhone()
  const others = useSemesters(source.school_id)
  return (
    <OpenModal
      onClose={onClose}
      closeOnClickOutside={false}
      data-stays
      data-typed={isDirty || undefined}
      fullScreen={isPhone}
      size="60rem"
      title={`Copy ${source.name}`}
    >
      <Loaded
        query={others}
        skeleton={<Skeletons shape="form" count={5} />}
        failedTitle="The school’s semesters couldn’t be loaded"
        isEmpty={() => false}
      >
        {(all) => (
          <Steps source={source} all={all} onDirty={setDirty} onCancel={onClose} onCopied={onCopied} />
        )}
      </Loaded>
    </OpenModal>
  )
}

const steps = ['Destination', 'What', 'Review'] as const

type StepsProps = {
  source: Semester
  all: readonly Semester[]
  onDirty: (isDirty: boolean) => void
  onCancel: () => void
  onCopied: (target: Semester) => void
}

function Steps({ source, all, onDirty, onCancel, onCopied }: StepsProps): ReactNode {
  const copy = useCopySemester()
  // Created once when the dialog opens, so that a double click or a resent request copies once.
  const [ids] = useState(() => ({ key: crypto.randomUUID(), target: crypto.randomUUID() }))
  const [guess] = useState(() => ({
    ...emptySemester,
    school_id: source.school_id,
    ...nextTerm(
      source,
      all.map(({ name }) => name),
    ),
  }))
  const [step, setStep] = useState(0)
  const [kind, setKind] = useState<CopyTarget['kind']>('new')
  const [existingId, setExistingId] = useState<string | null>(null)
  const [target, setTarget] = useState<CopyTarget>()
  const [mode, setMode] = useState<CopyMode>('keep_weekdays')
  const [options, setOptions] = useState(standardOptions)
  const [choices, setChoices] = useState(noChoices)

  const form = useSchemaForm(semesterSchema(source.time_zone), {
    initialValues: guess,
    onSubmit: ({ school_id: _school, ...fields }) => {
      setTarget({ kind: 'new', id: ids.target, ...fields })
      setStep(1)
    },
  })
  const preview = useCopyPreview(step === 2 && target ? { id: source.id, target, mode, options } : undefined)
  const isSeen = preview.data !== undefined && !preview.isPlaceholderData
  const copied = useMemo(
    () => countsOf(chosenRows(preview.data?.rows ?? [], choices)).copied,
    [preview.data, choices],
  )
  // A new semester may start empty; copying nothing into an existing one would only look like a copy.
  const isNothing = isSeen && kind === 'existing' && copied === 0
  const isDirty = step > 0 || form.isDirty()
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const existing = all.find(({ id }) => id === existingId)
  const start = kind === 'new' ? form.values.start_date : existing?.start_date

  // The button that was clicked may have changed, so keyboard focus moves to the top of the step.
  const panel = useRef<HTMLElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) panel.current?.focus()
    shown.current = step
  }, [step])

  function next(): void {
    if (step === 1) setStep(2)
    else if (kind === 'new') form.submit()
    else if (existingId) {
      setTarget({ kind: 'existing', id: existingId })
      setStep(1)
    }
  }

  function send(): void {
    if (!target || !isSeen || isNothing) return
    const request = { id: source.id, target, mode, options, idempotency_key: ids.key }
    copy.mutate(
      { ...request, include: [...choices.include], leave_out: [...choices.leaveOut] },
      {
        onSuccess: ({ semester }) => onCopied(semester),
        onError: (error) => {
          const fieldErrors = fieldErrorsOf(error)
          if (!fieldErrors || kind !== 'new') return
          // The wrong fields are on the first step, with the values as typed.
          setStep(0)
          form.setErrors(fieldErrors)
          form.focusFirstError()
        },
      },
    )
  }

  return (
    <div className={classes.dialog}>
      <ol className={classes.steps} aria-label="Steps">
        {steps.map((label, index) => (
          <li
            key={label}
            aria-current={index === step ? 'step' : undefined}
            data-done={index < step || undefined}
          >
            <span aria-hidden>{index + 1}</span>
            {label}
          </li>
        ))}
      </ol>
      <section ref={panel} tabIndex={-1} aria-label={steps[step]} className={classes.panel}>
        {step === 0 && (
          <Form form={form} label="Destination">
            <div className={classes.step}>
              <CopyTargetFields
                source={source}
                all={all}
                form={form}
                ownId={ids.target}
                kind={kind}
                onKind={setKind}
                existingId={existingId}
                onExisting={setExistingId}
                mode={mode}
                onMode={setMode}
              />
            </div>
          </Form>
        )}
        {step === 1 && (
          <div className={classes.step}>
            <CopyOptionsFields options={options} onChange={setOptions} />
          </div>
        )}
        {step === 2 && target && (
          <div className={classes.step}>
            <CopyPreview
              query={preview}
              choices={choices}
              onChoose={setChoices}
              targetName={kind === 'new' ? form.values.name.trim() : (existing?.name ?? '')}
            />
            {copy.isError && (
              <FormErrors errors={{}} failure={`Failed to copy semester: ${copy.error.message}`} />
            )}
          </div>
        )}
      </section>
      <FormFooter
        isSticky
        note={
          <output>
            {isNothing
              ? 'Nothing to copy: every shift is left out.'
              : start && `Shifts move: ${daysMoved(deltaOf(mode, source.start_date, start)).toLowerCase()}`}
          </output>
        }
      >
        <Button
          variant="default"
          disabled={copy.isPending}
          data-leaves={step === 0 || undefined}
          onClick={step === 0 ? onCancel : () => setStep(step - 1)}
        >
          {step === 0 ? 'Cancel' : 'Back'}
        </Button>
        {step < 2 ? (
          <Button onClick={next} disabled={step === 0 && kind === 'existing' && !existingId}>
            Next
          </Button>
        ) : (
          <Button loading={copy.isPending} disabled={!isSeen || isNothing} onClick={send}>
            Copy semester
          </Button>
        )}
      </FormFooter>
    </div>
  )
}

const standardOptions: CopyOptions = {
  shifts: true,
  instructors: false,
  units: true,
  capacity: true,
  series: true,
  cohorts: true,
  flagged: 'skip',
}
