import { useMemo, useState } from 'react'
import { fieldErrorsOf, useSchemaForm } from '#ui/form.ts'
import type { CopyMode, CopyOptions, CopyTarget, Semester } from '../contract.ts'
import { chosenRows, countsOf, noChoices } from './copy-choices.ts'
import { useCopyPreview, useCopySemester } from './copy-queries.ts'
import { emptySemester, semesterSchema } from './semester-values.ts'
import { nextTerm } from './term-guess.ts'

const standardOptions: CopyOptions = {
  shifts: true,
  instructors: false,
  units: true,
  capacity: true,
  series: true,
  cohorts: true,
  flagged: 'skip',
}

/** A copy that is being prepared: the destination (step 0), what to copy (1), and the preview of every shift (2). */
export function useCopyDraft(
  source: Semester,
  all: readonly Semester[],
  onCopied: (target: Semester) => void,
) {
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
  const existing = all.find(({ id }) => id === existingId)

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

  return {
    step,
    isDirty: step > 0 || form.isDirty(),
    form,
    newId: ids.target,
    kind,
    setKind,
    existingId,
    setExistingId,
    mode,
    setMode,
    options,
    setOptions,
    choices,
    setChoices,
    preview,
    copy,
    /** The first day of the destination, as typed or chosen; undefined before that. */
    start: kind === 'new' ? form.values.start_date : existing?.start_date,
    targetName: kind === 'new' ? form.values.name.trim() : (existing?.name ?? ''),
    isNothing,
    mayGoOn: step > 0 || kind === 'new' || existingId !== null,
    maySend: isSeen && !isNothing,
    next,
    back: () => setStep(step - 1),
    send,
  }
}

export type CopyDraft = ReturnType<typeof useCopyDraft>
